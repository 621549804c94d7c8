//! Holidays.

use application::ports::{HolidayReads, HolidayRepository, HolidayView, StoreError};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::{HolidayId, UserId};
use sea_orm::{DbErr, EntityTrait, Set};

use crate::database::Database;
use crate::entities::holiday;
use crate::sql::{self, Columns};
use crate::unit::Unit;

/// The columns of a holiday, in the order in which [`holiday`] reads them.
macro_rules! holiday_columns {
    () => {
        "h.id, h.date, h.name, h.description, h.is_recurring, h.created_by"
    };
}

const ALL: &str = concat!("SELECT ", holiday_columns!(), " FROM holidays h ORDER BY h.date");

const BETWEEN: &str = concat!(
    "SELECT ",
    holiday_columns!(),
    ", u.first_name, u.last_name \
    FROM holidays h LEFT JOIN users u ON u.id = h.created_by \
    WHERE h.date <= $2 AND (h.date >= $1 OR h.is_recurring) ORDER BY h.date"
);

pub(crate) const UPDATE: &str = "\
    UPDATE holidays SET date = $2, name = $3, description = $4, is_recurring = $5, updated_at = $6 WHERE id = $1";

pub(crate) const DELETE: &str = "DELETE FROM holidays WHERE id = $1";

/// Whoever is about to change the holidays waits for whoever is at it.
const LOCK: &str = "daybook holidays";

fn holiday(columns: &mut Columns<'_>) -> Result<Holiday, DbErr> {
    Ok(Holiday {
        id: HolidayId::new(columns.take()?),
        date: columns.take()?,
        name: columns.take()?,
        description: columns.take()?,
        is_recurring: columns.take()?,
        created_by: columns.take::<Option<_>>()?.map(UserId::new),
    })
}

#[async_trait]
impl HolidayRepository for Unit {
    async fn all(&self) -> Result<Vec<Holiday>, StoreError> {
        self.transaction
            .run(move |connection| async move {
                sql::serialise(&*connection, LOCK).await?;
                let rows = sql::all(&*connection, ALL, vec![]).await?;
                rows.iter().map(|row| Ok(holiday(&mut Columns::of(row))?)).collect()
            })
            .await
    }

    async fn insert(&self, holiday: &Holiday, at: Instant) -> Result<(), StoreError> {
        let row = holiday::ActiveModel {
            id: Set(holiday.id.uuid()),
            date: Set(holiday.date),
            name: Set(holiday.name.clone()),
            description: Set(holiday.description.clone()),
            is_recurring: Set(holiday.is_recurring),
            created_by: Set(holiday.created_by.map(UserId::uuid)),
            created_at: Set(at),
            updated_at: Set(at),
        };
        self.transaction
            .run(move |connection| async move {
                holiday::Entity::insert(row).exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await
    }

    async fn update(&self, holiday: &Holiday, at: Instant) -> Result<(), StoreError> {
        let values = vec![
            holiday.id.uuid().into(),
            holiday.date.into(),
            holiday.name.clone().into(),
            holiday.description.clone().into(),
            holiday.is_recurring.into(),
            at.into(),
        ];
        self.transaction
            .run(move |connection| async move {
                match sql::change(&*connection, UPDATE, values).await? {
                    1 => Ok(()),
                    _ => Err(StoreError::Stale.into()),
                }
            })
            .await
    }

    async fn delete(&self, holiday: HolidayId) -> Result<bool, StoreError> {
        self.transaction
            .run(move |connection| async move {
                Ok(sql::change(&*connection, DELETE, vec![holiday.uuid().into()]).await? == 1)
            })
            .await
    }
}

#[async_trait]
impl HolidayReads for Database {
    async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>, StoreError> {
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, BETWEEN, vec![from.into(), to.into()]).await?;
            let view = |row| {
                let mut columns = Columns::of(row);
                Ok(HolidayView { holiday: holiday(&mut columns)?, creator: columns.maybe_name()? })
            };
            rows.iter().map(view).collect()
        })
        .await
    }
}
