//! Salaries, each from a day on. Who changes them has locked the person.

use application::ports::{Result, SalaryReads, SalaryRepository, StoredSalary};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::person::{Salary, SalaryShift};
use sea_orm::DbBackend;
use std::collections::HashMap;

use crate::database::Database;
use crate::fault::Failure;
use crate::row::{Columns, row};
use crate::sql;
use crate::unit::Unit;

row! {
    COLUMNS, read("salaries") -> StoredSalary {
        from: "s.starts_on",
        salary: "s.salary_cents",
        set_at: "s.set_at",
        set_by: ["u.id, u.first_name, u.last_name" => Columns::maybe_named],
    }
}

pub(crate) const OF_ONE: &str = concat!(
    "SELECT ",
    COLUMNS,
    " FROM salaries s LEFT JOIN users u ON u.id = s.set_by WHERE s.user_id = $1 ORDER BY s.starts_on"
);

const SET: &str = "\
    INSERT INTO salaries (user_id, starts_on, salary_cents, set_at, set_by) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (user_id, starts_on) DO UPDATE SET salary_cents = excluded.salary_cents, set_at = excluded.set_at, \
    set_by = excluded.set_by";
const DROP: &str = "DELETE FROM salaries WHERE user_id = $1 AND starts_on = $2";
const MOVE: &str = "UPDATE salaries SET starts_on = $3 WHERE user_id = $1 AND starts_on = $2";

/// The newest of the salaries that have begun, or the oldest where none has; by hand for [`sql::among`].
pub(crate) fn told_statement(backend: DbBackend) -> String {
    format!(
        "SELECT s.user_id, s.salary_cents FROM salaries s WHERE {} AND s.starts_on = coalesce( \
         (SELECT max(b.starts_on) FROM salaries b WHERE b.user_id = s.user_id AND b.starts_on <= $2), \
         (SELECT min(f.starts_on) FROM salaries f WHERE f.user_id = s.user_id)) AND s.salary_cents IS NOT NULL",
        sql::among(backend, "s.user_id", 1)
    )
}

fn told(columns: &mut Columns<'_>) -> Result<(UserId, Salary), Failure> {
    let place = columns.place("salaries");
    Ok((columns.column(&place, "user_id")?, columns.column(&place, "salary_cents")?))
}

#[async_trait]
impl SalaryRepository for Unit {
    async fn of(&self, user: UserId) -> Result<Vec<StoredSalary>> {
        self.all(OF_ONE, vec![user.uuid().into()], read).await
    }

    async fn set(
        &self,
        user: UserId,
        from: NaiveDate,
        salary: Option<Salary>,
        by: Option<UserId>,
        at: Instant,
    ) -> Result<()> {
        let cents = salary.map(|salary| salary.cents().cast_signed());
        let by = by.map(UserId::uuid);
        self.change(SET, vec![user.uuid().into(), from.into(), cents.into(), at.into(), by.into()]).await?;
        Ok(())
    }

    async fn shift(&self, user: UserId, shift: &SalaryShift) -> Result<()> {
        for day in &shift.dropped {
            self.change(DROP, vec![user.uuid().into(), (*day).into()]).await?;
        }
        if let Some((from, to)) = shift.moved {
            self.change(MOVE, vec![user.uuid().into(), from.into(), to.into()]).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl SalaryReads for Database {
    async fn told(&self, users: &[UserId], today: NaiveDate) -> Result<HashMap<UserId, Salary>> {
        let backend = self.backend();
        let ids = sql::ids(backend, users.iter().map(|id| id.uuid()));
        Ok(self.all(told_statement(backend), vec![ids, today.into()], told).await?.into_iter().collect())
    }

    async fn salaries_of(&self, user: UserId) -> Result<Vec<StoredSalary>> {
        self.all(OF_ONE, vec![user.uuid().into()], read).await
    }
}
