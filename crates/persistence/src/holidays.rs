//! Holidays.

use application::ports::{HolidayReads, HolidayRepository, HolidayView, Result};
use async_trait::async_trait;
use chrono::{Datelike, NaiveDate};
use constcat::concat;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::{HolidayId, UserId};
use domain::time::Holidays;
use sea_orm::{ColumnTrait, DeleteMany, EntityTrait, QueryFilter, Set, UpdateMany};

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

pub(crate) fn update(holiday: &Holiday, at: Instant) -> UpdateMany<Entity> {
    Entity::update_many().set(row(holiday, at)).filter(Column::Id.eq(holiday.id.uuid()))
}

pub(crate) fn delete(holiday: HolidayId) -> DeleteMany<Entity> {
    Entity::delete_many().filter(Column::Id.eq(holiday.uuid()))
}

/// What may change of a holiday.
fn row(holiday: &Holiday, at: Instant) -> ActiveModel {
    ActiveModel {
        date: Set(holiday.date),
        name: Set(holiday.name.clone()),
        description: Set(holiday.description.clone()),
        is_recurring: Set(holiday.is_recurring),
        end_year: Set(holiday.end_year),
        updated_at: Set(at),
        ..ActiveModel::default()
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

    async fn insert(&self, holiday: &Holiday, at: Instant) -> Result<()> {
        self.insert_row(Entity::insert(ActiveModel {
            id: Set(holiday.id.uuid()),
            created_by: Set(holiday.created_by.map(UserId::uuid)),
            created_at: Set(at),
            ..row(holiday, at)
        }))
        .await
    }

    async fn update(&self, holiday: &Holiday, at: Instant) -> Result<()> {
        self.update_row(update(holiday, at)).await
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
