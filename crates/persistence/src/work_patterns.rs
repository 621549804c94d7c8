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
use domain::work_patterns::{PatternOwner, WorkPatterns};
use sea_orm::prelude::Uuid;
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

const COUNT: &str = "\
    INSERT INTO work_pattern_lists (owner_id, version) VALUES ($1, 1) \
    ON CONFLICT (owner_id) DO UPDATE SET version = work_pattern_lists.version + 1";
const DROP: &str = "DELETE FROM work_patterns WHERE owner_id = $1 AND starts_on = $2";
const SAVE: &str = "\
    INSERT INTO work_patterns (owner_id, starts_on, weekdays, full_day_half_hours, half_day_half_hours, set_at, set_by) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) \
    ON CONFLICT (owner_id, starts_on) DO UPDATE SET weekdays = excluded.weekdays, \
    full_day_half_hours = excluded.full_day_half_hours, half_day_half_hours = excluded.half_day_half_hours, \
    set_at = excluded.set_at, set_by = excluded.set_by";

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

/// What rows of several lists say.
fn in_force(rows: Vec<Row>) -> WorkPatterns {
    let mut lists = HashMap::new();
    for row in rows {
        let owner = owner_of(row.owner);
        let history = lists.remove(&owner).unwrap_or_else(|| owner.no_rows());
        lists.insert(owner, history.with(row.starts_on, row.pattern()));
    }
    WorkPatterns::new(lists)
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
        Ok(in_force(found))
    }

    async fn change(&self, change: &PatternChange, by: UserId, at: Instant) -> Result<()> {
        let PatternChange { owner, dropped, saved } = change.clone();
        let id = id_of(owner);
        self.run(move |connection| async move {
            sql::change(&*connection, COUNT, vec![id.into()]).await?;
            for day in dropped {
                sql::change(&*connection, DROP, vec![id.into(), day.into()]).await?;
            }
            if let Some((from, pattern)) = saved {
                let hours = |of: fn(WorkPattern) -> Hours| pattern.map(|pattern| i32::from(of(pattern).half_hours()));
                let weekdays = pattern.map(|pattern| {
                    pattern.weekdays().iso_numbers().map(|number| number.to_string()).collect::<String>()
                });
                let values = vec![
                    id.into(),
                    from.into(),
                    weekdays.into(),
                    hours(WorkPattern::full_day).into(),
                    hours(WorkPattern::half_day).into(),
                    at.into(),
                    by.uuid().into(),
                ];
                sql::change(&*connection, SAVE, values).await?;
            }
            Ok(())
        })
        .await
    }
}

#[async_trait]
impl WorkPatternReads for Database {
    async fn in_force(&self) -> Result<WorkPatterns> {
        Ok(in_force(self.all(ALL, vec![], read).await?))
    }

    async fn list_of(&self, owner: PatternOwner) -> Result<StoredPatterns> {
        let id = id_of(owner);
        let counted = self.first(VERSION, vec![id.into()], version).await?;
        Ok(listed(counted, self.all(OF_ONE, vec![id.into()], read_set).await?))
    }
}
