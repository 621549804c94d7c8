//! The lists of people and the counts beside them: what is asked of the database, and what is sent.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use sqlx::sqlite::{SqlitePool, SqliteRow};
use uuid::Uuid;

use super::answer::Envelope;
use super::statements::{
    COUNTS_POSTGRES, COUNTS_SQLITE, DIRECTORY_COUNT, DIRECTORY_PAGE, FOUND_COUNT, FOUND_PAGE, HEAD_COUNT, LIST_COUNT,
    LIST_PAGE, PERSON,
};
use super::store::Store;
use super::{caller, failed};
use crate::failure::Outcome;

/// Whom the directory lists where nobody is named: everyone.
const ROLES: [&str; 4] = ["Employee", "Manager", "HR", "Admin"];

#[derive(Deserialize)]
pub(super) struct Wanted {
    page: u32,
    limit: u32,
    search: Option<String>,
}

impl Wanted {
    fn bounds(&self) -> (i64, i64) {
        (i64::from(self.limit), i64::from(self.page.saturating_sub(1)) * i64::from(self.limit))
    }

    fn pattern(&self) -> Option<String> {
        self.search.as_ref().map(|text| format!("%{text}%"))
    }

    fn pagination(&self, total: i64) -> Pagination {
        Pagination { current: self.page, pages: total.cast_unsigned().div_ceil(u64::from(self.limit.max(1))), total }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Named {
    user_ids: String,
}

pub(super) async fn users(
    store: Data<Store>,
    request: HttpRequest,
    page: Query<Wanted>,
) -> actix_web::Result<HttpResponse> {
    caller(&store, &request).await?;
    let (users, total) = store.users(&page).await.map_err(failed)?;
    Ok(HttpResponse::Ok().json(Envelope::of(List { users, pagination: page.pagination(total), totals: None })))
}

pub(super) async fn directory(
    store: Data<Store>,
    request: HttpRequest,
    page: Query<Wanted>,
) -> actix_web::Result<HttpResponse> {
    caller(&store, &request).await?;
    let (users, total) = store.directory(&page).await.map_err(failed)?;
    let totals = Some(Totals::of(&store.head_count().await.map_err(failed)?));
    Ok(HttpResponse::Ok().json(Envelope::of(List { users, pagination: page.pagination(total), totals })))
}

pub(super) async fn counts(
    store: Data<Store>,
    request: HttpRequest,
    named: Query<Named>,
) -> actix_web::Result<HttpResponse> {
    caller(&store, &request).await?;
    let stats = store.counts(&named.user_ids).await.map_err(failed)?;
    Ok(HttpResponse::Ok().json(Envelope::of(Stats { stats })))
}

#[derive(Serialize)]
struct List<T> {
    users: Vec<T>,
    pagination: Pagination,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<Totals>,
}

#[derive(Serialize)]
struct Pagination {
    current: u32,
    pages: u64,
    total: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct User {
    #[serde(rename = "_id")]
    id: Uuid,
    employee_id: String,
    pub(super) first_name: String,
    pub(super) last_name: String,
    email: String,
    phone_number: Option<String>,
    role: String,
    department: Option<String>,
    designation: Option<String>,
    position: Option<String>,
    joining_date: Option<NaiveDate>,
    is_active: bool,
    is_blocked: bool,
    is_first_login: bool,
    manager_id: Option<Manager>,
    updated_at: DateTime<Utc>,
    salary: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Manager {
    #[serde(rename = "_id")]
    id: Uuid,
    first_name: String,
    last_name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Colleague {
    #[serde(rename = "_id")]
    id: Uuid,
    employee_id: String,
    first_name: String,
    last_name: String,
    email: String,
    role: String,
    department: Option<String>,
    position: Option<String>,
    is_active: bool,
}

/// How many have a role: all of them, and those who can act.
struct RoleCount {
    role: String,
    all: i64,
    acting: i64,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Totals {
    total: i64,
    management: i64,
    team_members: i64,
    hr: i64,
    administrators: i64,
    active_today: i64,
}

impl Totals {
    fn of(counts: &[RoleCount]) -> Self {
        let all = |role: &str| counts.iter().filter(|count| count.role == role).map(|count| count.all).sum::<i64>();
        let [employees, managers, hr, administrators] = ROLES.map(all);
        let acting = counts.iter().filter(|count| count.role == "Employee").map(|count| count.acting).sum();
        Self {
            total: employees + managers + hr + administrators,
            management: hr + administrators,
            team_members: employees + managers,
            hr,
            administrators,
            active_today: acting,
        }
    }
}

#[derive(Serialize)]
struct Stats {
    stats: Vec<Count>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Count {
    user_id: Uuid,
    pending: i64,
    approved: i64,
    rejected: i64,
    total: i64,
}

impl Store {
    /// One person with everything that is kept of him.
    pub(super) async fn person(&self, id: Uuid) -> Outcome<Option<User>> {
        match self {
            Self::Sqlite(pool, _) => sqlite::person(pool, id).await,
            Self::Postgres(pool) => postgres::person(pool, id).await,
        }
    }

    async fn users(&self, page: &Wanted) -> Outcome<(Vec<User>, i64)> {
        match self {
            Self::Sqlite(pool, _) => sqlite::users(pool, page).await,
            Self::Postgres(pool) => postgres::users(pool, page).await,
        }
    }

    async fn directory(&self, page: &Wanted) -> Outcome<(Vec<Colleague>, i64)> {
        match self {
            Self::Sqlite(pool, _) => sqlite::directory(pool, page).await,
            Self::Postgres(pool) => postgres::directory(pool, page).await,
        }
    }

    async fn head_count(&self) -> Outcome<Vec<RoleCount>> {
        match self {
            Self::Sqlite(pool, _) => sqlite::head_count(pool).await,
            Self::Postgres(pool) => postgres::head_count(pool).await,
        }
    }

    /// `ids` has commas between them, as PostgreSQL takes it; SQLite is given a JSON array of the bytes.
    async fn counts(&self, ids: &str) -> Outcome<Vec<Count>> {
        match self {
            Self::Sqlite(pool, _) => {
                let quoted: Vec<String> = ids.split(',').map(|id| format!("\"{}\"", id.replace('-', ""))).collect();
                sqlite::counts(pool, COUNTS_SQLITE, format!("[{}]", quoted.join(","))).await
            }
            Self::Postgres(pool) => postgres::counts(pool, COUNTS_POSTGRES, ids.to_owned()).await,
        }
    }
}

macro_rules! queries {
    ($engine:ident, $pool:ty, $row:ty) => {
        mod $engine {
            use super::*;

            fn employee_id(row: &$row) -> Result<String, sqlx::Error> {
                let number: i32 = row.try_get(1)?;
                Ok(format!("EMP{number}"))
            }

            fn manager(row: &$row) -> Result<Option<Manager>, sqlx::Error> {
                let id: Option<Uuid> = row.try_get(16)?;
                let name: Option<String> = row.try_get(17)?;
                let Some((id, first_name)) = id.zip(name) else { return Ok(None) };
                Ok(Some(Manager { id, first_name, last_name: row.try_get(18)? }))
            }

            fn user(row: &$row) -> Result<User, sqlx::Error> {
                let cents: Option<i64> = row.try_get(15)?;
                #[allow(clippy::cast_precision_loss, reason = "salaries are far smaller than what a number holds")]
                let salary = cents.map(|cents| cents as f64 / 100.0);
                Ok(User {
                    id: row.try_get(0)?,
                    employee_id: employee_id(row)?,
                    first_name: row.try_get(2)?,
                    last_name: row.try_get(3)?,
                    role: row.try_get(4)?,
                    email: row.try_get(5)?,
                    phone_number: row.try_get(6)?,
                    department: row.try_get(7)?,
                    designation: row.try_get(8)?,
                    position: row.try_get(9)?,
                    joining_date: row.try_get(10)?,
                    is_active: row.try_get(11)?,
                    is_blocked: row.try_get(12)?,
                    is_first_login: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    salary,
                    manager_id: manager(row)?,
                })
            }

            fn colleague(row: &$row) -> Result<Colleague, sqlx::Error> {
                Ok(Colleague {
                    id: row.try_get(0)?,
                    employee_id: employee_id(row)?,
                    first_name: row.try_get(2)?,
                    last_name: row.try_get(3)?,
                    role: row.try_get(4)?,
                    email: row.try_get(5)?,
                    department: row.try_get(6)?,
                    position: row.try_get(7)?,
                    is_active: true,
                })
            }

            fn count(row: &$row) -> Result<Count, sqlx::Error> {
                let [pending, approved, rejected]: [i64; 3] = [row.try_get(1)?, row.try_get(2)?, row.try_get(3)?];
                let total = pending + approved + rejected;
                Ok(Count { user_id: row.try_get(0)?, pending, approved, rejected, total })
            }

            pub(super) async fn person(pool: &$pool, id: Uuid) -> Outcome<Option<User>> {
                let row = sqlx::query(PERSON).bind(id).fetch_optional(pool).await?;
                Ok(row.as_ref().map(user).transpose()?)
            }

            pub(super) async fn users(pool: &$pool, page: &Wanted) -> Outcome<(Vec<User>, i64)> {
                let (limit, offset) = page.bounds();
                let (count, rows) = match page.pattern() {
                    Some(pattern) => (
                        sqlx::query(FOUND_COUNT).bind("Employee").bind(pattern.clone()).fetch_one(pool).await?,
                        sqlx::query(FOUND_PAGE)
                            .bind("Employee")
                            .bind(pattern)
                            .bind(limit)
                            .bind(offset)
                            .fetch_all(pool)
                            .await?,
                    ),
                    None => (
                        sqlx::query(LIST_COUNT).bind("Employee").fetch_one(pool).await?,
                        sqlx::query(LIST_PAGE).bind("Employee").bind(limit).bind(offset).fetch_all(pool).await?,
                    ),
                };
                Ok((rows.iter().map(user).collect::<Result<_, _>>()?, count.try_get(0)?))
            }

            pub(super) async fn directory(pool: &$pool, page: &Wanted) -> Outcome<(Vec<Colleague>, i64)> {
                let (limit, offset) = page.bounds();
                let [employee, manager, hr, admin] = ROLES;
                let count = sqlx::query(DIRECTORY_COUNT).bind(employee).bind(manager).bind(hr).bind(admin);
                let count = count.fetch_one(pool).await?;
                let rows = sqlx::query(DIRECTORY_PAGE).bind(employee).bind(manager).bind(hr).bind(admin);
                let rows = rows.bind(limit).bind(offset).fetch_all(pool).await?;
                Ok((rows.iter().map(colleague).collect::<Result<_, _>>()?, count.try_get(0)?))
            }

            pub(super) async fn head_count(pool: &$pool) -> Outcome<Vec<RoleCount>> {
                let rows = sqlx::query(HEAD_COUNT).fetch_all(pool).await?;
                let read =
                    |row: &$row| Ok(RoleCount { role: row.try_get(0)?, all: row.try_get(1)?, acting: row.try_get(3)? });
                Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
            }

            pub(super) async fn counts(pool: &$pool, statement: &'static str, ids: String) -> Outcome<Vec<Count>> {
                let rows = sqlx::query(statement).bind(ids).fetch_all(pool).await?;
                Ok(rows.iter().map(count).collect::<Result<_, _>>()?)
            }
        }
    };
}

queries!(sqlite, SqlitePool, SqliteRow);
queries!(postgres, PgPool, PgRow);
