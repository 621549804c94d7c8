//! The measurements, round by round: the two servers take turns, so that whatever else the machine does meanwhile falls on both.

mod browsers;
mod growth;
mod leave;
mod login;
mod months;
mod oversight;
mod reads;
mod reports;
mod site;
mod writes;

use std::path::PathBuf;
use std::time::Instant;

use chrono::NaiveDate;

use crate::calls::Call;
use crate::engine::{self, Engine};
use crate::failure::{Failure, Outcome};
use crate::fill;
use crate::fill::oversight::AuditLog;
use crate::hashing;
use crate::load::Sample;
use crate::options::{Options, Part};
use crate::organisation::{Size, clock_days};

pub(crate) use self::browsers::Browsers;
#[cfg(test)]
pub(crate) use self::browsers::Herd;
pub(crate) use self::growth::Growth;
pub(crate) use self::leave::Leave;
#[cfg(test)]
pub(crate) use self::login::Crowd;
pub(crate) use self::login::{Beside, Logins};
#[cfg(test)]
pub(crate) use self::months::MonthCall;
pub(crate) use self::months::Months;
pub(crate) use self::oversight::{Oversight, OversightCall, Ran};
#[cfg(test)]
pub(crate) use self::reports::Paper;
pub(crate) use self::reports::{Answers, LARGE_TEAM, Prints, Reports};
use self::site::Site;

/// What the bare handler is called.
pub(crate) const BARE: &str = "bare";

/// One of the two servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The program that is measured.
    This,
    /// The bare handler, or another program.
    Other,
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::This, Self::Other];
}

/// One call at one number of connections, on both servers: a sample for each round.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) call: Call,
    pub(crate) connections: usize,
    pub(crate) this: Vec<Sample>,
    pub(crate) other: Vec<Sample>,
}

impl Row {
    /// Adds one round.
    fn add(&mut self, side: Side, sample: Sample) {
        match side {
            Side::This => self.this.push(sample),
            Side::Other => self.other.push(sample),
        }
    }

    /// All rounds of a server together.
    pub(crate) fn total(&self, side: Side) -> Sample {
        let samples = if side == Side::This { &self.this } else { &self.other };
        let mut total = Sample::default();
        samples.iter().cloned().for_each(|sample| total.add(sample));
        total
    }

    /// The processor time of a request as a multiple of the other server's, over all rounds.
    pub(crate) fn ratio(&self) -> f64 {
        self.total(Side::This).cpu_ms() / self.total(Side::Other).cpu_ms().max(f64::EPSILON)
    }

    /// The same in each round, to show how far it can be trusted.
    pub(crate) fn ratios(&self) -> Vec<f64> {
        let rounds = self.this.iter().zip(&self.other);
        rounds.map(|(this, other)| this.cpu_ms() / other.cpu_ms().max(f64::EPSILON)).collect()
    }
}

/// Start-up and memory of the portal on one database.
#[derive(Debug, Default)]
pub(crate) struct Footprint {
    /// Seconds from the start of the process to the first answer that says that it is ready.
    pub(crate) ready: Vec<f64>,
    /// Memory in MiB, half a second after the start, before anybody has signed in.
    pub(crate) idle: Vec<f64>,
    /// After the reads of entries.
    pub(crate) after_reads: Vec<f64>,
    /// After the storm of logins.
    pub(crate) after_logins: Vec<f64>,
}

/// Everything that was found on one engine and one size.
pub(crate) struct Findings {
    pub(crate) engine: Engine,
    pub(crate) size: Size,
    /// What the other server is called.
    pub(crate) other: &'static str,
    pub(crate) rows: Vec<Row>,
    pub(crate) footprint: Footprint,
    /// The same of the other server, where that is a portal.
    pub(crate) footprint_of_other: Footprint,
    pub(crate) logins: Option<Logins>,
    pub(crate) growth: Option<Growth>,
    pub(crate) reports: Option<Reports>,
    pub(crate) browsers: Option<Browsers>,
    pub(crate) leave: Option<Leave>,
    pub(crate) months: Option<Months>,
    pub(crate) oversight: Option<Oversight>,
}

impl Findings {
    fn row(&mut self, call: Call, connections: usize) -> &mut Row {
        let place = self.rows.iter().position(|row| row.call == call && row.connections == connections);
        let place = place.unwrap_or_else(|| {
            self.rows.push(Row { call, connections, this: Vec::new(), other: Vec::new() });
            self.rows.len() - 1
        });
        #[expect(clippy::indexing_slicing, reason = "the row was found or made on the lines above")]
        &mut self.rows[place]
    }

    fn footprint(&mut self, side: Side) -> &mut Footprint {
        match side {
            Side::This => &mut self.footprint,
            Side::Other => &mut self.footprint_of_other,
        }
    }
}

/// What all measurements share.
pub(crate) struct Lab<'a> {
    pub(crate) options: &'a Options,
    pub(crate) server: Option<&'a engine::Server>,
    pub(crate) folder: PathBuf,
    pub(crate) hash: String,
}

impl<'a> Lab<'a> {
    pub(crate) fn new(options: &'a Options, server: Option<&'a engine::Server>, folder: PathBuf) -> Outcome<Self> {
        for program in std::iter::once(&options.daybook).chain(&options.against) {
            if !program.is_file() {
                let program = program.display();
                let how = "cargo build --release --package daybook";
                return Err(Failure::new(format!("there is no {program}; Daybook is built with {how}")));
            }
        }
        Ok(Self { options, server, folder, hash: hashing::hash()? })
    }

    /// Everything that the options ask for, on one engine and one size.
    pub(crate) async fn measure(&self, engine: Engine, size: Size) -> Outcome<Findings> {
        let is_against = self.options.against.is_some();
        let mut findings = Findings {
            engine,
            size,
            other: if is_against { "other build" } else { BARE },
            rows: Vec::new(),
            footprint: Footprint::default(),
            footprint_of_other: Footprint::default(),
            logins: None,
            growth: None,
            reports: None,
            browsers: None,
            leave: None,
            months: None,
            oversight: None,
        };
        let main = Site::make(self, engine, size).await?;
        if self.options.measures(Part::Leave) {
            fill::leave::requests(&main.database, size, size.own_patterns(self.options.own_patterns)).await?;
        }
        if self.options.measures(Part::Months) {
            fill::months::salaries(&main.database).await?;
        }
        if self.options.measures(Part::Oversight) {
            let (began, log) = (Instant::now(), self.audit_log(size));
            fill::oversight::history(&main.database, log).await?;
            let (name, events, seconds) = (engine.name(), log.events(), began.elapsed().as_secs_f64());
            note(&format!("{name}: filled with {events} sealed events in {seconds:.1} s"));
        }
        // Growth is a property of reads on the large database, beside a small one.
        let small = match size {
            Size::Large if self.options.measures(Part::Growth) => Some(Site::make(self, engine, Size::Small).await?),
            _ => None,
        };
        let mut days = clock_days();
        for round in 1..=self.options.rounds {
            for part in &self.options.parts {
                note(&format!("{} {}, round {round}: {}", engine.name(), size.word(), part.name()));
                match part {
                    Part::Submit => writes::round(self, &main, round, &mut days, &mut findings).await?,
                    Part::Reports if !is_against => reports::round(self, &main, &mut findings).await?,
                    // A larger organisation signs in no differently.
                    Part::Login if !is_against && size == Size::Large => {}
                    // As many people as browsers.
                    Part::Browsers if size == Size::Medium => {
                        browsers::round(self, &main, round, &mut days, &mut findings).await?;
                    }
                    Part::Browsers => {}
                    Part::Months => months::round(self, &main, round, &mut days, &mut findings).await?,
                    Part::Leave => leave::round(self, &main, round, &mut findings).await?,
                    Part::Oversight => oversight::round(self, &main, round, &mut findings).await?,
                    Part::Login if !is_against => login::round(self, &main, next(&mut days)?, &mut findings).await?,
                    Part::Growth => {
                        if let Some(small) = &small {
                            growth::round(self, small, &main, round, next(&mut days)?, &mut findings).await?;
                        }
                    }
                    Part::Reads | Part::People | Part::Days | Part::Reports | Part::Login => {
                        reads::round(self, &main, repeated(*part), round, &mut findings).await?;
                    }
                }
            }
        }
        main.remove().await?;
        if let Some(small) = small {
            small.remove().await?;
        }
        Ok(findings)
    }

    /// The audit log that is filled for oversight.
    fn audit_log(&self, size: Size) -> AuditLog {
        AuditLog::of(size, self.options.events)
    }
}

/// Adds what was measured of a call to what is known of it.
fn add<C: PartialEq>(calls: &mut Vec<(C, Sample)>, call: C, sample: Sample) {
    match calls.iter_mut().find(|(known, _)| *known == call) {
        Some((_, known)) => known.add(sample),
        None => calls.push((call, sample)),
    }
}

/// The calls of a part that can be repeated as they are.
const fn repeated(part: Part) -> &'static [Call] {
    match part {
        Part::Reads => &[Call::Month, Call::Sheet, Call::Week],
        Part::People => &[Call::Users, Call::Search, Call::Directory, Call::Counts],
        Part::Days => &[Call::Calendar, Call::Session],
        Part::Reports => &[Call::Attendance, Call::AttendancePdf],
        Part::Login => &[Call::Login],
        Part::Submit | Part::Growth | Part::Browsers | Part::Leave | Part::Months | Part::Oversight => &[],
    }
}

fn next(days: &mut impl Iterator<Item = NaiveDate>) -> Outcome<NaiveDate> {
    days.next().ok_or_else(|| Failure::new("the calendar has ended"))
}

/// Who comes first changes from round to round.
fn turns(round: u32) -> [Side; 2] {
    let [one, other] = Side::BOTH;
    if round.is_multiple_of(2) { [other, one] } else { [one, other] }
}

/// A line for the person who waits. It goes to standard error: the report alone is the output.
pub(crate) fn note(line: &str) {
    eprintln!("{line}");
}
