//! The measurements, round by round: two servers take turns, so that whatever else the machine does meanwhile falls on both.

mod browsers;
mod imports;
mod leave;
mod months;
mod oversight;
mod turns;

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use serde_json::json;

use crate::calls::{Calls, Handler};
use crate::engine::{self, Database, Engine};
use crate::failure::Outcome;
use crate::fill::{self, AuditLog};
use crate::http::{self, Connection};
use crate::load::{Call, Requests, Sample};
use crate::note;
use crate::options::{Options, Part};
use crate::organisation::{Size, clock_days, reading_day};
use crate::report::{Notebook, Row};
use crate::server::{self, Server};
use crate::targets::{BARE, OTHER};

/// How many times in a round a list is requested right after a change of a person.
const CHANGES: usize = 20;
/// What a started server needs to come to rest.
const SETTLE: Duration = Duration::from_millis(500);
/// How long a server that has just started is loaded before it is measured.
const WARM_UP: Duration = Duration::from_millis(400);
/// The most that requests may take of which each is made once, and how often something in the background is looked for.
const PATIENCE: Duration = Duration::from_mins(1);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What all measurements share.
pub(crate) struct Lab<'a> {
    pub(crate) options: &'a Options,
    /// The program that is measured, and the one that it is measured against.
    pub(crate) program: PathBuf,
    pub(crate) other: Option<PathBuf>,
    pub(crate) server: Option<engine::Server>,
    pub(crate) folder: PathBuf,
    pub(crate) hash: String,
}

/// A round on a filled database.
struct Round<'a> {
    lab: &'a Lab<'a>,
    site: &'a Site,
    number: u32,
    book: &'a Notebook,
    /// On which the portal's clock was set last.
    last_day: &'a Cell<NaiveDate>,
}

impl Lab<'_> {
    /// Everything that the options ask for, on one engine and one size.
    pub(crate) async fn measure(&self, engine: Engine, size: Size) -> Outcome<Vec<Row>> {
        let book = Notebook { engine, size, rows: RefCell::default() };
        let last_day = Cell::new(reading_day());
        let filled = Site::make(self, engine, size).await?;
        let mut smaller = Vec::new();
        if Part::Growth.is_of(size) && self.options.part.contains(&Part::Growth) {
            smaller = vec![Site::make(self, engine, Size::Small).await?, Site::make(self, engine, Size::Medium).await?];
        }
        for number in 1..=self.options.rounds {
            let round = Round { lab: self, site: &filled, number, book: &book, last_day: &last_day };
            for part in self.options.part.iter().filter(|part| part.is_of(size)) {
                note(&format!("{engine:?} {size:?}, round {number}: {part:?}"));
                let is_against = self.other.is_some();
                match part {
                    Part::Reads => round.compare(Calls::own).await?,
                    Part::People => round.compare(|calls, _| calls.lists()).await?,
                    Part::Reports if is_against => round.compare(|calls, _| calls.attendance()).await?,
                    Part::Login if is_against => round.compare(|calls, _| [calls.login()]).await?,
                    Part::Reports => {
                        let portal = round.portal(reading_day()).await?;
                        round.list_after_changes(&portal).await?;
                        let attendance = filled.calls.attendance().into_iter();
                        round
                            .one_by_one(
                                &portal,
                                attendance.filter(|call| is_printed(size) || !call.what.ends_with("PDF")),
                            )
                            .await?;
                        portal.stop().await?;
                    }
                    Part::Submit => round.submit().await?,
                    Part::Growth => {
                        for small in &smaller {
                            round.growth(small, round.day()).await?;
                        }
                    }
                    Part::Login => round.login(round.day()).await?,
                    Part::Browsers => round.browsers().await?,
                    Part::Leave => round.leave().await?,
                    Part::Months => round.months().await?,
                    Part::Oversight => round.oversight().await?,
                    Part::Imports => round.imports().await?,
                }
            }
        }
        for site in smaller.into_iter().chain([filled]) {
            site.remove().await?;
        }
        Ok(book.rows.into_inner())
    }
}

/// A filled database, and a copy of it for the other program, where the portal is measured against one.
struct Site {
    database: Database,
    other: Option<Database>,
    calls: Calls,
}

impl Site {
    /// Fills a database that the program made. Where it is measured against another, that one makes the database, because it may
    /// be older; the program then gets a copy and brings it up to date.
    async fn make(lab: &Lab<'_>, engine: Engine, size: Size) -> Outcome<Self> {
        let folder = lab.folder.join(format!("{engine:?}-{size:?}"));
        let name = format!("daybook_bench_{size:?}").to_lowercase();
        let server = lab.server.as_ref().filter(|_| engine == Engine::Postgres);
        let filled = Database::make(server, &folder, &name, None).await?;
        let first = lab.other.as_ref().unwrap_or(&lab.program);
        server::operate(first, &filled, reading_day(), &["migrate"]).await?;
        let began = Instant::now();
        fill::fill(&filled, size, &lab.hash, &lab.options.part, AuditLog::of(size, lab.options.events)).await?;
        note(&format!("{engine:?}: filled {size:?} in {:.1} s", began.elapsed().as_secs_f64()));
        let calls = Calls::of(size)?;
        if lab.other.is_none() {
            return Ok(Self { database: filled, other: None, calls });
        }
        let database = Database::make(server, &folder.join("copy"), &format!("{name}_copy"), Some(&filled)).await?;
        server::operate(&lab.program, &database, reading_day(), &["migrate", "--no-backup"]).await?;
        fill::settle(&database).await?;
        Ok(Self { database, other: Some(filled), calls })
    }

    async fn remove(self) -> Outcome<()> {
        self.database.remove().await?;
        if let Some(other) = self.other { other.remove().await } else { Ok(()) }
    }
}

impl Round<'_> {
    fn time(&self) -> Duration {
        self.lab.options.time()
    }

    /// The next day on which everybody can submit.
    fn day(&self) -> NaiveDate {
        let next = clock_days().find(|day| *day > self.last_day.get()).unwrap_or_default();
        self.last_day.replace(next);
        next
    }

    /// Starts the portal alone, and notes how long that took and how much memory it holds.
    async fn portal(&self, day: NaiveDate) -> Outcome<Server> {
        let portal = Server::portal(&self.lab.program, &self.site.database, day, None).await?;
        tokio::time::sleep(SETTLE).await;
        self.book.value("ready", 0, "s", portal.ready_after.as_secs_f64());
        self.book.value("memory after start", 0, "MiB", portal.mib()?);
        Ok(portal)
    }

    /// Starts the portal, and the bare handler or the other program, and says what that one is called.
    async fn pair(&self, day: NaiveDate) -> Outcome<([(Server, Handler); 2], &'static str)> {
        let portal = (self.portal(day).await?, Handler::Portal);
        Ok(match (&self.lab.other, &self.site.other) {
            (Some(program), Some(database)) => {
                let other = Server::portal(program, database, day, None).await?;
                ([portal, (other, Handler::Portal)], OTHER)
            }
            _ => ([portal, (Server::bare(&self.site.database).await?, Handler::Bare)], BARE),
        })
    }

    /// Measures a list of people right after each of some changes of a person.
    async fn list_after_changes(&self, portal: &Server) -> Outcome<()> {
        let calls = &self.site.calls;
        let mut connection = Connection::open(portal.address).await?;
        let list = calls.get(calls.people.hr(), "/api/users?role=Employee&limit=50&page=2");
        connection.expect(&list).await?;
        for n in 0..CHANGES {
            let change = json!({ "position": format!("Officer {n}") });
            connection
                .expect(&http::send("PUT", "/api/auth/profile", &calls.header(calls.people.hr()), &change))
                .await?;
            let ((), sample) = portal.timed(connection.expect(&list)).await?;
            self.book.sample("user list after a change", 1, sample);
        }
        Ok(())
    }

    /// Calls of which nothing else is measured beside, on a server that has nothing else to do. That it is busy all the same is a finding.
    async fn one_by_one(&self, portal: &Server, calls: impl IntoIterator<Item = Call>) -> Outcome<()> {
        for call in calls.into_iter().map(Call::may_be_refused) {
            let time = if matches!(call.requests, Requests::Once(..)) {
                PATIENCE
            } else {
                warm_up(portal, &call).await?;
                self.time()
            };
            self.book.sample(call.what, 1, call.load(portal, 1, time).await?);
        }
        Ok(())
    }
}

/// Whether documents about everybody are printed: with 100,000 people they have two thousand pages.
pub(super) fn is_printed(size: Size) -> bool {
    size != Size::Huge
}

/// Asks for a moment, so that statements, plans and caches are as they are after a minute's work.
async fn warm_up(server: &Server, call: &Call) -> Outcome<()> {
    let connections = if call.connections.contains(&16) { 16 } else { 1 };
    call.load(server, connections, WARM_UP).await.map(drop)
}

/// Makes these requests one after the other with a pause between two, until something else is over.
async fn ask_beside<'r>(
    portal: &Server,
    requests: impl Iterator<Item = &'r Vec<u8>>,
    pause: Duration,
    is_over: &Cell<bool>,
) -> Outcome<Sample> {
    let (mut connection, mut waits) = (Connection::open(portal.address).await?, Vec::new());
    let began = Instant::now();
    for request in requests.take_while(|_| !is_over.get()) {
        let asked = Instant::now();
        connection.expect(request).await?;
        waits.push(asked.elapsed());
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
    Sample::new(waits, began.elapsed(), Default::default())
}

/// Waits a moment for what has been waited for since `began`, or fails where that is too long.
async fn wait(began: Instant, patience: Duration, what: &str) -> Outcome<()> {
    if began.elapsed() > patience {
        return Err(what.into());
    }
    tokio::time::sleep(LOOK_EVERY).await;
    Ok(())
}
