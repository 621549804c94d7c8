//! Work patterns: the lists of the organisation and of people, row by row, and how often each list was changed.

use application::ports::{
    PatternChange, Result, StoredPattern, StoredPatterns, WorkPatternReads, WorkPatternRepository,
};
use async_trait::async_trait;
use chrono::{NaiveDate, Weekday};
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::person::FullName;
use domain::time::{Weekdays, WorkPattern};
use domain::timesheet::Hours;
use domain::work_patterns::{PatternOwner, PatternRows, WorkPatterns};
use sea_orm::prelude::Uuid;
use sea_orm::{DbBackend, Value};
use serde_json::json;
use std::collections::HashMap;

use crate::database::Database;
use crate::row::{Columns, from_column, row};
use crate::sql;
use crate::unit::Unit;

from_column! {
    // As a text of ISO numbers, such as `12345`.
    Weekdays: String => |digits| {
        let days: Option<Vec<Weekday>> =
            digits.bytes().map(|digit| Weekday::try_from(digit.checked_sub(b'1')?).ok()).collect();
        Self::new(days?)
    },
}

/// What a row says, and in whose list.
pub(crate) struct Row {
    owner: Uuid,
    starts_on: NaiveDate,
    weekdays: Option<Weekdays>,
    full_day: Option<Hours>,
    half_day: Option<Hours>,
}

row! {
    COLUMNS, read("work_patterns") -> Row {
        owner: "p.owner_id",
        starts_on: "p.starts_on",
        weekdays: "p.weekdays",
        full_day: "p.full_day_half_hours",
        half_day: "p.half_day_half_hours",
    }
}

impl Row {
    fn pattern(&self) -> Option<WorkPattern> {
        let (full, half) = self.full_day.zip(self.half_day)?;
        WorkPattern::new(self.weekdays?, full, half).ok()
    }
}

/// The same, with when it was set and by whom.
pub(crate) struct SetRow {
    row: Row,
    set_at: Instant,
    set_by: Option<FullName>,
}

row! {
    SET_COLUMNS, read_set("work_patterns") -> SetRow {
        row: [COLUMNS => read],
        set_at: "p.set_at",
        set_by: ["u.first_name, u.last_name" => Columns::maybe_name],
    }
}

const ALL: &str = concat!("SELECT ", COLUMNS, " FROM work_patterns p");
pub(crate) const OF_ONE: &str = concat!(
    "SELECT ",
    SET_COLUMNS,
    " FROM work_patterns p LEFT JOIN users u ON u.id = p.set_by WHERE p.owner_id = $1 ORDER BY p.starts_on"
);
const WITH_ONE: &str = concat!("SELECT ", COLUMNS, " FROM work_patterns p WHERE p.owner_id IN ($1, $2)");
const VERSION: &str = "SELECT version FROM work_pattern_lists WHERE owner_id = $1";

/// The lists in the JSON parameter `$1`. SQLite needs the condition, so as not to take `ON CONFLICT` for one of a join.
pub(crate) fn count_statement(backend: DbBackend) -> String {
    let rows = sql::unfolded(backend, &[("owner_id", "uuid")]);
    format!(
        "INSERT INTO work_pattern_lists (owner_id, version) SELECT n.owner_id, 1 FROM {rows} WHERE TRUE \
         ON CONFLICT (owner_id) DO UPDATE SET version = work_pattern_lists.version + 1"
    )
}

/// The days in the JSON parameter `$1`.
pub(crate) fn drop_statement(backend: DbBackend) -> String {
    let rows = sql::unfolded(backend, &[("owner_id", "uuid"), ("starts_on", "date")]);
    format!("DELETE FROM work_patterns WHERE (owner_id, starts_on) IN (SELECT n.owner_id, n.starts_on FROM {rows})")
}

/// The rows in the JSON parameter `$1`, likewise.
pub(crate) fn save_statement(backend: DbBackend) -> String {
    let columns = [
        ("owner_id", "uuid"),
        ("starts_on", "date"),
        ("weekdays", "text"),
        ("full_day_half_hours", "integer"),
        ("half_day_half_hours", "integer"),
    ];
    let rows = sql::unfolded(backend, &columns);
    format!(
        "INSERT INTO work_patterns (owner_id, starts_on, weekdays, full_day_half_hours, half_day_half_hours, set_at, set_by) \
         SELECT n.owner_id, n.starts_on, n.weekdays, n.full_day_half_hours, n.half_day_half_hours, $2, $3 FROM {rows} \
         WHERE TRUE ON CONFLICT (owner_id, starts_on) DO UPDATE SET weekdays = excluded.weekdays, \
         full_day_half_hours = excluded.full_day_half_hours, half_day_half_hours = excluded.half_day_half_hours, \
         set_at = excluded.set_at, set_by = excluded.set_by"
    )
}

/// By hand for [`sql::among`].
pub(crate) fn of_people_statement(backend: DbBackend) -> String {
    format!("SELECT {COLUMNS} FROM work_patterns p WHERE {}", sql::among(backend, "p.owner_id", 1))
}

/// The organisation has the id that nobody has.
fn id_of(owner: PatternOwner) -> Uuid {
    match owner {
        PatternOwner::Organisation => Uuid::nil(),
        PatternOwner::Person(user) => user.uuid(),
    }
}

fn owner_of(id: Uuid) -> PatternOwner {
    if id.is_nil() { PatternOwner::Organisation } else { PatternOwner::Person(UserId::new(id)) }
}

fn listed(version: Option<u32>, rows: Vec<SetRow>) -> StoredPatterns {
    let stored = |SetRow { row, set_at, set_by }: SetRow| StoredPattern {
        from: row.starts_on,
        pattern: row.pattern(),
        set_at,
        set_by,
    };
    StoredPatterns { version: version.unwrap_or(0), rows: rows.into_iter().map(stored).collect() }
}

/// What rows of several lists say, list by list.
pub(crate) fn lists(rows: Vec<Row>) -> HashMap<PatternOwner, PatternRows> {
    let mut lists = HashMap::new();
    for row in rows {
        let owner = owner_of(row.owner);
        let history = lists.remove(&owner).unwrap_or_else(|| owner.no_rows());
        lists.insert(owner, history.with(row.starts_on, row.pattern()));
    }
    lists
}

fn version(columns: &mut Columns<'_>) -> Result<u32, crate::fault::Failure> {
    let place = columns.place("work_pattern_lists");
    columns.column(&place, "version")
}

#[async_trait]
impl WorkPatternRepository for Unit {
    async fn lock(&self, owner: PatternOwner) -> Result<StoredPatterns> {
        let id = id_of(owner);
        self.run(move |connection| async move {
            sql::serialise(&*connection, &format!("daybook work patterns {id}")).await?;
            let counted = sql::rows(&*connection, VERSION, vec![id.into()], version).await?.pop();
            Ok(listed(counted, sql::rows(&*connection, OF_ONE, vec![id.into()], read_set).await?))
        })
        .await
    }

    async fn in_force(&self, person: Option<UserId>) -> Result<WorkPatterns> {
        let found = match person {
            None => self.all(ALL, vec![], read).await?,
            Some(user) => self.all(WITH_ONE, vec![Uuid::nil().into(), user.uuid().into()], read).await?,
        };
        Ok(WorkPatterns::new(lists(found)))
    }

    async fn change(&self, changes: &[PatternChange], by: Option<UserId>, at: Instant) -> Result<()> {
        let backend = self.backend();
        let of = |change: &PatternChange| id_of(change.owner).simple().to_string();
        let lists = changes.iter().map(|change| json!({ "owner_id": of(change) })).collect();
        let dropped = |change: &PatternChange| {
            let row = |day| json!({ "owner_id": of(change), "starts_on": day });
            change.dropped.iter().map(row).collect::<Vec<_>>()
        };
        let saved = |change: &PatternChange| {
            let (from, pattern) = change.saved?;
            let digits =
                |pattern: WorkPattern| pattern.weekdays().iso_numbers().map(|number| number.to_string()).collect();
            let weekdays: Option<String> = pattern.map(digits);
            Some(json!({
                "owner_id": of(change),
                "starts_on": from,
                "weekdays": weekdays,
                "full_day_half_hours": pattern.map(|pattern| pattern.full_day().half_hours()),
                "half_day_half_hours": pattern.map(|pattern| pattern.half_day().half_hours()),
            }))
        };
        let by_whom = vec![at.into(), by.map(UserId::uuid).into()];
        let steps: [(String, Vec<serde_json::Value>, Vec<Value>); 3] = [
            (count_statement(backend), lists, Vec::new()),
            (drop_statement(backend), changes.iter().flat_map(dropped).collect(), Vec::new()),
            (save_statement(backend), changes.iter().filter_map(saved).collect(), by_whom),
        ];
        for (statement, rows, more) in steps {
            if !rows.is_empty() {
                let values = std::iter::once(json!(rows).to_string().into()).chain(more).collect();
                self.change(statement, values).await?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl WorkPatternReads for Database {
    async fn in_force(&self) -> Result<WorkPatterns> {
        Ok(WorkPatterns::new(lists(self.all(ALL, vec![], read).await?)))
    }

    async fn list_of(&self, owner: PatternOwner) -> Result<StoredPatterns> {
        let id = id_of(owner);
        let counted = self.first(VERSION, vec![id.into()], version).await?;
        Ok(listed(counted, self.all(OF_ONE, vec![id.into()], read_set).await?))
    }
}
