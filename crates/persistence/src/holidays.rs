//! Holidays.

use application::ports::{HolidayReads, HolidayRepository, HolidayView, Result, StoreError};
use async_trait::async_trait;
use chrono::{Datelike, NaiveDate};
use constcat::concat;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::{HolidayId, UserId};
use domain::time::Holidays;
use sea_orm::{ColumnTrait, DbBackend, DeleteMany, EntityTrait, QueryFilter, Set};
use serde_json::json;

use std::sync::Arc;

use self::holiday::{ActiveModel, Column, Entity};
use crate::database::Database;
use crate::entity::entity;
use crate::row::{Columns, ids, row};
use crate::sql;
use crate::unit::Unit;

ids!(HolidayId);

entity! {
    /// A day on which the organisation does not work.
    holiday("holidays") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        date: Date,
        name: String,
        description: Option<String>,
        is_recurring: bool,
        created_by: Option<Uuid>,
        created_at: DateTimeUtc,
        updated_at: DateTimeUtc,
        end_year: Option<i32>,
    }
}

row! {
    HOLIDAY_COLUMNS, holiday("holidays") -> Holiday {
        id: "h.id",
        date: "h.date",
        name: "h.name",
        description: "h.description",
        is_recurring: "h.is_recurring",
        end_year: "h.end_year",
        created_by: "h.created_by",
    }
}

row! {
    VIEW_COLUMNS, view("holidays") -> HolidayView {
        holiday: [HOLIDAY_COLUMNS => holiday],
        creator: ["u.first_name, u.last_name" => Columns::maybe_name],
    }
}

const BETWEEN: &str = concat!(
    "SELECT ",
    VIEW_COLUMNS,
    " FROM holidays h LEFT JOIN users u ON u.id = h.created_by \
    WHERE h.date <= $2 AND (h.date >= $1 OR h.is_recurring) AND (h.end_year IS NULL OR h.end_year >= $3) ORDER BY h.date"
);

/// By hand, to be read as the rows of the statement above are.
pub(crate) const ALL: &str = concat!("SELECT ", HOLIDAY_COLUMNS, " FROM holidays h");

const BY_DATE: &str = concat!(ALL, " ORDER BY h.date");

/// All holidays as of now, for who has asked for the number of their changes. They are read by `read`, where they have changed.
pub(crate) async fn kept(
    database: &Database,
    version: i64,
    read: impl Future<Output = Result<Vec<Holiday>>>,
) -> Result<Arc<Holidays>> {
    let kept = database.kept_holidays();
    match kept.at(version) {
        Some(holidays) => Ok(holidays),
        None => Ok(kept.keep(version, Holidays::new(&read.await?))),
    }
}

/// Only one transaction at a time changes the holidays.
const LOCK: &str = "daybook holidays";

/// A statement has at most some ten thousand parameters.
const ROWS_TOGETHER: usize = 500;

/// The holidays in the JSON parameter `$1`, as rows of a table `n`, at the moment `$2`.
pub(crate) fn update(backend: DbBackend) -> String {
    let rows = if backend == DbBackend::Postgres {
        "json_to_recordset($1::json) AS n \
         (id uuid, date date, name text, description text, is_recurring boolean, end_year integer)"
    } else {
        "(SELECT unhex(value ->> 'id') AS id, value ->> 'date' AS date, value ->> 'name' AS name, \
         value ->> 'description' AS description, value ->> 'is_recurring' AS is_recurring, value ->> 'end_year' AS end_year \
         FROM json_each($1)) AS n"
    };
    format!(
        "UPDATE holidays SET date = n.date, name = n.name, description = n.description, \
         is_recurring = n.is_recurring, end_year = n.end_year, updated_at = $2 FROM {rows} WHERE holidays.id = n.id"
    )
}

pub(crate) fn delete(holiday: HolidayId) -> DeleteMany<Entity> {
    Entity::delete_many().filter(Column::Id.eq(holiday.uuid()))
}

fn new_row(holiday: &Holiday, at: Instant) -> ActiveModel {
    ActiveModel {
        id: Set(holiday.id.uuid()),
        date: Set(holiday.date),
        name: Set(holiday.name.clone()),
        description: Set(holiday.description.clone()),
        is_recurring: Set(holiday.is_recurring),
        end_year: Set(holiday.end_year),
        created_by: Set(holiday.created_by.map(UserId::uuid)),
        created_at: Set(at),
        updated_at: Set(at),
    }
}

#[async_trait]
impl HolidayRepository for Unit {
    async fn all(&self) -> Result<Vec<Holiday>> {
        self.transaction
            .run(move |connection| async move {
                sql::serialise(&*connection, LOCK).await?;
                sql::rows(&*connection, BY_DATE, vec![], holiday).await
            })
            .await
    }

    async fn hold(&self) -> Result<Vec<Holiday>> {
        self.run(move |connection| async move {
            sql::hold(&*connection, LOCK).await?;
            sql::rows(&*connection, ALL, vec![], holiday).await
        })
        .await
    }

    async fn insert(&self, holidays: &[Holiday], at: Instant) -> Result<()> {
        let rows: Vec<ActiveModel> = holidays.iter().map(|holiday| new_row(holiday, at)).collect();
        self.run(move |connection| async move {
            for rows in rows.chunks(ROWS_TOGETHER) {
                Entity::insert_many(rows.to_vec()).exec_without_returning(&*connection).await?;
            }
            Ok(())
        })
        .await
    }

    async fn update(&self, holidays: &[Holiday], at: Instant) -> Result<()> {
        // Both engines read an id without hyphens.
        let row = |holiday: &Holiday| {
            json!({
                "id": holiday.id.uuid().simple().to_string(), "date": holiday.date, "name": holiday.name,
                "description": holiday.description, "is_recurring": holiday.is_recurring, "end_year": holiday.end_year,
            })
        };
        let rows: Vec<serde_json::Value> = holidays.iter().map(row).collect();
        let changed = self.change(update(self.backend()), vec![json!(rows).to_string().into(), at.into()]).await?;
        if usize::try_from(changed) == Ok(holidays.len()) { Ok(()) } else { Err(StoreError::Stale) }
    }

    async fn delete(&self, holiday: HolidayId) -> Result<bool> {
        self.run(move |connection| async move { Ok(delete(holiday).exec(&*connection).await?.rows_affected == 1) })
            .await
    }
}

#[async_trait]
impl HolidayReads for Database {
    async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>> {
        self.all(BETWEEN, vec![from.into(), to.into(), from.year().into()], view).await
    }
}
