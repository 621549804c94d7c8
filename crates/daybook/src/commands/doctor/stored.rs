//! What the doctor looks at in the database.

use super::Finding;
use super::machine::locked;
use crate::commands::backup::size;
use crate::config::Config;
use crate::wiring::{clock, database_settings, policy};
use application::audit::{Checked, verify_newest};
use application::ports::{Clock, StoreError};
use application::system_reports::{JobStanding, PortalState, portal_state};
use application::{Error, Moment};
use chrono::TimeDelta;
use domain::Instant;
use domain::time::Zones;
use persistence::{Database, Facts, Instance, SchemaState, Settings, Standby};
use security::SystemClock;

/// So many of the newest entries of the audit log are verified.
const VERIFIED: i64 = 1_000;
/// How long an event may be without a seal.
const UNSEALED: TimeDelta = TimeDelta::minutes(1);
/// How far the clocks may be apart.
const APART: TimeDelta = TimeDelta::seconds(5);
/// How old the newest backup may be.
const BACKED_UP: TimeDelta = TimeDelta::days(7);

const READ_ONLY: &str =
    "the account in DAYBOOK_DATABASE_URL may not write there, and needs the right to create tables in its schema";
const UNPROTECTED: &str =
    "data and password may be readable in transit: add sslmode=verify-full to DAYBOOK_DATABASE_URL";
const NOT_OPEN: &str = "the database cannot be read";
const ALL_LATE: &str = "all are late: the portal is not running";
const NOT_CURRENT: &str = "the database does not belong to this version";

/// A database, and what it says of itself; or why it cannot be read.
pub(super) struct Stored<'a> {
    config: &'a Config,
    opened: Result<Opened, String>,
}

struct Opened {
    database: Database,
    facts: Facts,
    /// This machine's clock when the database told its own.
    asked_at: Instant,
    schema: SchemaState,
    /// The state read from the database, and when; or why it cannot be read.
    state: Result<(PortalState, Moment), Finding>,
}

impl<'a> Stored<'a> {
    pub(super) async fn of(config: &'a Config, opened: Result<Database, String>) -> Self {
        let opened = match opened {
            Ok(database) => ask(config, database).await,
            Err(why) => Err(why),
        };
        Self { config, opened }
    }

    /// Which database it is, and whether it keeps what it has acknowledged.
    pub(super) fn database(&self) -> Finding {
        let facts = match &self.opened {
            Ok(opened) => &opened.facts,
            Err(why) => return Finding::Failure(why.clone()),
        };
        let told = format!("{} {}, {}", facts.engine, facts.version, size(facts.bytes));
        if let Some(why) = locked(self.config) {
            return Finding::Failure(format!("{told}; {why}"));
        }
        if !facts.may_write {
            return Finding::Failure(format!("{told}; {READ_ONLY}"));
        }
        reached(told, &facts.off, database_settings(self.config).is_readable_on_the_way())
    }

    /// Whether the schema is that of this program.
    pub(super) async fn schema(&self) -> Finding {
        match &self.opened {
            Err(_) => Finding::Failure(NOT_OPEN.to_owned()),
            Ok(Opened { database, schema: SchemaState::Current(newest), .. }) => {
                let instances = database.instances().await;
                instances.map_or_else(unread, |instances| served(newest, &instances))
            }
            Ok(Opened { schema: SchemaState::Older { missing, .. }, .. }) => {
                Finding::Failure(format!("{} migrations are missing: run daybook migrate", missing.len()))
            }
            Ok(Opened { schema: SchemaState::Newer(unknown), .. }) => Finding::Failure(format!(
                "it was made by a newer version of daybook (it has the migration {unknown}): run that version instead"
            )),
        }
    }

    /// Whether the standby can answer reports.
    pub(super) async fn standby(&self, settings: &Settings) -> Finding {
        let primary = match &self.opened {
            Ok(Opened { database, schema: SchemaState::Current(_), .. }) => database,
            Ok(_) => return Finding::Failure(NOT_CURRENT.to_owned()),
            Err(_) => return Finding::Failure(NOT_OPEN.to_owned()),
        };
        match Standby::look_at(primary, settings).await {
            Ok(lag) => Finding::Fine(format!("follows, {:.1} s behind", lag.as_secs_f64())),
            Err(why) => Finding::Warning(format!("{why}; the primary answers reports meanwhile")),
        }
    }

    /// Whether this machine's clock is that of the database.
    pub(super) fn clock(&self) -> Finding {
        let Ok(opened) = &self.opened else { return Finding::Failure(NOT_OPEN.to_owned()) };
        let apart = (opened.facts.now - opened.asked_at).abs();
        let told = format!("{:.1} s off the database's", apart.as_seconds_f64());
        if apart > APART { Finding::Warning(told) } else { Finding::Fine(told) }
    }

    /// How many mails were given up, where that can be read.
    pub(super) fn given_up(&self) -> Option<u32> {
        self.state().ok().map(|(state, _)| state.mail.given_up)
    }

    /// Whether every job runs as it should.
    pub(super) fn jobs(&self) -> Finding {
        let PortalState { jobs, .. } = match self.state() {
            Ok((state, _)) => state,
            Err(failure) => return failure,
        };
        let named = |is_meant: &dyn Fn(&JobStanding) -> bool| {
            let meant = jobs.iter().filter(|job| is_meant(job));
            meant.map(|job| job.job.name()).collect::<Vec<_>>().join(", ")
        };
        let (failed, late) = (named(&JobStanding::is_failed), named(&|job| job.is_late));
        match (failed.is_empty(), late.is_empty()) {
            (true, true) => Finding::Fine("none has failed or is late".to_owned()),
            (true, false) if jobs.iter().all(|job| job.is_late) => Finding::Warning(ALL_LATE.to_owned()),
            (true, false) => Finding::Warning(format!("late: {late}")),
            (false, true) => Finding::Failure(format!("failed: {failed}")),
            (false, false) => Finding::Failure(format!("failed: {failed}; late: {late}")),
        }
    }

    /// Whether the newest entries of the audit log verify, and all are sealed.
    pub(super) async fn audit(&self) -> Finding {
        let opened = self.opened.as_ref().map_err(|_| Finding::Failure(NOT_OPEN.to_owned()));
        match (self.state(), opened) {
            (Ok((state, moment)), Ok(Opened { database, .. })) => match verify_newest(database, VERIFIED).await {
                Ok(checked) => audited(&checked, state.unsealed.since, moment.now, &moment.rules.zones),
                Err(error) => unread(error),
            },
            (Err(failure), _) | (_, Err(failure)) => failure,
        }
    }

    /// How old the newest backup is.
    pub(super) fn backup(&self) -> Finding {
        match self.state() {
            Ok((state, moment)) => backed_up(state.backup, moment.now, &moment.rules.zones),
            Err(failure) => failure,
        }
    }

    fn state(&self) -> Result<&(PortalState, Moment), Finding> {
        match &self.opened {
            Err(_) => Err(Finding::Failure(NOT_OPEN.to_owned())),
            Ok(opened) => opened.state.as_ref().map_err(Finding::clone),
        }
    }

    pub(super) async fn close(self) {
        if let Ok(opened) = self.opened {
            opened.database.close().await;
        }
    }
}

async fn ask(config: &Config, database: Database) -> Result<Opened, String> {
    let told = |error: StoreError| error.to_string();
    let facts = database.facts().await.map_err(told)?;
    let asked_at = SystemClock.now();
    let schema = database.schema_state().await.map_err(told)?;
    let state = match &schema {
        SchemaState::Current(_) => read_state(config, &database).await.map_err(unread),
        _ => Err(Finding::Failure(NOT_CURRENT.to_owned())),
    };
    Ok(Opened { database, facts, asked_at, schema, state })
}

async fn read_state(config: &Config, database: &Database) -> Result<(PortalState, Moment), Error> {
    let policy = policy(config);
    policy.refresh(database).await?;
    let (now, rules) = (clock(config).now(), policy.in_force().rules.clone());
    let moment = Moment { now, today: rules.zones.day_in(now), rules };
    Ok((portal_state(database, &moment).await?, moment))
}

/// A writable database, with the objections to its settings: `off` ones, and a connection that others can read.
fn reached(mut told: String, off: &[&str], is_readable: bool) -> Finding {
    if !off.is_empty() {
        told = format!("{told}; acknowledged writes may be lost in a crash: {} off", off.join(" and "));
    }
    if is_readable {
        told = format!("{told}; {UNPROTECTED}");
    }
    if off.is_empty() && !is_readable { Finding::Fine(told) } else { Finding::Warning(told) }
}

fn unread(error: impl Into<Error>) -> Finding {
    Finding::Failure(error.into().to_string())
}

/// The schema, and the instances that serve it.
fn served(newest: &str, instances: &[Instance]) -> Finding {
    let told = |instance: &Instance| format!("{} (version {})", instance.name, instance.version);
    let named = |instances: Vec<&Instance>| instances.into_iter().map(told).collect::<Vec<_>>().join(", ");
    let (older, current): (Vec<_>, Vec<_>) = instances.iter().partition(|instance| instance.is_older());
    let mut text = newest.to_owned();
    if !current.is_empty() {
        text = format!("{text}, served by {}", named(current));
    }
    if older.is_empty() {
        return Finding::Fine(text);
    }
    Finding::Warning(format!("{text}; still to be started in this version: {}", named(older)))
}

fn audited(checked: &Checked, unsealed_since: Option<Instant>, now: Instant, zones: &Zones) -> Finding {
    let position = checked.chain.newest.position;
    if let Some(found) = &checked.found {
        return Finding::Failure(format!("the chain is broken at entry {}", found.position));
    }
    match unsealed_since.filter(|since| now - *since > UNSEALED) {
        Some(since) => Finding::Warning(format!("what happened since {} is not sealed yet", time(since, zones))),
        None => Finding::Fine(format!("{} entries verified, the newest is {position}", checked.entries)),
    }
}

fn backed_up(newest: Option<Instant>, now: Instant, zones: &Zones) -> Finding {
    match newest {
        None => Finding::Warning("none has been made yet".to_owned()),
        Some(at) if now - at > BACKED_UP => Finding::Warning(format!("the newest is from {}", time(at, zones))),
        Some(at) => Finding::Fine(format!("the newest is from {}", time(at, zones))),
    }
}

fn time(at: Instant, zones: &Zones) -> String {
    zones.local(at).format("%Y-%m-%d %H:%M:%S").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_forgets_or_is_read_on_the_way_is_a_warning() {
        let found = |off: &[&str], is_readable| reached("PostgreSQL 17".to_owned(), off, is_readable);
        assert_eq!(found(&[], false), Finding::Fine("PostgreSQL 17".to_owned()));
        assert!(matches!(found(&["fsync"], false), Finding::Warning(told) if told.ends_with("crash: fsync off")));
        let both = found(&["fsync"], true);
        assert!(matches!(&both, Finding::Warning(told) if told.contains("fsync off; data and password")), "{both:?}");
    }
}
