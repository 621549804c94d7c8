//! Salaries, each from a day on. Who changes them has locked the person.

use application::ports::{NewSalary, Result, SalaryReads, SalaryRepository, StoredSalary};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::person::{Salary, SalaryShift};
use sea_orm::DbBackend;
use serde_json::json;
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

/// The salaries in the JSON parameter `$1`. SQLite needs the condition, so as not to take `ON CONFLICT` for one of a join.
pub(crate) fn set(backend: DbBackend) -> String {
    let rows = sql::unfolded(backend, &[("user_id", "uuid"), ("starts_on", "date"), ("salary_cents", "bigint")]);
    format!(
        "INSERT INTO salaries (user_id, starts_on, salary_cents, set_at, set_by) \
         SELECT n.user_id, n.starts_on, n.salary_cents, $2, $3 FROM {rows} WHERE TRUE \
         ON CONFLICT (user_id, starts_on) DO UPDATE SET salary_cents = excluded.salary_cents, set_at = excluded.set_at, \
         set_by = excluded.set_by"
    )
}

/// The days in the JSON parameter `$1`.
pub(crate) fn drop_statement(backend: DbBackend) -> String {
    let rows = sql::unfolded(backend, &[("user_id", "uuid"), ("starts_on", "date")]);
    format!("DELETE FROM salaries WHERE (user_id, starts_on) IN (SELECT n.user_id, n.starts_on FROM {rows})")
}

/// The days in the JSON parameter `$1`, likewise.
pub(crate) fn move_statement(backend: DbBackend) -> String {
    let rows = sql::unfolded(backend, &[("user_id", "uuid"), ("starts_on", "date"), ("moves_to", "date")]);
    format!(
        "UPDATE salaries SET starts_on = n.moves_to FROM {rows} \
         WHERE salaries.user_id = n.user_id AND salaries.starts_on = n.starts_on"
    )
}

/// By hand for [`sql::among`].
pub(crate) fn of_all_statement(backend: DbBackend) -> String {
    let among = sql::among(backend, "s.user_id", 1);
    format!(
        "SELECT s.user_id, s.starts_on, s.salary_cents FROM salaries s WHERE {among} ORDER BY s.user_id, s.starts_on"
    )
}

pub(crate) fn of_all(columns: &mut Columns<'_>) -> Result<(UserId, NaiveDate, Option<Salary>), Failure> {
    let place = columns.place("salaries");
    let (user, from) = (columns.column(&place, "user_id")?, columns.take()?);
    Ok((user, from, columns.column(&place, "salary_cents")?))
}

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
    async fn set(&self, salaries: &[NewSalary], by: Option<UserId>, at: Instant) -> Result<()> {
        let row = |new: &NewSalary| json!({ "user_id": simple(new.user), "starts_on": new.from, "salary_cents": new.salary.map(Salary::cents) });
        let rows: Vec<serde_json::Value> = salaries.iter().map(row).collect();
        let values = vec![json!(rows).to_string().into(), at.into(), by.map(UserId::uuid).into()];
        self.change(set(self.backend()), values).await?;
        Ok(())
    }

    async fn shift(&self, shifts: &[(UserId, SalaryShift)]) -> Result<()> {
        let backend = self.backend();
        let dropped = |(user, shift): &(UserId, SalaryShift)| {
            let row = |day| json!({ "user_id": simple(*user), "starts_on": day });
            shift.dropped.iter().map(row).collect::<Vec<_>>()
        };
        let moved = |(user, shift): &(UserId, SalaryShift)| {
            let (from, to) = shift.moved?;
            Some(json!({ "user_id": simple(*user), "starts_on": from, "moves_to": to }))
        };
        let dropped: Vec<serde_json::Value> = shifts.iter().flat_map(dropped).collect();
        let moved: Vec<serde_json::Value> = shifts.iter().filter_map(moved).collect();
        for (statement, rows) in [(drop_statement(backend), dropped), (move_statement(backend), moved)] {
            if !rows.is_empty() {
                self.change(statement, vec![json!(rows).to_string().into()]).await?;
            }
        }
        Ok(())
    }
}

fn simple(user: UserId) -> String {
    user.uuid().simple().to_string()
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
