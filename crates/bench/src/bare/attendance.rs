//! The attendance of a month of everybody: what is asked of the database, and what is sent.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use uuid::Uuid;

use super::statements::{MONTH_POSTGRES, MONTH_SQLITE};
use super::store::Store;
use super::{caller, failed};
use crate::failure::Outcome;

/// An entry of more half hours than these earns half a day, or a whole one, if it has one of these statuses.
const ABOVE: [i32; 2] = [0, 10];
const CREDITED: [&str; 2] = ["pending", "approved"];

#[derive(Deserialize)]
pub(super) struct Month {
    first: NaiveDate,
    last: NaiveDate,
    /// How many working days it has: that is counted before the measurement.
    working: u32,
}

pub(super) async fn attendance(
    store: Data<Store>,
    request: HttpRequest,
    month: Query<Month>,
) -> actix_web::Result<HttpResponse> {
    caller(&store, &request).await?;
    store.holidays(month.first, month.last).await.map_err(failed)?;
    let records = store.records(&month).await.map_err(failed)?;
    let rows: Vec<Line> = records.into_iter().map(|record| record.summed_up(month.working)).collect();
    Ok(HttpResponse::Ok().json(rows))
}

/// What one person recorded: each day a bit.
struct Record {
    name: String,
    employee_id: String,
    half: u32,
    whole: u32,
}

impl Record {
    fn summed_up(self, working: u32) -> Line {
        let Self { name, employee_id, half, whole } = self;
        let present = f64::from(whole) + f64::from(half) / 2.0;
        let rate = present / f64::from(working.max(1));
        Line {
            name,
            employee_id,
            total_working_days: f64::from(working),
            total_present: present,
            attendance_rate: (rate * 1_000.0).round() / 10.0,
            rating: if rate < 0.8 { "needs-attention" } else { "good" },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    name: String,
    employee_id: String,
    total_working_days: f64,
    total_present: f64,
    attendance_rate: f64,
    rating: &'static str,
}

impl Store {
    async fn records(&self, month: &Month) -> Outcome<Vec<Record>> {
        match self {
            Self::Sqlite(pool, _) => sqlite::records(pool, MONTH_SQLITE, month).await,
            Self::Postgres(pool) => postgres::records(pool, MONTH_POSTGRES, month).await,
        }
    }
}

macro_rules! queries {
    ($engine:ident, $pool:ty, $row:ty) => {
        mod $engine {
            use super::*;

            fn count(row: &$row, column: usize) -> Result<u32, sqlx::Error> {
                Ok(row.try_get::<Option<i64>, _>(column)?.unwrap_or_default().count_ones())
            }

            fn record(row: &$row) -> Result<Record, sqlx::Error> {
                let _: (Uuid, Option<NaiveDate>, Option<i64>) = (row.try_get(0)?, row.try_get(4)?, row.try_get(5)?);
                let (number, first, last): (i32, String, String) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
                let (half, whole) = (count(row, 6)?, count(row, 7)?);
                Ok(Record { name: format!("{first} {last}"), employee_id: format!("EMP{number}"), half, whole })
            }

            pub(super) async fn records(pool: &$pool, statement: &'static str, month: &Month) -> Outcome<Vec<Record>> {
                let [half, whole] = ABOVE;
                let [pending, approved] = CREDITED;
                let query = sqlx::query(statement).bind(month.first).bind(month.last).bind(half).bind(whole);
                let rows = query.bind(pending).bind(approved).fetch_all(pool).await?;
                Ok(rows.iter().map(record).collect::<Result<_, _>>()?)
            }
        }
    };
}

queries!(sqlite, SqlitePool, SqliteRow);
queries!(postgres, PgPool, PgRow);
