//! Reading people: one by one here, many at a time in the modules beside it.

use application::ports::{
    Credentials, DirectoryEntry, FrozenDays, HeadCount, MonthRecord, PeopleFigures, PeopleFilter, PeopleReads,
    PersonView, Result, StoreError, TeamPresence,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::person::{Employment, FullName, Role};
use domain::time::Month;
use domain::timesheet::Hours;
use domain::work_patterns::Expected;
use sea_orm::DbBackend;

use super::attendance::{self, Piece};
use super::{EMPLOYMENT, employment, figures, has_begun};
use crate::database::Database;
use crate::fault::Failure;
use crate::leave_days::{count_on_leave, is_on_leave};
use crate::row::{Columns, row};
use crate::scope::in_teams;
use crate::sql::{self, Bound};

/// How many people's month is read in one statement, in a quarter of the time that it may take.
const READ_TOGETHER: usize = 20_000;

row! {
    CREDENTIALS_COLUMNS, read_credentials("users") -> Credentials {
        person: [super::PERSON_COLUMNS => super::person],
        email: "u.email",
        login: [super::LOGIN_COLUMNS => super::login],
        is_known_address: "EXISTS (SELECT 1 FROM known_addresses k \
            WHERE k.user_id = u.id AND k.address = $2 AND k.last_success_at >= $3)",
    }
}

/// By hand, so that what is known of the address comes with it.
pub(crate) const CREDENTIALS: &str = concat!("SELECT ", CREDENTIALS_COLUMNS, " FROM users u WHERE u.email = $1");

row! {
    /// A person `u` with the manager `m`.
    VIEW_COLUMNS, view("users") -> PersonView {
        person: [crate::people::PERSON_COLUMNS => super::person],
        external_id: "u.external_id",
        role: "u.role",
        email: "u.email",
        phone_number: "u.phone_number",
        department: "u.department",
        designation: "u.designation",
        position: "u.position",
        joining_date: "u.joining_date",
        records_from: "u.records_from",
        is_active: "u.is_active",
        is_blocked: "u.is_blocked",
        has_password: "u.password_hash <> ''",
        is_first_login: "u.is_first_login",
        updated_at: "u.updated_at",
        manager: ["m.id, m.first_name, m.last_name" => Columns::maybe_named],
    }
}

/// By hand, because it joins the manager.
pub(crate) const PERSON: &str =
    concat!("SELECT ", VIEW_COLUMNS, " FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1");

/// By hand for [`sql::among`].
pub(crate) fn managed_by(backend: DbBackend) -> String {
    format!(
        "SELECT u.id, m.id, m.first_name, m.last_name FROM users u JOIN users m ON m.id = u.manager_id WHERE {}",
        sql::among(backend, "u.manager_id", 1)
    )
}

pub(crate) fn presence_statement(backend: DbBackend, leads: &Leads, today: NaiveDate, expected: &Expected) -> Bound {
    let mut values = vec![today.into()];
    let in_teams = in_teams(leads, &mut values);
    let is_expected = sql::is_expected(backend, "u.id", expected, &mut values);
    let (has_begun, is_on_leave) = (has_begun!("$1"), is_on_leave!("u.id", "$1"));
    let on_leave = count_on_leave!("$1");
    let statement = format!(
        "SELECT count(*), count(*) FILTER (WHERE t.id IS NULL AND {is_expected} AND NOT {is_on_leave}), \
           ({on_leave} AND {in_teams}) \
         FROM users u LEFT JOIN timesheets t ON t.user_id = u.id AND t.date = $1 \
         WHERE {in_teams} AND u.is_active AND NOT u.is_blocked AND {has_begun}"
    );
    (statement, values)
}

fn presence(columns: &mut Columns<'_>) -> Result<TeamPresence, Failure> {
    Ok(TeamPresence { members: columns.count()?, absent: columns.count()?, on_leave: columns.count()? })
}

#[async_trait]
impl PeopleReads for Database {
    async fn credentials(&self, email: &str, address: &str, known_since: Instant) -> Result<Option<Credentials>> {
        self.first(CREDENTIALS, vec![email.into(), address.into(), known_since.into()], read_credentials).await
    }

    async fn person(&self, user: UserId) -> Result<Option<PersonView>> {
        self.first(PERSON, vec![user.uuid().into()], view).await
    }

    async fn employment(&self, user: UserId, today: NaiveDate) -> Result<Option<Employment>> {
        self.first(EMPLOYMENT, vec![user.uuid().into(), today.into()], employment).await
    }

    async fn presence(&self, leads: &Leads, today: NaiveDate, expected: &Expected) -> Result<TeamPresence> {
        let (statement, values) = presence_statement(self.backend(), leads, today, expected);
        Ok(self.first(statement, values, presence).await?.unwrap_or(TeamPresence {
            members: 0,
            absent: 0,
            on_leave: 0,
        }))
    }

    async fn list(&self, filter: &PeopleFilter, page: u32, limit: u32) -> Result<(Vec<PersonView>, u32)> {
        Ok(self.roster().await?.list(filter, (page, limit)))
    }

    async fn directory(
        &self,
        roles: &[Role],
        search: Option<&str>,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<DirectoryEntry>, u32)> {
        Ok(self.roster().await?.directory(roles, search, (page, limit)))
    }

    async fn managed_by(&self, managers: &[UserId]) -> Result<Vec<(UserId, (UserId, FullName))>> {
        let backend = self.backend();
        let read = |columns: &mut Columns<'_>| {
            let place = columns.place("users");
            Ok((columns.column(&place, "id")?, (columns.column(&place, "manager_id")?, columns.name()?)))
        };
        let values = vec![sql::ids(backend, managers.iter().map(|id| id.uuid()))];
        self.all(managed_by(backend), values, read).await
    }

    async fn head_count(&self) -> Result<HeadCount> {
        Ok(self.roster().await?.head_count)
    }

    async fn figures(&self, today: NaiveDate, new_since: NaiveDate, left_since: Instant) -> Result<PeopleFigures> {
        let values = vec![today.into(), new_since.into(), left_since.into(), left_since.date_naive().into()];
        let figures = self.first(figures::FIGURES, values, figures::figures).await?;
        figures.ok_or_else(|| StoreError::Backend("a count without a row".into()))
    }

    async fn frozen(&self, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>> {
        let values = vec![since.into(), i64::from(limit).into()];
        self.all(figures::frozen_statement(self.backend()), values, figures::frozen).await
    }

    async fn month_records(&self, scope: Scope, month: Month, half_days: &[Hours]) -> Result<Vec<MonthRecord>> {
        let pieces = match scope {
            Scope::Everyone => Piece::all(self.roster().await?.ids(), READ_TOGETHER),
            Scope::Own(_) | Scope::Team(_) => vec![Piece::default()],
        };
        let mut records = Vec::new();
        for piece in pieces {
            let (statement, values) = attendance::month_statement(self.backend(), &scope, piece, month, half_days);
            let half_days = half_days.to_vec();
            let read = self.read(move |connection| async move {
                let rows = sql::all(&*connection, &statement, values).await?;
                rows.iter().map(|row| attendance::month_record(row, &half_days)).collect::<Result<Vec<_>, Failure>>()
            });
            records.append(&mut read.await?);
        }
        records.sort_by(|(one, a), (other, b)| {
            one.cmp(other).then_with(|| a.person.employee_id.cmp(&b.person.employee_id))
        });
        Ok(records.into_iter().map(|(_, record)| record).collect())
    }
}
