//! The measurements, round by round: the portal and the bare handler take turns, so that whatever else the machine does
//! meanwhile falls on both.

mod growth;
mod login;
mod reads;
mod reports;
mod site;
mod submit;

use std::path::PathBuf;

use chrono::NaiveDate;

use crate::calls::{Call, Side};
use crate::engine::{self, Engine};
use crate::failure::{Failure, Outcome};
use crate::hashing;
use crate::load::Sample;
use crate::options::{Options, Part};
use crate::organisation::{Size, clock_days, reading_day};

pub(crate) use self::growth::Growth;
#[cfg(test)]
pub(crate) use self::login::Crowd;
pub(crate) use self::login::{Beside, Logins};
pub(crate) use self::reports::{Answers, LARGE_TEAM, Prints, Reports};
#[cfg(test)]
pub(crate) use self::reports::{Paper, Screen};
use self::site::Site;

/// How many connections load a server.
pub(crate) const CONNECTIONS: [usize; 3] = [1, 16, 64];

/// One call at one number of connections, on both servers, over all rounds.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) engine: Engine,
    pub(crate) size: Size,
    pub(crate) call: Call,
    pub(crate) connections: usize,
    pub(crate) portal: Sample,
    pub(crate) bare: Sample,
    /// The ratio in each round, to show how far it can be trusted.
    pub(crate) ratios: Vec<f64>,
}

impl Row {
    fn new(engine: Engine, size: Size, call: Call, connections: usize) -> Self {
        Self { engine, size, call, connections, portal: Sample::default(), bare: Sample::default(), ratios: Vec::new() }
    }

    /// Adds one round.
    fn add(&mut self, portal: Sample, bare: Sample) {
        self.ratios.push(portal.cpu_ms() / bare.cpu_ms().max(f64::EPSILON));
        self.portal.add(portal);
        self.bare.add(bare);
    }

    /// The portal's processor time a request as a multiple of the bare handler's, over all rounds.
    pub(crate) fn ratio(&self) -> f64 {
        self.portal.cpu_ms() / self.bare.cpu_ms().max(f64::EPSILON)
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
    pub(crate) rows: Vec<Row>,
    /// How long the answers of the two servers are, in bytes.
    pub(crate) answers: Vec<(Call, usize, usize)>,
    pub(crate) footprint: Footprint,
    pub(crate) logins: Option<Logins>,
    pub(crate) growth: Option<Growth>,
    pub(crate) reports: Option<Reports>,
}

impl Findings {
    fn row(&mut self, call: Call, connections: usize) -> &mut Row {
        let place = self.rows.iter().position(|row| row.call == call && row.connections == connections);
        let place = place.unwrap_or_else(|| {
            self.rows.push(Row::new(self.engine, self.size, call, connections));
            self.rows.len() - 1
        });
        #[expect(clippy::indexing_slicing, reason = "the row was found or made on the lines above")]
        &mut self.rows[place]
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
        if !options.daybook.is_file() {
            return Err(Failure::new(format!(
                "there is no {}; build it with cargo build --release --package daybook",
                options.daybook.display()
            )));
        }
        Ok(Self { options, server, folder, hash: hashing::hash()? })
    }

    /// Everything that the options ask for, on one engine and one size.
    pub(crate) async fn measure(&self, engine: Engine, size: Size) -> Outcome<Findings> {
        let mut findings = Findings {
            engine,
            size,
            rows: Vec::new(),
            answers: Vec::new(),
            footprint: Footprint::default(),
            logins: None,
            growth: None,
            reports: None,
        };
        let main = Site::make(self, engine, size).await?;
        // Growth is a property of reads on the large database, beside a small one.
        let small = match size {
            Size::Large if self.options.measures(Part::Growth) => Some(Site::make(self, engine, Size::Small).await?),
            _ => None,
        };
        let mut days = clock_days();
        for round in 1..=self.options.rounds {
            let say = |what: &str| note(&format!("{} {}, round {round}: {what}", engine.name(), size.word()));
            if self.options.measures(Part::Reads) {
                say("reads");
                reads::round(self, &main, &reads::TIMESHEETS, round, next(&mut days)?, &mut findings).await?;
            }
            if self.options.measures(Part::People) {
                say("people");
                reads::round(self, &main, &reads::PEOPLE, round, next(&mut days)?, &mut findings).await?;
            }
            if self.options.measures(Part::Days) {
                say("a month's days");
                reads::round(self, &main, &reads::DAYS, round, reading_day(), &mut findings).await?;
            }
            if self.options.measures(Part::Reports) {
                say("reports");
                reports::round(self, &main, round, &mut findings).await?;
            }
            if self.options.measures(Part::Submit) {
                say("submissions");
                submit::round(self, &main, round, &mut days, &mut findings).await?;
            }
            if self.options.measures(Part::Login) && size == Size::Medium {
                say("logins");
                login::round(self, &main, next(&mut days)?, &mut findings).await?;
            }
            if let Some(small) = &small {
                say("growth");
                growth::round(self, small, &main, round, next(&mut days)?, &mut findings).await?;
            }
        }
        main.remove().await?;
        if let Some(small) = small {
            small.remove().await?;
        }
        Ok(findings)
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

/// A line for whoever waits. It goes to standard error: the report alone is the output.
pub(crate) fn note(line: &str) {
    eprintln!("{line}");
}
