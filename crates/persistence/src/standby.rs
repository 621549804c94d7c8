//! A read-only standby of the primary, for reports. PostgreSQL replicates; this module only reads, and knows the lag.
//!
//! The lag is measured by positions in the write-ahead log and by the clock of this process alone. The position of the primary is
//! noted again and again, with the time. The position that the standby has replayed gives the newest note that it has reached, and
//! everything that was committed before the time of that note is on the standby. So an idle primary makes nothing look old, and no
//! clock is compared with that of another machine.
//!
//! A report first waits a moment for everything that was committed when it was requested. That position stays the same however much
//! is written meanwhile, so a standby that follows closely answers as the primary would. A slower one is read as it is, unless it
//! is too far behind.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use constcat::concat;
use sea_orm::sqlx::{self, Connection, PgConnection};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, timeout};

use crate::database::{Database, Fallback, OpenError, Settings};
use crate::instances::newest_migration;

/// The largest lag with which the standby is used.
const MOST_LAG: Duration = Duration::from_secs(10);
/// How long a report waits for everything that was committed before it.
const PATIENCE: Duration = Duration::from_millis(250);
/// The time between two checks of the standby while nobody waits for it, and while somebody does.
const INTERVAL: Duration = Duration::from_millis(500);
const SOON: Duration = Duration::from_millis(10);
/// How long it may take to answer such a check.
const ANSWER: Duration = Duration::from_secs(1);
/// The shortest time between two noted positions of the primary, and their number, enough for [`MOST_LAG`].
const APART: Duration = Duration::from_millis(100);
const MOST_NOTED: usize = 150;

/// The numbers of the system and the database, which a standby inherits from its primary.
type Identity = (i64, i64);

// By hand: these bypass the count of the statements of requests, and use functions that only PostgreSQL has.
const IDENTITY: &str = "(SELECT system_identifier FROM pg_control_system()), \
    (SELECT oid::bigint FROM pg_database WHERE datname = current_database())";
const PRIMARY: &str = concat!("SELECT (pg_current_wal_flush_lsn() - '0/0')::bigint, ", IDENTITY);
const STANDBY: &str = concat!(
    "SELECT pg_is_in_recovery(), coalesce((pg_last_wal_replay_lsn() - '0/0')::bigint, 0), \
     (SELECT max(version) FROM seaql_migrations), ",
    IDENTITY
);

/// A standby that is checked all the time. Cloning it is cheap.
#[derive(Clone)]
pub struct Standby(Arc<Watched>);

/// The standby for the reads of one report.
pub struct Lent {
    /// Once the standby fails them, or takes too long, they go to the primary.
    pub reads: Database,
    /// How far behind it may be; `None` if it has everything that was committed before the report was requested.
    pub lag: Option<Duration>,
}

struct Watched {
    primary: Database,
    standby: Database,
    /// How far the standby has come; `None` while it cannot be used.
    replayed: watch::Sender<Option<i64>>,
    noted: Mutex<Noted>,
    /// How many reports wait for it.
    waiting: AtomicUsize,
    wake: Arc<Notify>,
}

impl Standby {
    /// Starts checking the standby of `primary`, until the last handle is gone. It may be away.
    pub fn follow(primary: &Database, settings: &Settings) -> Result<Self, OpenError> {
        let watched = Arc::new(Watched::new(primary, settings)?);
        drop(tokio::spawn(rounds(Arc::downgrade(&watched))));
        Ok(Self(watched))
    }

    /// Checks the standby of `primary` once. Returns how long it takes to catch up with this moment, or why it cannot be used.
    pub async fn look_at(primary: &Database, settings: &Settings) -> Result<Duration, String> {
        let watched = Watched::new(primary, settings).map_err(|error| error.to_string())?;
        let (began, mut connection) = (Instant::now(), None);
        let (position, identity) = watched.note().await.ok_or("the primary does not say where it stands")?;
        while began.elapsed() < MOST_LAG {
            if watched.ask(&mut connection, Some(identity)).await? >= position {
                return Ok(began.elapsed());
            }
            sleep(SOON).await;
        }
        Err(LAGS.to_owned())
    }

    /// The standby for the reads of one report; `None` where the primary has to answer it. After `within`, this wait included, its reads
    /// go to the primary.
    pub async fn lend(&self, within: Duration) -> Option<Lent> {
        let until = Instant::now() + within;
        let Watched { primary, standby, replayed, waiting, wake, .. } = &*self.0;
        self.lag().filter(|lag| *lag <= MOST_LAG)?;
        let (position, _) = self.0.note().await?;
        let mut seen = replayed.subscribe();
        let waits = Waiting::new(waiting);
        wake.notify_one();
        let has_come = seen.wait_for(|replayed| replayed.is_none_or(|replayed| replayed >= position));
        let lag = match timeout(PATIENCE, has_come).await {
            Ok(replayed) => {
                (*replayed.ok()?)?;
                None
            }
            Err(_) => Some(self.lag().filter(|lag| *lag <= MOST_LAG)?),
        };
        drop(waits);
        let fallback = Fallback::new(primary.clone(), replayed.subscribe(), Arc::clone(wake), until);
        Some(Lent { reads: standby.with_fallback(fallback), lag })
    }

    /// How far the standby is behind at most; `None` while it cannot be used.
    pub fn lag(&self) -> Option<Duration> {
        self.0.lag()
    }

    /// Whether reports may read from it now.
    pub fn is_usable(&self) -> bool {
        self.lag().is_some_and(|lag| lag <= MOST_LAG)
    }
}

impl Watched {
    fn new(primary: &Database, settings: &Settings) -> Result<Self, OpenError> {
        Ok(Self {
            primary: primary.clone(),
            standby: Database::standby(settings)?,
            replayed: watch::Sender::new(None),
            noted: Mutex::default(),
            waiting: AtomicUsize::new(0),
            wake: Arc::default(),
        })
    }

    /// Notes the present position of the primary, and returns it.
    async fn note(&self) -> Option<(i64, Identity)> {
        let at = Instant::now();
        let asked = self.primary.first(PRIMARY, vec![], |columns| {
            Ok((columns.take::<i64>()?, (columns.take::<i64>()?, columns.take::<i64>()?)))
        });
        let (position, identity) = asked.await.ok().flatten()?;
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).add(at, position);
        Some((position, identity))
    }

    fn lag(&self) -> Option<Duration> {
        let replayed = (*self.replayed.borrow())?;
        let as_of = self.noted.lock().unwrap_or_else(PoisonError::into_inner).as_of(replayed)?;
        Some(as_of.elapsed())
    }

    /// How far the standby of this primary has come, or why it cannot be used.
    async fn ask(&self, connection: &mut Option<PgConnection>, primary: Option<Identity>) -> Result<i64, &'static str> {
        let asking = async {
            let open = match connection.take() {
                Some(open) => open,
                None => PgConnection::connect_with(self.standby.postgres_options()?).await.ok()?,
            };
            let found = stand(connection.insert(open)).await;
            found.inspect_err(|error| tracing::debug!(%error, "the standby does not say where it stands")).ok()
        };
        let Some(Some((is_standby, replayed, newest, system, database))) = timeout(ANSWER, asking).await.ok() else {
            *connection = None;
            return Err("it cannot be reached or read");
        };
        if !is_standby {
            return Err("it is not a standby: it takes writes");
        }
        if primary.is_some_and(|primary| primary != (system, database)) {
            return Err("it is a standby of another database");
        }
        if newest != Some(newest_migration()) {
            return Err("its schema is not that of this version");
        }
        Ok(replayed)
    }
}

const LAGS: &str = "it is more than 10 seconds behind";

type Standing = (bool, i64, Option<String>, i64, i64);

async fn stand(connection: &mut PgConnection) -> Result<Standing, sqlx::Error> {
    sqlx::query_as(STANDBY).fetch_one(connection).await
}

/// Checks the standby until the last handle on it is gone.
async fn rounds(watched: Weak<Watched>) {
    let (mut connection, mut identity, mut said) = (None, None, None);
    let (began, mut noted) = (Instant::now(), None::<Instant>);
    while let Some(watched) = watched.upgrade() {
        if noted.is_none_or(|noted| noted.elapsed() >= INTERVAL) {
            noted = Some(Instant::now());
            identity = watched.note().await.map(|(_, identity)| identity).or(identity);
        }
        // Until the primary has identified itself, nobody knows whether this is its standby.
        let found = match identity {
            None => Err("the primary does not say where it stands"),
            found => watched.ask(&mut connection, found).await,
        };
        if watched.replayed.send_replace(found.ok()).is_some() && found.is_err() {
            // No connection outlives an outage, so that the first reports after it do not try a dead one.
            watched.standby.renew();
        }
        let fit = match (found, watched.lag()) {
            (Err(why), _) => Some(Err(why)),
            (Ok(_), Some(lag)) if lag <= MOST_LAG => Some(Ok(())),
            // It follows, but has not reached the first note yet.
            (Ok(_), None) if began.elapsed() <= MOST_LAG => None,
            (Ok(_), _) => Some(Err(LAGS)),
        };
        if let Some(fit) = fit
            && said.replace(fit) != Some(fit)
        {
            match fit {
                Ok(()) => tracing::info!("the standby follows; it answers reports"),
                Err(why) => tracing::warn!(why, "the standby cannot answer reports; the primary does"),
            }
        }
        if watched.waiting.load(Ordering::Relaxed) > 0 && found.is_ok() {
            sleep(SOON).await;
        } else {
            drop(timeout(INTERVAL, watched.wake.notified()).await);
        }
    }
}

/// A waiting report.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The latest positions of the primary, oldest first.
#[derive(Default)]
struct Noted(VecDeque<(Instant, i64)>);

impl Noted {
    /// Notes that everything committed before `at` lies before `position`.
    fn add(&mut self, at: Instant, position: i64) {
        if self.0.back().is_some_and(|(last, _)| at < *last + APART) {
            return;
        }
        if self.0.len() == MOST_NOTED {
            self.0.pop_front();
        }
        self.0.push_back((at, position));
    }

    /// The newest instant before which nothing was committed that lies behind `replayed`.
    fn as_of(&self, replayed: i64) -> Option<Instant> {
        self.0.iter().rev().find(|(_, position)| *position <= replayed).map(|(at, _)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standby_is_as_of_the_newest_position_that_it_has_replayed() {
        let (start, mut noted) = (Instant::now(), Noted::default());
        let second = |count: u64| start + Duration::from_secs(count);
        for (at, position) in [(1, 100), (2, 200), (3, 200), (4, 300)] {
            noted.add(second(at), position);
        }
        for (replayed, as_of) in
            [(99, None), (100, Some(1)), (199, Some(1)), (200, Some(3)), (300, Some(4)), (999, Some(4))]
        {
            assert_eq!(noted.as_of(replayed), as_of.map(second), "{replayed}");
        }
    }

    #[test]
    fn the_notes_reach_back_further_than_a_standby_may_lag() {
        let (start, mut noted) = (Instant::now(), Noted::default());
        for (count, position) in (0..1_000).zip(0..) {
            noted.add(start + count * APART / 2, position);
        }
        assert_eq!(noted.0.len(), MOST_NOTED);
        let (oldest, newest) = (noted.0[0].0, noted.0[MOST_NOTED - 1].0);
        assert!(newest - oldest > MOST_LAG, "{:?}", newest - oldest);
    }
}
