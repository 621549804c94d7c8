//! Holidays.

use application::ports::{HolidayReads, HolidayRepository, HolidayView, StoreError};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::{HolidayId, UserId};
use sea_orm::{EntityTrait, Set};

use crate::database::Database;
use crate::entities::holiday;
use crate::sql::{self, Columns};
use crate::unit::Unit;

const BETWEEN: &str = "\
    SELECT h.id, h.date, h.name, h.description, h.is_recurring, h.created_by, u.first_name, u.last_name \
    FROM holidays h LEFT JOIN users u ON u.id = h.created_by \
    WHERE h.date <= $2 AND (h.date >= $1 OR h.is_recurring) ORDER BY h.date";

#[async_trait]
impl HolidayRepository for Unit {
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
}

#[async_trait]
impl HolidayReads for Database {
    async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>, StoreError> {
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, BETWEEN, vec![from.into(), to.into()]).await?;
            let view = |row| {
                let mut columns = Columns::of(row);
                let holiday = Holiday {
                    id: HolidayId::new(columns.take()?),
                    date: columns.take()?,
                    name: columns.take()?,
                    description: columns.take()?,
                    is_recurring: columns.take()?,
                    created_by: columns.take::<Option<_>>()?.map(UserId::new),
                };
                Ok(HolidayView { holiday, creator: columns.maybe_name()? })
            };
            rows.iter().map(view).collect()
        })
        .await
    }
}
