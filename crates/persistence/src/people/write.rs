//! Writing people. Who changes an account has locked it first; what the database itself keeps unique it answers by name.

use application::ports::{
    ChangedPerson, Login, NewPerson, PasswordHash, PersonRecord, PersonRepository, Recipient, StoreError,
};
use async_trait::async_trait;
use domain::Instant;
use domain::id::UserId;
use domain::person::service::{ServiceChange, ServicePeriod};
use domain::person::{EmailAddress, EmployeeId, Employment, FullName, Salary, Standing};
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, QueryResult, Set, Value};

use super::service;
use super::text::{search_text, sort_name};
use super::{employment, login, salary};
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

const LOGIN: &str = "SELECT password_hash, is_active, is_blocked, is_first_login, role FROM users WHERE id = $1";

const SET_PASSWORD: &str = "UPDATE users SET password_hash = $2, is_first_login = $3, updated_at = $4 WHERE id = $1";

const FOR_CHANGE: &str = "\
    SELECT id, employee_number, first_name, last_name, email, role, is_active, is_blocked, department, position, designation, \
      phone_number, joining_date, salary_cents, manager_id, deactivated_at, updated_at \
    FROM users WHERE ";

pub(crate) const ACTING_ADMINS: &str =
    "SELECT id FROM users WHERE role = 'Admin' AND is_active AND NOT is_blocked ORDER BY id";

const RECIPIENTS: &str = "SELECT id, first_name, last_name, email FROM users WHERE ";

const SAVE: &str = "\
    UPDATE users SET first_name = $2, last_name = $3, email = $4, role = $5, is_active = $6, is_blocked = $7, department = $8, \
      position = $9, designation = $10, phone_number = $11, salary_cents = $12, manager_id = $13, deactivated_at = $14, \
      search_text = $15, sort_name = $16, updated_at = $17 \
    WHERE id = $1";

pub(crate) const RELEASE_TEAM_SQLITE: &str =
    "UPDATE users SET manager_id = NULL, updated_at = $2 WHERE manager_id = $1 RETURNING id";

/// An UPDATE locks rows as it finds them. People are locked in the order of their ids, so the team is put in order first.
pub(crate) const RELEASE_TEAM_POSTGRES: &str = "\
    WITH team AS (SELECT id FROM users WHERE manager_id = $1 ORDER BY id FOR NO KEY UPDATE) \
    UPDATE users SET manager_id = NULL, updated_at = $2 FROM team WHERE users.id = team.id RETURNING users.id";

/// NO KEY: other transactions may still refer to the person, they may only not change him.
const LOCK: &str = " FOR NO KEY UPDATE";

/// Hands out `count` employee numbers and returns the last one.
async fn take_numbers<C: ConnectionTrait>(connection: &C, count: i64) -> Result<i64, Failure> {
    let before_the_first = i64::from(EmployeeId::FIRST) - 1;
    let row = sql::one(connection, NUMBERS, vec![count.into(), before_the_first.into()]).await?;
    row.map(|row| row.try_get_by_index(0))
        .transpose()?
        .ok_or_else(|| corrupt("counters", "value", "employee_number").into())
}

fn record(row: &QueryResult) -> Result<PersonRecord, Failure> {
    let mut columns = Columns::of(row);
    let person = columns.person()?;
    let id = person.id;
    Ok(PersonRecord {
        id,
        employee_id: person.employee_id,
        name: person.name,
        email: email(&mut columns, id)?,
        standing: Standing { role: columns.role(id)?, is_active: columns.take()?, is_blocked: columns.take()? },
        department: columns.take()?,
        position: columns.take()?,
        designation: columns.take()?,
        phone_number: columns.take()?,
        joining_date: columns.take()?,
        salary: salary(&mut columns, id)?,
        manager: columns.take::<Option<_>>()?.map(UserId::new),
        deactivated_at: columns.take()?,
        updated_at: columns.take()?,
    })
}

fn recipient(row: &QueryResult) -> Result<Recipient, Failure> {
    let mut columns = Columns::of(row);
    let user = UserId::new(columns.take()?);
    let name: FullName = columns.name()?;
    Ok(Recipient { user, name, email: email(&mut columns, user)? })
}

fn email(columns: &mut Columns<'_>, user: UserId) -> Result<EmailAddress, Failure> {
    let text: String = columns.take()?;
    Ok(EmailAddress::parse(&text).map_err(|_| corrupt("users", "email", user))?)
}

fn cents(salary: Option<Salary>) -> Option<i64> {
    salary.map(|salary| salary.cents().cast_signed())
}

fn id_of(row: &QueryResult) -> Result<UserId, Failure> {
    Ok(UserId::new(row.try_get_by_index(0)?))
}

impl Unit {
    /// The one account that the condition finds. Whoever had to wait for it looks at it anew, and passes it over where the condition
    /// no longer holds.
    async fn locked(&self, condition: &'static str, value: Value) -> Result<Option<PersonRecord>, StoreError> {
        let statement = format!("{FOR_CHANGE}{condition}{}", sql::lock(self.transaction.backend(), LOCK));
        self.transaction
            .run(move |connection| async move {
                let row = sql::one(&*connection, &statement, vec![value]).await?;
                row.as_ref().map(record).transpose()
            })
            .await
    }
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
        let search = search_text(&person.name, person.employee_id, person.department.as_deref(), &person.email);
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
            is_active: Set(person.is_active),
            is_blocked: Set(false),
            is_first_login: Set(person.is_first_login),
            manager_id: Set(person.manager.map(UserId::uuid)),
            salary_cents: Set(cents(person.salary)),
            password_hash: Set(person.hash.0.clone()),
            created_at: Set(person.created_at),
            updated_at: Set(person.created_at),
            search_text: Set(search),
            sort_name: Set(sort_name(&person.name)),
            // An account that was never active has not become inactive, and nobody has left with it.
            deactivated_at: Set(None),
        };
        let (id, service) = (person.id, person.service);
        self.transaction
            .run(move |connection| async move {
                user::Entity::insert(row).exec_without_returning(&*connection).await?;
                match service {
                    Some(period) => service::insert(&*connection, id, period).await,
                    None => Ok(()),
                }
            })
            .await
    }

    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError> {
        // Nobody gives the person another role before what was asked for this is written.
        let lock = sql::lock(self.transaction.backend(), " FOR SHARE OF u");
        self.transaction.run(move |connection| employment(connection, user, lock)).await
    }

    async fn lock_login(&self, user: UserId) -> Result<Option<Login>, StoreError> {
        let statement = format!("{LOGIN}{}", sql::lock(self.transaction.backend(), LOCK));
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

    async fn for_change(&self, user: UserId) -> Result<Option<PersonRecord>, StoreError> {
        self.locked("id = $1", user.uuid().into()).await
    }

    async fn for_change_by_email(&self, email: &EmailAddress) -> Result<Option<PersonRecord>, StoreError> {
        self.locked("email = $1", email.as_str().into()).await
    }

    async fn acting_admins(&self) -> Result<Vec<UserId>, StoreError> {
        // Whoever waits for one of these rows looks at it anew when he gets it, and leaves it out where it no longer acts.
        let statement = format!("{ACTING_ADMINS}{}", sql::lock(self.transaction.backend(), LOCK));
        self.transaction
            .run(move |connection| async move {
                sql::all(&*connection, &statement, vec![]).await?.iter().map(id_of).collect()
            })
            .await
    }

    async fn save(&self, person: &ChangedPerson, at: Instant) -> Result<(), StoreError> {
        let person = person.record();
        let search = search_text(&person.name, person.employee_id, person.department.as_deref(), &person.email);
        let values = vec![
            person.id.uuid().into(),
            person.name.first.clone().into(),
            person.name.last.clone().into(),
            person.email.as_str().into(),
            person.standing.role.name().into(),
            person.standing.is_active.into(),
            person.standing.is_blocked.into(),
            person.department.clone().into(),
            person.position.clone().into(),
            person.designation.clone().into(),
            person.phone_number.clone().into(),
            cents(person.salary).into(),
            person.manager.map(UserId::uuid).into(),
            person.deactivated_at.into(),
            search.into(),
            sort_name(&person.name).into(),
            at.into(),
        ];
        self.transaction
            .run(move |connection| async move {
                match sql::change(&*connection, SAVE, values).await? {
                    1 => Ok(()),
                    _ => Err(StoreError::Stale.into()),
                }
            })
            .await
    }

    async fn newest_service(&self, user: UserId) -> Result<Option<ServicePeriod>, StoreError> {
        self.transaction.run(move |connection| async move { service::newest(&*connection, user).await }).await
    }

    async fn change_service(&self, user: UserId, change: ServiceChange) -> Result<(), StoreError> {
        self.transaction.run(move |connection| async move { service::change(&*connection, user, change).await }).await
    }

    async fn recipients(&self, users: &[UserId]) -> Result<Vec<Recipient>, StoreError> {
        let backend = self.transaction.backend();
        let statement = format!("{RECIPIENTS}{}", sql::among(backend, "id", 1));
        let values = vec![sql::ids(backend, users.iter().map(|id| id.uuid()))];
        self.transaction
            .run(move |connection| async move {
                sql::all(&*connection, &statement, values).await?.iter().map(recipient).collect()
            })
            .await
    }

    async fn release_team(&self, manager: UserId, at: Instant) -> Result<Vec<UserId>, StoreError> {
        let values = vec![manager.uuid().into(), at.into()];
        let is_postgres = self.transaction.backend() == DbBackend::Postgres;
        let release = if is_postgres { RELEASE_TEAM_POSTGRES } else { RELEASE_TEAM_SQLITE };
        self.transaction
            .run(move |connection| async move {
                sql::all(&*connection, release, values).await?.iter().map(id_of).collect()
            })
            .await
    }
}
