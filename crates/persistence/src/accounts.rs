//! What is known of accounts, read for many at once, in a unit of work or outside of one. By hand for [`sql::among`], so that a file of
//! thousands of people takes as many statements as a form about one.

use application::ports::{AccountKeys, AccountReads, Identity, PersonRecord, Result};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned, Held};
use domain::person::service::Tenure;
use domain::person::{Salaries, Salary};
use domain::text::folded;
use domain::work_patterns::{PatternOwner, PatternRows};
use sea_orm::{DbBackend, EntityTrait, Statement, Value};
use serde_json::json;
use std::collections::HashMap;

use crate::database::Database;
use crate::fault::Failure;
use crate::identities::{self, identity};
use crate::months::gate;
use crate::people::{record, user};
use crate::row::Columns;
use crate::sql;
use crate::timesheets::reads::WAITS;
use crate::unit::Unit;
use crate::{salaries, work_patterns};

/// Along one index for each kind of key.
pub(crate) fn accounts_statement(backend: DbBackend) -> String {
    let conditions = [
        sql::among(backend, "id", 1),
        sql::among_values(backend, "employee_number", "integer", 2),
        sql::among_values(backend, "external_key", "text", 3),
        sql::among_values(backend, "email", "text", 4),
    ];
    let each = conditions.map(|condition| format!("SELECT id FROM users WHERE {condition}"));
    format!("SELECT u.* FROM users u WHERE u.id IN ({}) ORDER BY u.id", each.join(" UNION "))
}

pub(crate) const ADMINS: &str =
    "SELECT u.id FROM users u WHERE u.role = 'Admin' AND u.is_active AND NOT u.is_blocked ORDER BY u.id";

pub(crate) fn tenures_statement(backend: DbBackend) -> String {
    let among = sql::among(backend, "t.user_id", 1);
    format!(
        "SELECT t.user_id, t.began, t.ended, t.is_original FROM tenures t WHERE {among} ORDER BY t.user_id, t.number"
    )
}

pub(crate) fn pending_statement(backend: DbBackend) -> String {
    let among = sql::among(backend, "t.user_id", 1);
    format!("SELECT t.user_id, count(*) FROM timesheets t WHERE {among} AND {WAITS} GROUP BY t.user_id")
}

/// Person by person, because the first day of one is the beginning of an index, and the days of many are not.
pub(crate) fn first_entries_statement(backend: DbBackend) -> String {
    let among = sql::among(backend, "u.id", 1);
    format!(
        "SELECT u.id, (SELECT min(t.date) FROM timesheets t WHERE t.user_id = u.id) AS first_day FROM users u WHERE {among}"
    )
}

pub(crate) fn identities_statement(backend: DbBackend) -> String {
    let among = sql::among(backend, "i.user_id", 1);
    format!("SELECT i.* FROM identities i WHERE {among} ORDER BY i.linked_at, i.id")
}

fn keys(backend: DbBackend, keys: &AccountKeys) -> Vec<Value> {
    let numbers: Vec<u32> = keys.employee_ids.iter().map(|id| id.number()).collect();
    let external: Vec<String> = keys.external_ids.iter().map(|id| folded(id)).collect();
    let emails: Vec<&str> = keys.emails.iter().map(domain::person::EmailAddress::as_str).collect();
    vec![
        of_people(backend, &keys.users),
        json!(numbers).to_string().into(),
        json!(external).to_string().into(),
        json!(emails).to_string().into(),
    ]
}

fn of_people(backend: DbBackend, users: &[UserId]) -> Value {
    sql::ids(backend, users.iter().map(|user| user.uuid()))
}

fn tenure(columns: &mut Columns<'_>) -> Result<(UserId, Tenure), Failure> {
    let user = UserId::new(columns.take()?);
    let (began, ended, is_original) = (columns.take()?, columns.take()?, columns.take()?);
    Ok((user, Tenure { began, ended, is_original }))
}

fn pending(columns: &mut Columns<'_>) -> Result<(UserId, u32), Failure> {
    Ok((UserId::new(columns.take()?), columns.count()?))
}

fn first_entry(columns: &mut Columns<'_>) -> Result<(UserId, Option<NaiveDate>), Failure> {
    Ok((UserId::new(columns.take()?), columns.take()?))
}

fn by_person<T>(rows: Vec<(UserId, T)>) -> HashMap<UserId, Vec<T>> {
    let mut all: HashMap<UserId, Vec<T>> = HashMap::new();
    for (user, row) in rows {
        all.entry(user).or_default().push(row);
    }
    all
}

macro_rules! account_reads {
    ($($store:ident::$lend:ident),+) => {$(
        #[async_trait]
        impl AccountReads for $store {
            async fn accounts(&self, wanted: &AccountKeys) -> Result<Vec<PersonRecord>> {
                let backend = self.backend();
                let statement = Statement::from_sql_and_values(backend, accounts_statement(backend), keys(backend, wanted));
                self.$lend(move |connection| async move {
                    let found = user::Entity::find().from_raw_sql(statement).all(&*connection).await?;
                    Ok(found.into_iter().map(record).collect::<Result<Vec<_>>>()?)
                })
                .await
            }

            async fn admins(&self) -> Result<Vec<UserId>> {
                self.all(ADMINS, vec![], |columns| Ok(UserId::new(columns.take()?))).await
            }

            async fn tenures_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Vec<Tenure>>> {
                let backend = self.backend();
                let rows = self.all(tenures_statement(backend), vec![of_people(backend, users)], tenure).await?;
                Ok(by_person(rows))
            }

            async fn salaries_of_all(&self, users: &[UserId]) -> Result<HashMap<UserId, Salaries>> {
                let backend = self.backend();
                let values = vec![of_people(backend, users)];
                let mut all: HashMap<UserId, Salaries> = HashMap::new();
                let rows: Vec<(UserId, NaiveDate, Option<Salary>)> =
                    self.all(salaries::of_all_statement(backend), values, salaries::of_all).await?;
                for (user, from, salary) in rows {
                    let known = all.remove(&user).unwrap_or_else(|| Salaries::always(None));
                    all.insert(user, known.with(from, salary));
                }
                Ok(all)
            }

            async fn patterns_of(&self, users: &[UserId]) -> Result<HashMap<UserId, PatternRows>> {
                let backend = self.backend();
                let values = vec![of_people(backend, users)];
                let rows = self.all(work_patterns::of_people_statement(backend), values, work_patterns::read).await?;
                let of_person = |(owner, rows)| match owner {
                    PatternOwner::Organisation => None,
                    PatternOwner::Person(user) => Some((user, rows)),
                };
                Ok(work_patterns::lists(rows).into_iter().filter_map(of_person).collect())
            }

            async fn pending_of(&self, users: &[UserId]) -> Result<HashMap<UserId, u32>> {
                let backend = self.backend();
                let rows = self.all(pending_statement(backend), vec![of_people(backend, users)], pending).await?;
                Ok(rows.into_iter().collect())
            }

            async fn first_entries_of(&self, users: &[UserId]) -> Result<HashMap<UserId, NaiveDate>> {
                let backend = self.backend();
                let values = vec![of_people(backend, users)];
                let rows = self.all(first_entries_statement(backend), values, first_entry).await?;
                Ok(rows.into_iter().filter_map(|(user, first)| Some((user, first?))).collect())
            }

            async fn identities_of(&self, users: &[UserId]) -> Result<HashMap<UserId, Vec<Identity>>> {
                let backend = self.backend();
                let values = vec![of_people(backend, users)];
                let statement = Statement::from_sql_and_values(backend, identities_statement(backend), values);
                self.$lend(move |connection| async move {
                    let found = identity::Entity::find().from_raw_sql(statement).all(&*connection).await?;
                    let links = found.into_iter().map(identities::link).collect::<Result<Vec<_>>>()?;
                    Ok(by_person(links.into_iter().map(|link| (link.user, link)).collect()))
                })
                .await
            }

            async fn look_all(&self, days: &[(ChangedDays, Concerned)], today: NaiveDate) -> Result<Vec<Held>> {
                let backend = self.backend();
                let found = match gate::values_of_all(backend, days, today) {
                    Some(values) => self.all(gate::look_statement(backend), values, gate::found).await?,
                    None => Vec::new(),
                };
                let rows = match gate::people_values(backend, days, &found) {
                    Some(values) => self.all(gate::people_statement(backend), values, gate::person_found).await?,
                    None => Vec::new(),
                };
                Ok(gate::held_each(days, &found, &rows))
            }
        }
    )+};
}
account_reads!(Unit::run, Database::read);
