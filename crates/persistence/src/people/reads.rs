//! Reading people: one by one here, many at a time in the modules beside it.

use application::ports::{
    Credentials, DirectoryEntry, FrozenDays, HeadCount, MonthRecord, PeopleFigures, PeopleFilter, PeopleReads,
    PersonView, StoreError, TeamPresence,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::person::{Employment, Role};
use domain::time::Month;
use domain::timesheet::Hours;
use sea_orm::QueryResult;

use super::list::Bound;
use super::scope::in_teams;
use super::{attendance, employment, figures, list, login, salary};
use crate::database::Database;
use crate::fault::Failure;
use crate::sql::{self, Columns};

pub(crate) const CREDENTIALS: &str = "\
    SELECT u.id, u.employee_number, u.first_name, u.last_name, u.email, \
      u.password_hash, u.is_active, u.is_blocked, u.is_first_login, u.role, \
      EXISTS (SELECT 1 FROM known_addresses k WHERE k.user_id = u.id AND k.address = $2 AND k.last_success_at >= $3) \
    FROM users u WHERE u.email = $1";

/// The columns of a person `u` with the manager `m`, in the order in which [`view`] reads them.
macro_rules! view_columns {
    () => {
        "u.id, u.employee_number, u.first_name, u.last_name, u.role, u.email, u.phone_number, u.department, u.designation, \
         u.position, u.joining_date, u.is_active, u.is_blocked, u.is_first_login, u.updated_at, u.salary_cents, \
         u.manager_id, m.first_name, m.last_name"
    };
}
pub(super) use view_columns;

pub(crate) const PERSON: &str =
    concat!("SELECT ", view_columns!(), " FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1");

pub(crate) fn presence_statement(leads: &Leads, today: NaiveDate) -> Bound {
    let mut values = vec![today.into()];
    let in_teams = in_teams(leads, &mut values);
    let statement = format!(
        "SELECT count(*), count(*) - count(t.id) FROM users u LEFT JOIN timesheets t ON t.user_id = u.id AND t.date = $1 \
         WHERE {in_teams} AND u.is_active AND NOT u.is_blocked AND (u.joining_date IS NULL OR u.joining_date <= $1)"
    );
    (statement, values)
}

pub(super) fn view(row: &QueryResult) -> Result<PersonView, Failure> {
    let mut columns = Columns::of(row);
    let person = columns.person()?;
    let id = person.id;
    let role = columns.role(id)?;
    Ok(PersonView {
        person,
        role,
        email: columns.take()?,
        phone_number: columns.take()?,
        department: columns.take()?,
        designation: columns.take()?,
        position: columns.take()?,
        joining_date: columns.take()?,
        is_active: columns.take()?,
        is_blocked: columns.take()?,
        is_first_login: columns.take()?,
        updated_at: columns.take()?,
        salary: salary(&mut columns, id)?,
        manager: columns.take::<Option<_>>()?.map(UserId::new).zip(columns.maybe_name()?),
    })
}

#[async_trait]
impl PeopleReads for Database {
    async fn credentials(
        &self,
        email: &str,
        address: &str,
        known_since: Instant,
    ) -> Result<Option<Credentials>, StoreError> {
        let values = vec![email.into(), address.into(), known_since.into()];
        self.read(move |connection| async move {
            let Some(row) = sql::one(&*connection, CREDENTIALS, values).await? else {
                return Ok(None);
            };
            let mut columns = Columns::of(&row);
            let person = columns.person()?;
            let email = columns.take()?;
            let login = login(&mut columns, person.id)?;
            Ok(Some(Credentials { person, email, login, is_known_address: columns.take()? }))
        })
        .await
    }

    async fn person(&self, user: UserId) -> Result<Option<PersonView>, StoreError> {
        self.read(move |connection| async move {
            sql::one(&*connection, PERSON, vec![user.uuid().into()]).await?.as_ref().map(view).transpose()
        })
        .await
    }

    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError> {
        self.read(move |connection| employment(connection, user, "")).await
    }

    async fn presence(&self, leads: &Leads, today: NaiveDate) -> Result<TeamPresence, StoreError> {
        let (statement, values) = presence_statement(leads, today);
        self.read(move |connection| async move {
            let row = sql::one(&*connection, &statement, values).await?;
            let Some(row) = row else {
                return Ok(TeamPresence { members: 0, without_entry: 0 });
            };
            let mut columns = Columns::of(&row);
            Ok(TeamPresence { members: columns.count()?, without_entry: columns.count()? })
        })
        .await
    }

    async fn list(&self, filter: &PeopleFilter, page: u32, limit: u32) -> Result<(Vec<PersonView>, u32), StoreError> {
        list::list(self, filter, page, limit).await
    }

    async fn directory(
        &self,
        roles: &[Role],
        search: Option<&str>,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<DirectoryEntry>, u32), StoreError> {
        list::directory(self, roles, search, page, limit).await
    }

    async fn head_count(&self) -> Result<HeadCount, StoreError> {
        figures::head_count(self).await
    }

    async fn figures(
        &self,
        today: NaiveDate,
        new_since: NaiveDate,
        left_since: Instant,
    ) -> Result<PeopleFigures, StoreError> {
        figures::figures(self, today, new_since, left_since).await
    }

    async fn frozen(&self, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>, StoreError> {
        figures::frozen(self, since, limit).await
    }

    async fn month_records(
        &self,
        scope: Scope,
        month: Month,
        half_days: &[Hours],
    ) -> Result<Vec<MonthRecord>, StoreError> {
        attendance::month_records(self, scope, month, half_days).await
    }
}
