//! A month of an employee's days, as a calendar and as a file: what is asked of the database, and what is sent.

use std::fmt::Write;

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, error};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use uuid::Uuid;

use super::answer::{Entry, Envelope, Person, Timesheet};
use super::statements::{ABSENT, EMPLOYMENT, HOLIDAYS, OLDEST_FILLABLE, UNLOCKED};
use super::store::Store;
use super::{caller, failed};
use crate::failure::Outcome;

/// Why a day with an entry, and one without, cannot be edited. Which of them can is nobody's judgement: that would be a rule.
const RECORDED: &str = "This timesheet is already approved";
const FREE: &str = "Weekends cannot be selected. Contact Admin if you worked.";

#[derive(Deserialize)]
pub(super) struct Month {
    first: NaiveDate,
    last: NaiveDate,
    /// How far holidays are asked for.
    today: NaiveDate,
}

#[derive(Deserialize)]
pub(super) struct Owned {
    user: Uuid,
    first: NaiveDate,
    last: NaiveDate,
}

pub(super) async fn calendar(
    store: Data<Store>,
    request: HttpRequest,
    month: Query<Month>,
) -> actix_web::Result<HttpResponse> {
    let person = caller(&store, &request).await?;
    let Month { first, last, today } = month.into_inner();
    store.employment(person.id).await.map_err(failed)?;
    let oldest = store.oldest(person.id).await.map_err(failed)?;
    let entries = store.month(person.id, first, last).await.map_err(failed)?;
    let unlocked = store.marked(UNLOCKED, person.id, first, last).await.map_err(failed)?;
    let absent = store.marked(ABSENT, person.id, first, last).await.map_err(failed)?;
    let holidays = store.holidays(first, last.max(today)).await.map_err(failed)?;
    let marks = Marks { unlocked, absent, holidays };
    Ok(HttpResponse::Ok().json(Envelope::of(Calendar {
        days: days(first, last, entries, &person, marks),
        earliest_month: month_of(oldest.unwrap_or(first)),
        latest_month: month_of(today),
    })))
}

pub(super) async fn sheet(
    store: Data<Store>,
    request: HttpRequest,
    asked: Query<Owned>,
) -> actix_web::Result<HttpResponse> {
    caller(&store, &request).await?;
    let Owned { user, first, last } = asked.into_inner();
    store.employment(user).await.map_err(failed)?;
    let owner = store.person(user).await.map_err(failed)?;
    let owner = owner.ok_or_else(|| error::ErrorNotFound("unknown person"))?;
    let entries = store.month(user, first, last).await.map_err(failed)?;
    let name = format!("{}_{}_timesheet_{}.csv", owner.first_name, owner.last_name, first.format("%B_%Y"));
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}")))
        .body(table(&entries)))
}

/// The file: entries come newest first and stand in it oldest first.
fn table(entries: &[Entry]) -> String {
    let mut text = String::with_capacity(4_096);
    text.push_str("\u{feff}Date,Day,Hours,Description,Status,Comment\r\n");
    for entry in entries.iter().rev() {
        // Writing to a text never fails.
        let _ = write!(text, "{},{},{:.1},", entry.date, entry.date.format("%A"), f64::from(entry.half_hours) / 2.0);
        cell(&mut text, &entry.description);
        let _ = write!(text, ",{},", entry.status);
        cell(&mut text, entry.comment.as_deref().unwrap_or_default());
        text.push_str("\r\n");
    }
    text
}

fn cell(text: &mut String, content: &str) {
    if content.contains([',', '"', '\r', '\n']) {
        text.push('"');
        text.push_str(&content.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(content);
    }
}

struct Marks {
    unlocked: Vec<NaiveDate>,
    absent: Vec<NaiveDate>,
    holidays: Vec<Holiday>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Calendar {
    days: Vec<Day>,
    earliest_month: String,
    latest_month: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the portal's answer has them")]
struct Day {
    date: NaiveDate,
    kind: &'static str,
    is_today: bool,
    is_editable: bool,
    reason: Option<&'static str>,
    entry: Option<Timesheet>,
    holiday: Option<Holiday>,
    is_unlocked: bool,
    is_frozen: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Holiday {
    id: Uuid,
    date: NaiveDate,
    name: String,
    description: Option<String>,
    is_recurring: bool,
    created_by: Option<String>,
}

/// Entries come newest first.
fn days(first: NaiveDate, last: NaiveDate, mut entries: Vec<Entry>, person: &Person, marks: Marks) -> Vec<Day> {
    let Marks { unlocked, absent, mut holidays } = marks;
    let mut day = |date: NaiveDate| {
        let entry = entries.pop_if(|entry| entry.date == date).map(|entry| Timesheet::new(entry, person.clone()));
        let is_unlocked = unlocked.contains(&date);
        let (kind, reason) = match (&entry, is_unlocked) {
            (Some(_), _) => ("entry", Some(RECORDED)),
            (None, true) => ("unlocked", None),
            (None, false) => ("weekend", Some(FREE)),
        };
        let holiday = holidays.iter().position(|holiday| holiday.date == date).map(|place| holidays.swap_remove(place));
        let is_frozen = entry.is_none() && absent.contains(&date);
        let is_editable = reason.is_none();
        Day { date, kind, is_today: false, is_editable, reason, entry, holiday, is_unlocked, is_frozen }
    };
    first.iter_days().take_while(|date| *date <= last).map(&mut day).collect()
}

fn month_of(day: NaiveDate) -> String {
    day.format("%Y-%m").to_string()
}

impl Store {
    /// Whose days are read. Who may is a rule, so only the row is looked at.
    async fn employment(&self, user: Uuid) -> Outcome<()> {
        match self {
            Self::Sqlite(pool, _) => sqlite::employment(pool, user).await,
            Self::Postgres(pool) => postgres::employment(pool, user).await,
        }
    }

    async fn oldest(&self, user: Uuid) -> Outcome<Option<NaiveDate>> {
        match self {
            Self::Sqlite(pool, _) => sqlite::oldest(pool, user).await,
            Self::Postgres(pool) => postgres::oldest(pool, user).await,
        }
    }

    async fn marked(
        &self,
        statement: &'static str,
        user: Uuid,
        first: NaiveDate,
        last: NaiveDate,
    ) -> Outcome<Vec<NaiveDate>> {
        match self {
            Self::Sqlite(pool, _) => sqlite::marked(pool, statement, user, first, last).await,
            Self::Postgres(pool) => postgres::marked(pool, statement, user, first, last).await,
        }
    }

    pub(super) async fn holidays(&self, first: NaiveDate, last: NaiveDate) -> Outcome<Vec<Holiday>> {
        match self {
            Self::Sqlite(pool, _) => sqlite::holidays(pool, first, last).await,
            Self::Postgres(pool) => postgres::holidays(pool, first, last).await,
        }
    }
}

macro_rules! queries {
    ($engine:ident, $pool:ty, $row:ty) => {
        mod $engine {
            use super::*;

            pub(super) async fn employment(pool: &$pool, user: Uuid) -> Outcome<()> {
                let row = sqlx::query(EMPLOYMENT).bind(user).fetch_one(pool).await?;
                let _: (Option<NaiveDate>, Option<Uuid>, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
                Ok(())
            }

            pub(super) async fn oldest(pool: &$pool, user: Uuid) -> Outcome<Option<NaiveDate>> {
                let row = sqlx::query(OLDEST_FILLABLE).bind(user).fetch_one(pool).await?;
                Ok(row.try_get(0)?)
            }

            pub(super) async fn marked(
                pool: &$pool,
                statement: &'static str,
                user: Uuid,
                first: NaiveDate,
                last: NaiveDate,
            ) -> Outcome<Vec<NaiveDate>> {
                let rows = sqlx::query(statement).bind(user).bind(first).bind(last).fetch_all(pool).await?;
                Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
            }

            fn holiday(row: &$row) -> Result<Holiday, sqlx::Error> {
                let _: Option<Uuid> = row.try_get(5)?;
                let (first, last): (Option<String>, Option<String>) = (row.try_get(6)?, row.try_get(7)?);
                Ok(Holiday {
                    id: row.try_get(0)?,
                    date: row.try_get(1)?,
                    name: row.try_get(2)?,
                    description: row.try_get(3)?,
                    is_recurring: row.try_get(4)?,
                    created_by: first.zip(last).map(|(first, last)| format!("{first} {last}")),
                })
            }

            pub(super) async fn holidays(pool: &$pool, first: NaiveDate, last: NaiveDate) -> Outcome<Vec<Holiday>> {
                let rows = sqlx::query(HOLIDAYS).bind(first).bind(last).fetch_all(pool).await?;
                Ok(rows.iter().map(holiday).collect::<Result<_, _>>()?)
            }
        }
    };
}

queries!(sqlite, SqlitePool, SqliteRow);
queries!(postgres, PgPool, PgRow);
