//! Reads new events, in the order of their numbers, each at least once.
//!
//! What makes it right is the look every half second; signals only make it quick. A number is given out when an event is
//! written and becomes visible when its transaction commits, so a lower number may appear after a higher one. The feed
//! remembers the numbers that were left out and looks for them again for half a minute, which is longer than a transaction
//! takes. What one that was stuck for longer has done, browsers see when they look again by themselves.

use std::collections::BTreeMap;
use std::time::Duration;

use application::events::Push;
use application::ports::Result;
use sea_orm::{DbBackend, Value};
use tokio::sync::watch;
use tokio::time::Instant;

use super::json::read_pushes;
use crate::database::{Database, Listener, Woken};
use crate::row::Columns;
use crate::sql;

const INTERVAL: Duration = Duration::from_millis(500);
/// Signals within this time share one look.
const TOGETHER: Duration = Duration::from_millis(25);
const GAP_LIFE: Duration = Duration::from_secs(30);
const BATCH: i64 = 500;
/// How far before its start a feed looks for numbers that are still on their way.
const LOOK_BACK: i64 = 200;
/// More left-out numbers than this are not remembered one by one; it takes a fault to make so many.
const MOST_GAPS: usize = 5_000;

// By hand: the feed looks at every signal, for two columns of a wide table, and finds late ones by a list of numbers.
pub(crate) const NEWER: &str = "SELECT seq, audience FROM events WHERE seq > $1 ORDER BY seq LIMIT $2";
const LAST: &str = "SELECT coalesce(max(seq), 0) FROM events";
const NUMBERS: &str = "SELECT seq FROM events WHERE seq > $1 ORDER BY seq";
const LATE_POSTGRES: &str =
    "SELECT seq, audience FROM events WHERE seq = ANY(string_to_array($1, ',')::bigint[]) ORDER BY seq";
const LATE_SQLITE: &str =
    "SELECT seq, audience FROM events WHERE seq IN (SELECT value FROM json_each('[' || $1 || ']')) ORDER BY seq";

/// The events that are committed after the feed was opened.
pub struct EventFeed {
    database: Database,
    cursor: i64,
    gaps: BTreeMap<i64, Instant>,
    found: Vec<Push>,
    recorded: watch::Receiver<u64>,
    listener: Option<Listener>,
}

impl Database {
    /// Opens a feed that begins now.
    pub async fn event_feed(&self) -> Result<EventFeed> {
        // First the signals, then the position: what is committed in between is signalled.
        let recorded = self.recorded();
        let listener = self.postgres_options().map(Listener::start);
        let (cursor, visible) = self
            .read(|connection| async move {
                let number = |columns: &mut Columns<'_>| Ok(columns.take::<i64>()?);
                let last = sql::row(&*connection, LAST, vec![], number).await?.unwrap_or_default();
                let since = vec![(last - LOOK_BACK).max(0).into()];
                let numbers = sql::rows(&*connection, NUMBERS, since, number).await?;
                Ok((last, numbers))
            })
            .await?;
        let mut feed = EventFeed {
            database: self.clone(),
            cursor: (cursor - LOOK_BACK).max(0),
            gaps: BTreeMap::new(),
            found: Vec::new(),
            recorded,
            listener,
        };
        for number in visible.into_iter().filter(|number| *number <= cursor) {
            feed.advance(number);
        }
        feed.cursor = cursor;
        Ok(feed)
    }
}

impl EventFeed {
    /// Waits for new events, and returns the messages that they carry, oldest first. While the database is away it waits on.
    /// A wait that is given up loses nothing: what was found by then comes with the next one.
    pub async fn next(&mut self) -> Vec<Push> {
        loop {
            if let Err(error) = self.look().await {
                tracing::debug!(%error, "the event feed could not look; it will again");
            }
            if !self.found.is_empty() {
                return std::mem::take(&mut self.found);
            }
            self.wait().await;
        }
    }

    async fn wait(&mut self) {
        let signalled = async {
            match &mut self.listener {
                Some(listener) => listener.woken().await,
                None => std::future::pending::<Woken>().await,
            }
        };
        tokio::select! {
            _ = self.recorded.changed() => {}
            _ = signalled => {}
            () = tokio::time::sleep(INTERVAL) => return,
        }
        // Where many write, one look finds what several signals told of: a look for each would cost more than the writes'
        // own reads. What is signalled meanwhile is committed, so the look that follows sees it.
        tokio::time::sleep(TOGETHER).await;
        self.recorded.mark_unchanged();
        if let Some(listener) = &mut self.listener {
            listener.mark_heard();
        }
    }

    /// Looks once, and keeps what it finds in `found`.
    async fn look(&mut self) -> Result<()> {
        self.look_for_late_ones().await?;
        loop {
            let values = vec![self.cursor.into(), BATCH.into()];
            let rows = self.numbered(NEWER, values).await?;
            let is_full = rows.len() == usize::try_from(BATCH).unwrap_or(usize::MAX);
            for (number, audience) in rows {
                self.advance(number);
                self.found.extend(read_pushes(&audience));
            }
            if !is_full {
                return Ok(());
            }
        }
    }

    /// Finds the events that were left out earlier and have appeared, and gives up those that are too old. In this order:
    /// while the database is away nobody can look, and time passes all the same.
    async fn look_for_late_ones(&mut self) -> Result<()> {
        if self.gaps.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = self.gaps.keys().map(ToString::to_string).collect();
        let is_postgres = self.database.backend() == DbBackend::Postgres;
        let statement = if is_postgres { LATE_POSTGRES } else { LATE_SQLITE };
        for (number, audience) in self.numbered(statement, vec![numbers.join(",").into()]).await? {
            self.gaps.remove(&number);
            self.found.extend(read_pushes(&audience));
        }
        self.gaps.retain(|_, noticed| noticed.elapsed() < GAP_LIFE);
        Ok(())
    }

    /// The numbers and messages that a statement finds.
    async fn numbered(&self, statement: &'static str, values: Vec<Value>) -> Result<Vec<(i64, String)>> {
        self.database.all(statement, values, |columns| Ok((columns.take()?, columns.take()?))).await
    }

    /// Moves the cursor to `number`, and remembers the numbers in between.
    fn advance(&mut self, number: i64) {
        let now = Instant::now();
        let room = MOST_GAPS.saturating_sub(self.gaps.len());
        self.gaps.extend((self.cursor + 1..number).rev().take(room).map(|left_out| (left_out, now)));
        self.cursor = self.cursor.max(number);
    }
}
