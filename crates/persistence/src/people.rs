//! People and their logins.

use std::sync::Arc;

use application::ports::{
    Credentials, Login, NewPerson, PasswordHash, PeopleReads, PersonName, PersonRepository, PersonView, StoreError,
    TeamPresence,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::{EmployeeId, Employment, Salary};
use sea_orm::{ConnectionTrait, EntityTrait, Set};

use crate::database::Database;
use crate::entities::user;
use crate::fault::Failure;
use crate::sql::{self, Columns, corrupt};
use crate::unit::Unit;

const ANYBODY: &str = "SELECT EXISTS (SELECT 1 FROM users)";

/// Hands out `$1` numbers and returns the last one. The row stays locked until the transaction ends, so of two that ask the
/// second waits, and a number of a transaction that is rolled back is free again.
const NUMBERS: &str = "\
    INSERT INTO counters (name, value) VALUES ('employee_number', $2 + $1) \
    ON CONFLICT (name) DO UPDATE SET value = counters.value + $1 RETURNING value";

pub(crate) const EMPLOYMENT: &str = "\
    SELECT u.joining_date, u.manager_id, coalesce(m.role = 'Manager' AND m.is_active AND NOT m.is_blocked, false) \
    FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1";

const LOGIN: &str = "SELECT password_hash, is_active, is_blocked, is_first_login, role FROM users WHERE id = $1";

const SET_PASSWORD: &str = "UPDATE users SET password_hash = $2, is_first_login = $3, updated_at = $4 WHERE id = $1";

pub(crate) const CREDENTIALS: &str = "\
    SELECT u.id, u.employee_number, u.first_name, u.last_name, u.email, \
      u.password_hash, u.is_active, u.is_blocked, u.is_first_login, u.role, \
      EXISTS (SELECT 1 FROM known_addresses k WHERE k.user_id = u.id AND k.address = $2 AND k.last_success_at >= $3) \
    FROM users u WHERE u.email = $1";

pub(crate) const PERSON: &str = "\
    SELECT u.id, u.employee_number, u.first_name, u.last_name, u.role, u.email, u.phone_number, \
      u.department, u.designation, u.position, u.joining_date, u.is_active, u.is_blocked, u.is_first_login, u.updated_at, u.salary_cents, \
      u.manager_id, m.first_name, m.last_name \
    FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1";

pub(crate) const PRESENCE: &str = "\
    SELECT count(*), count(*) - count(t.id) \
    FROM users u LEFT JOIN timesheets t ON t.user_id = u.id AND t.date = $2 \
    WHERE u.manager_id = $1 AND u.is_active AND NOT u.is_blocked AND (u.joining_date IS NULL OR u.joining_date <= $2)";

async fn employment<C: ConnectionTrait>(connection: Arc<C>, user: UserId) -> Result<Option<Employment>, Failure> {
    let Some(row) = sql::one(&*connection, EMPLOYMENT, vec![user.uuid().into()]).await? else {
        return Ok(None);
    };
    let mut columns = Columns::of(&row);
    Ok(Some(Employment {
        user,
        joining_date: columns.take()?,
        manager: columns.take::<Option<_>>()?.map(UserId::new),
        manager_can_act: columns.take()?,
    }))
}

fn login(columns: &mut Columns<'_>, user: UserId) -> Result<Login, Failure> {
    Ok(Login {
        hash: PasswordHash(columns.take()?),
        is_active: columns.take()?,
        is_blocked: columns.take()?,
        is_first_login: columns.take()?,
        role: columns.role(user)?,
    })
}

/// Hands out `count` employee numbers and returns the last one.
async fn take_numbers<C: ConnectionTrait>(connection: &C, count: i64) -> Result<i64, Failure> {
    let before_the_first = i64::from(EmployeeId::FIRST) - 1;
    let row = sql::one(connection, NUMBERS, vec![count.into(), before_the_first.into()]).await?;
    row.map(|row| row.try_get_by_index(0))
        .transpose()?
        .ok_or_else(|| corrupt("counters", "value", "employee_number").into())
}

#[async_trait]
impl PersonRepository for Unit {
    async fn any(&self) -> Result<bool, StoreError> {
        self.transaction
            .run(|connection| async move {
                // Nothing can be locked that is not there yet, so the counter stands for the list of people.
                take_numbers(&*connection, 0).await?;
                let row = sql::one(&*connection, ANYBODY, vec![]).await?;
                Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or(false))
            })
            .await
    }

    async fn next_employee_id(&self) -> Result<EmployeeId, StoreError> {
        self.transaction
            .run(|connection| async move {
                let number = take_numbers(&*connection, 1).await?;
                let id = u32::try_from(number).map(EmployeeId::new);
                Ok(id.map_err(|_| corrupt("counters", "value", "employee_number"))?)
            })
            .await
    }

    async fn insert(&self, person: &NewPerson) -> Result<(), StoreError> {
        let row = user::ActiveModel {
            id: Set(person.id.uuid()),
            employee_number: Set(person.employee_id.number().cast_signed()),
            email: Set(person.email.as_str().to_owned()),
            first_name: Set(person.name.first.clone()),
            last_name: Set(person.name.last.clone()),
            phone_number: Set(None),
            role: Set(person.role.name().to_owned()),
            department: Set(person.department.clone()),
            designation: Set(None),
            position: Set(person.position.clone()),
            joining_date: Set(person.joining_date),
            is_active: Set(true),
            is_blocked: Set(false),
            is_first_login: Set(person.is_first_login),
            manager_id: Set(person.manager.map(UserId::uuid)),
            salary_cents: Set(None),
            password_hash: Set(person.hash.0.clone()),
            created_at: Set(person.created_at),
            updated_at: Set(person.created_at),
        };
        self.transaction
            .run(move |connection| async move {
                user::Entity::insert(row).exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await
    }

    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError> {
        self.transaction.run(move |connection| employment(connection, user)).await
    }

    async fn lock_login(&self, user: UserId) -> Result<Option<Login>, StoreError> {
        // NO KEY: other transactions may still refer to the person, they may only not change him.
        let statement = format!("{LOGIN}{}", sql::lock(self.transaction.backend(), " FOR NO KEY UPDATE"));
        self.transaction
            .run(move |connection| async move {
                let Some(row) = sql::one(&*connection, &statement, vec![user.uuid().into()]).await? else {
                    return Ok(None);
                };
                login(&mut Columns::of(&row), user).map(Some)
            })
            .await
    }

    async fn set_password(
        &self,
        user: UserId,
        hash: &PasswordHash,
        is_first_login: bool,
        at: Instant,
    ) -> Result<(), StoreError> {
        let values = vec![user.uuid().into(), hash.0.clone().into(), is_first_login.into(), at.into()];
        self.transaction
            .run(move |connection| async move {
                match sql::change(&*connection, SET_PASSWORD, values).await? {
                    1 => Ok(()),
                    _ => Err(StoreError::Stale.into()),
                }
            })
            .await
    }
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
            let Some(row) = sql::one(&*connection, PERSON, vec![user.uuid().into()]).await? else {
                return Ok(None);
            };
            let mut columns = Columns::of(&row);
            let person: PersonName = columns.person()?;
            let role = columns.role(user)?;
            Ok(Some(PersonView {
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
                salary: columns
                    .take::<Option<i64>>()?
                    .map(|cents| Salary::from_cents(cents).ok_or_else(|| corrupt("users", "salary_cents", user)))
                    .transpose()?,
                manager: columns.take::<Option<_>>()?.map(UserId::new).zip(columns.maybe_name()?),
            }))
        })
        .await
    }

    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError> {
        self.read(move |connection| employment(connection, user)).await
    }

    async fn presence(&self, manager: UserId, today: NaiveDate) -> Result<TeamPresence, StoreError> {
        self.read(move |connection| async move {
            let row = sql::one(&*connection, PRESENCE, vec![manager.uuid().into(), today.into()]).await?;
            let Some(row) = row else {
                return Ok(TeamPresence { members: 0, without_entry: 0 });
            };
            let (members, without_entry): (i64, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            let whole = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
            Ok(TeamPresence { members: whole(members), without_entry: whole(without_entry) })
        })
        .await
    }
}
