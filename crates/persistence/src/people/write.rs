//! Writing people. Who changes an account has locked it first; what the database itself keeps unique it answers by name.

use application::ports::{
    ChangedPerson, Login, NewPerson, PasswordHash, PersonRecord, PersonRepository, Recipient, Result, StoreError,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::person::service::{ServiceHistory, Tenure};
use domain::person::{EmailAddress, EmployeeId, Employment, FullName, Role, Standing, WaysIn};
use domain::text::folded;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set, Statement};
use serde_json::json;

use super::text::{search_text, sort_name};
use super::{EMPLOYMENT, LOGIN_COLUMNS, employment, login, service};
use crate::fault::Failure;
use crate::people::user::{ActiveModel, Column, Entity, Model};
use crate::row::{Columns, corrupt, restore, row};
use crate::sql;
use crate::unit::Unit;

/// By hand, for `RETURNING`: hands out `$1` numbers and returns the last one. The row stays locked until the transaction ends, so of two that ask the
/// second waits, and a number of a transaction that is rolled back is free again.
const NUMBERS: &str = "\
    INSERT INTO counters (name, value) VALUES ('employee_number', $2 + $1) \
    ON CONFLICT (name) DO UPDATE SET value = counters.value + $1 RETURNING value";

/// By hand for the columns that a sign-in without a lock reads too.
const LOGIN: &str = concat!("SELECT ", LOGIN_COLUMNS, " FROM users u WHERE u.id = $1");

/// By hand, for what stands in other tables.
const WAYS_IN: &str = "\
    SELECT u.id, u.password_hash <> '', u.is_first_login, EXISTS (SELECT 1 FROM reset_links l WHERE l.user_id = u.id), \
      EXISTS (SELECT 1 FROM last_sign_ins s WHERE s.user_id = u.id) FROM users u WHERE ";

/// NO KEY: other transactions may still refer to the person, they may only not change them.
const LOCK: LockType = LockType::NoKeyUpdate;

/// How many accounts are created with one statement, which has a parameter for each of their columns.
const TOGETHER: usize = 500;

pub(crate) fn acting_admins() -> Select<Entity> {
    let admins = Entity::find().filter(Column::Role.eq(Role::Admin.name()));
    admins.filter(Column::IsActive.eq(true)).filter(Column::IsBlocked.eq(false)).order_by_asc(Column::Id).lock(LOCK)
}

row! {
    /// To whom a mail goes: a person `u`.
    RECIPIENT_COLUMNS, recipient("users") -> Recipient {
        user: "u.id",
        name: [crate::people::NAME_COLUMNS => Columns::name],
        email: "u.email",
        role: "u.role",
    }
}

/// By hand for [`sql::among`].
const RECIPIENTS: &str = concat!("SELECT ", RECIPIENT_COLUMNS, " FROM users u WHERE ");

/// By hand, because a team is put in order before it is locked, see below.
pub(crate) const RELEASE_TEAM_SQLITE: &str =
    "UPDATE users SET manager_id = NULL, updated_at = $2 WHERE manager_id = $1 RETURNING id";

/// An UPDATE locks rows as it finds them. People are locked in the order of their ids, so the team is put in order first.
pub(crate) const RELEASE_TEAM_POSTGRES: &str = "\
    WITH team AS (SELECT id FROM users WHERE manager_id = $1 ORDER BY id FOR NO KEY UPDATE) \
    UPDATE users SET manager_id = NULL, updated_at = $2 FROM team WHERE users.id = team.id RETURNING users.id";

/// Hands out `count` employee numbers and returns the last one.
async fn take_numbers(unit: &Unit, count: i64) -> Result<i64> {
    let before_the_first = i64::from(EmployeeId::FIRST) - 1;
    let last = unit.first(NUMBERS, vec![count.into(), before_the_first.into()], |columns| Ok(columns.take()?)).await?;
    last.ok_or_else(|| corrupt("counters", "value", "employee_number"))
}

pub(crate) fn record(row: Model) -> Result<PersonRecord> {
    let id = row.id;
    Ok(PersonRecord {
        id: UserId::new(id),
        employee_id: restore(row.employee_number, "users", "employee_number", id)?,
        external_id: row.external_id,
        name: FullName { first: row.first_name, last: row.last_name },
        email: restore(row.email, "users", "email", id)?,
        standing: Standing {
            role: restore(row.role, "users", "role", id)?,
            is_active: row.is_active,
            is_blocked: row.is_blocked,
        },
        department: row.department,
        position: row.position,
        designation: row.designation,
        phone_number: row.phone_number,
        joining_date: row.joining_date,
        records_from: row.records_from,
        manager: row.manager_id.map(UserId::new),
        deactivated_at: row.deactivated_at,
        updated_at: row.updated_at,
    })
}

fn employee_id(number: i64) -> Result<EmployeeId> {
    let id = u32::try_from(number).map(EmployeeId::new);
    id.map_err(|_| corrupt("counters", "value", "employee_number"))
}

/// A new account.
fn new_row(person: &NewPerson) -> ActiveModel {
    ActiveModel {
        id: Set(person.id.uuid()),
        employee_number: Set(person.employee_id.number().cast_signed()),
        external_id: Set(person.external_id.clone()),
        external_key: Set(person.external_id.as_deref().map(folded)),
        email: Set(person.email.as_str().to_owned()),
        first_name: Set(person.name.first.clone()),
        last_name: Set(person.name.last.clone()),
        phone_number: Set(person.phone_number.clone()),
        role: Set(person.role.name().to_owned()),
        department: Set(person.department.clone()),
        designation: Set(person.designation.clone()),
        position: Set(person.position.clone()),
        joining_date: Set(person.joining_date),
        records_from: Set(person.records_from),
        is_active: Set(person.is_active),
        is_blocked: Set(false),
        is_first_login: Set(person.is_first_login),
        manager_id: Set(person.manager.map(UserId::uuid)),
        password_hash: Set(hash_column(person.hash.as_ref())),
        created_at: Set(person.created_at),
        updated_at: Set(person.created_at),
        search_text: Set(search_text(&person.name, person.employee_id, person.department.as_deref(), &person.email)),
        sort_name: Set(sort_name(&person.name)),
        // An account that was never active has not become inactive, and nobody has left with it.
        deactivated_at: Set(None),
        // A generated password is as old as its account, until there is another one.
        temporary_since: Set(None),
        // Nor has it had another role.
        role_since: Set(None),
        is_break_glass: Set(false),
    }
}

/// What a change of an account saves, with the types on PostgreSQL.
const SAVED: [(&str, &str); 19] = [
    ("first_name", "text"),
    ("last_name", "text"),
    ("external_id", "text"),
    ("external_key", "text"),
    ("email", "text"),
    ("role", "text"),
    ("is_active", "boolean"),
    ("is_blocked", "boolean"),
    ("department", "text"),
    ("position", "text"),
    ("designation", "text"),
    ("phone_number", "text"),
    ("joining_date", "date"),
    ("records_from", "date"),
    ("manager_id", "uuid"),
    ("deactivated_at", "timestamptz"),
    ("search_text", "text"),
    ("sort_name", "text"),
    ("id", "uuid"),
];

/// The accounts in the JSON parameter `$1`, changed at `$2`.
pub(crate) fn save_statement(backend: DbBackend) -> String {
    let rows = sql::unfolded(backend, &SAVED);
    let columns = SAVED.iter().filter(|(name, _)| *name != "id");
    let set: Vec<String> = columns.map(|(name, _)| format!("{name} = n.{name}")).collect();
    format!(
        "UPDATE users SET {}, role_since = CASE WHEN users.role <> n.role THEN $2 ELSE users.role_since END, \
         updated_at = $2 FROM {rows} WHERE users.id = n.id",
        set.join(", ")
    )
}

fn saved(person: &PersonRecord) -> serde_json::Value {
    let id = |user: UserId| user.uuid().simple().to_string();
    json!({
        "id": id(person.id),
        "first_name": person.name.first,
        "last_name": person.name.last,
        "external_id": person.external_id,
        "external_key": person.external_id.as_deref().map(folded),
        "email": person.email.as_str(),
        "role": person.standing.role.name(),
        "is_active": person.standing.is_active,
        "is_blocked": person.standing.is_blocked,
        "department": person.department,
        "position": person.position,
        "designation": person.designation,
        "phone_number": person.phone_number,
        "joining_date": person.joining_date,
        "records_from": person.records_from,
        "manager_id": person.manager.map(id),
        "deactivated_at": person.deactivated_at.map(sql::instant_text),
        "search_text": search_text(&person.name, person.employee_id, person.department.as_deref(), &person.email),
        "sort_name": sort_name(&person.name),
    })
}

/// In the order of ids, in which people are locked.
pub(crate) fn for_change_statement(backend: DbBackend) -> String {
    let lock = sql::lock(backend, " FOR NO KEY UPDATE");
    format!("SELECT u.* FROM users u WHERE {} ORDER BY u.id{lock}", sql::among(backend, "u.id", 1))
}

fn id(columns: &mut Columns<'_>) -> Result<UserId, Failure> {
    Ok(UserId::new(columns.take()?))
}

fn ways_in(columns: &mut Columns<'_>) -> Result<(UserId, WaysIn), Failure> {
    let user = id(columns)?;
    let [has_password, is_first_login] = [columns.take()?, columns.take()?];
    let [has_link, has_signed_in] = [columns.take()?, columns.take()?];
    Ok((user, WaysIn { has_password, is_first_login, has_link, has_signed_in }))
}

impl Unit {
    /// The one account that the condition finds. A transaction that had to wait for it looks at it anew, and passes it over where the
    /// condition no longer holds.
    async fn locked(&self, account: Select<Entity>) -> Result<Option<PersonRecord>> {
        self.run(
            move |connection| async move { Ok(account.lock(LOCK).one(&*connection).await?.map(record).transpose()?) },
        )
        .await
    }
}

fn hash_column(hash: Option<&PasswordHash>) -> String {
    hash.map(|hash| hash.0.clone()).unwrap_or_default()
}

#[async_trait]
impl PersonRepository for Unit {
    async fn any(&self) -> Result<bool> {
        // Nothing can be locked that is not there yet, so the counter stands for the list of people.
        take_numbers(self, 0).await?;
        self.run(|connection| async move { Ok(Entity::find().limit(1).one(&*connection).await?.is_some()) }).await
    }

    async fn next_employee_id(&self) -> Result<EmployeeId> {
        employee_id(take_numbers(self, 1).await?)
    }

    async fn next_employee_ids(&self, count: u32) -> Result<Vec<EmployeeId>> {
        let last = take_numbers(self, count.into()).await?;
        (last - i64::from(count) + 1..=last).map(employee_id).collect()
    }

    async fn insert(&self, person: &NewPerson) -> Result<()> {
        self.insert_many(std::slice::from_ref(person)).await
    }

    async fn insert_many(&self, people: &[NewPerson]) -> Result<()> {
        for people in people.chunks(TOGETHER) {
            let rows: Vec<ActiveModel> = people.iter().map(new_row).collect();
            let service = |person: &NewPerson| {
                let tenures = person.service.map(Tenure::original).into_iter().collect();
                (person.id, ServiceHistory::new(tenures, person.beginning()))
            };
            let histories: Vec<_> = people.iter().map(service).collect();
            self.run(move |connection| async move {
                Entity::insert_many(rows).exec_without_returning(&*connection).await?;
                service::insert(&*connection, &histories).await
            })
            .await?;
        }
        Ok(())
    }

    async fn employment(&self, user: UserId, today: NaiveDate) -> Result<Option<Employment>> {
        // Nobody gives the person another role before what was asked for this is written.
        let lock = sql::lock(self.backend(), " FOR SHARE OF u");
        self.first(format!("{EMPLOYMENT}{lock}"), vec![user.uuid().into(), today.into()], employment).await
    }

    async fn lock_login(&self, user: UserId) -> Result<Option<Login>> {
        let lock = sql::lock(self.backend(), " FOR NO KEY UPDATE");
        self.first(format!("{LOGIN}{lock}"), vec![user.uuid().into()], login).await
    }

    async fn set_password(
        &self,
        user: UserId,
        hash: Option<&PasswordHash>,
        is_first_login: bool,
        at: Instant,
    ) -> Result<()> {
        let row = ActiveModel {
            password_hash: Set(hash_column(hash)),
            is_first_login: Set(is_first_login),
            temporary_since: Set(is_first_login.then_some(at)),
            updated_at: Set(at),
            ..ActiveModel::default()
        };
        self.update_row(Entity::update_many().set(row).filter(Column::Id.eq(user.uuid()))).await
    }

    async fn ways_in(&self, users: &[UserId]) -> Result<Vec<(UserId, WaysIn)>> {
        let backend = self.backend();
        let statement = format!("{WAYS_IN}{}", sql::among(backend, "u.id", 1));
        let values = vec![sql::ids(backend, users.iter().map(|user| user.uuid()))];
        self.all(statement, values, ways_in).await
    }

    async fn drop_passwords(&self, users: &[UserId], at: Instant) -> Result<()> {
        let backend = self.backend();
        let statement = format!(
            "UPDATE users SET password_hash = '', is_first_login = true, temporary_since = $2, updated_at = $2 WHERE {}",
            sql::among(backend, "id", 1)
        );
        let values = vec![sql::ids(backend, users.iter().map(|user| user.uuid())), at.into()];
        self.change(statement, values).await?;
        Ok(())
    }

    async fn set_break_glass(&self, user: UserId, is_break_glass: bool) -> Result<()> {
        let row = ActiveModel { is_break_glass: Set(is_break_glass), ..ActiveModel::default() };
        self.update_row(Entity::update_many().set(row).filter(Column::Id.eq(user.uuid()))).await
    }

    async fn for_change(&self, user: UserId) -> Result<Option<PersonRecord>> {
        self.locked(Entity::find_by_id(user.uuid())).await
    }

    async fn for_change_of(&self, users: &[UserId]) -> Result<Vec<PersonRecord>> {
        let backend = self.backend();
        let text = for_change_statement(backend);
        let values = vec![sql::ids(backend, users.iter().map(|user| user.uuid()))];
        let statement = Statement::from_sql_and_values(backend, text, values);
        self.run(move |connection| async move {
            let found = Entity::find().from_raw_sql(statement).all(&*connection).await?;
            Ok(found.into_iter().map(record).collect::<Result<Vec<_>>>()?)
        })
        .await
    }

    async fn for_change_by_email(&self, email: &EmailAddress) -> Result<Option<PersonRecord>> {
        self.locked(Entity::find().filter(Column::Email.eq(email.as_str()))).await
    }

    async fn acting_admins(&self) -> Result<Vec<UserId>> {
        // A transaction that waits for one of these rows looks at it anew when it gets it, and leaves it out where it no longer acts.
        self.run(move |connection| async move {
            let admins = acting_admins().all(&*connection).await?;
            Ok(admins.into_iter().map(|admin| UserId::new(admin.id)).collect())
        })
        .await
    }

    async fn save(&self, person: &ChangedPerson, at: Instant) -> Result<()> {
        self.save_many(std::slice::from_ref(person), at).await
    }

    async fn save_many(&self, people: &[ChangedPerson], at: Instant) -> Result<()> {
        let rows: Vec<serde_json::Value> = people.iter().map(|person| saved(person.record())).collect();
        let values = vec![json!(rows).to_string().into(), at.into()];
        let changed = self.change(save_statement(self.backend()), values).await?;
        if changed == people.len() as u64 { Ok(()) } else { Err(StoreError::Stale) }
    }

    async fn save_service(&self, histories: &[(UserId, ServiceHistory)]) -> Result<()> {
        let histories = histories.to_vec();
        self.run(move |connection| async move { service::save(&*connection, &histories).await }).await
    }

    async fn recipients(&self, users: &[UserId]) -> Result<Vec<Recipient>> {
        let backend = self.backend();
        let statement = format!("{RECIPIENTS}{}", sql::among(backend, "u.id", 1));
        let values = vec![sql::ids(backend, users.iter().map(|id| id.uuid()))];
        self.all(statement, values, recipient).await
    }

    async fn release_team(&self, manager: UserId, at: Instant) -> Result<Vec<UserId>> {
        let values = vec![manager.uuid().into(), at.into()];
        let is_postgres = self.backend() == DbBackend::Postgres;
        let release = if is_postgres { RELEASE_TEAM_POSTGRES } else { RELEASE_TEAM_SQLITE };
        self.all(release, values, id).await
    }
}
