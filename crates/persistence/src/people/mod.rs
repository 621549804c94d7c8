//! People and their logins.

pub(crate) mod attendance;
mod figures;
mod first_day;
mod reads;
mod roster;
mod service;
mod text;
mod write;

pub(crate) use self::first_day::{FIRST_DAY_COLUMNS, beginning, first_day, has_begun};
pub(crate) use self::roster::Roster;
pub(crate) use self::text::sort_name;
pub(crate) use self::write::{RECIPIENT_COLUMNS, recipient, record};

use application::ports::{Login, PasswordHash, PersonName};
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::person::{EmailAddress, EmployeeId, Employment, Role, Salary};

use crate::entity::entity;
use crate::fault::Failure;
use crate::row::{Columns, from_column, ids, row};

#[cfg(test)]
pub(crate) use self::{
    attendance::{Piece, month_statement},
    figures::{FIGURES, frozen_statement},
    reads::{CREDENTIALS, PERSON, presence_statement},
    roster::{CHANGED, VERSION},
    write::{RELEASE_TEAM_POSTGRES, RELEASE_TEAM_SQLITE, acting_admins, for_change_statement},
};

ids!(UserId);

from_column! {
    EmailAddress: String => |text| Self::parse(&text).ok(),
    EmployeeId: i32 => |number| u32::try_from(number).ok().map(Self::new),
    Role: String => |name| name.parse().ok(),
    Salary: i64 => Self::from_cents,
}

entity! {
    user("users") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        employee_number: i32,
        email: String,
        first_name: String,
        last_name: String,
        phone_number: Option<String>,
        role: String,
        department: Option<String>,
        designation: Option<String>,
        position: Option<String>,
        joining_date: Option<Date>,
        is_active: bool,
        is_blocked: bool,
        is_first_login: bool,
        manager_id: Option<Uuid>,
        #[sea_orm(column_type = "Text")]
        password_hash: String,
        created_at: DateTimeUtc,
        updated_at: DateTimeUtc,
        #[sea_orm(column_type = "Text")]
        search_text: String,
        #[sea_orm(column_type = "Text")]
        sort_name: String,
        deactivated_at: Option<DateTimeUtc>,
        temporary_since: Option<DateTimeUtc>,
        role_since: Option<DateTimeUtc>,
        is_break_glass: bool,
        external_id: Option<String>,
        external_key: Option<String>,
        records_from: Option<Date>,
    }
}

pub(crate) const NAME_COLUMNS: &str = "u.first_name, u.last_name";

row! {
    /// What names a person `u`.
    PERSON_COLUMNS, person("users") -> PersonName {
        id: "u.id",
        employee_id: "u.employee_number",
        name: [crate::people::NAME_COLUMNS => Columns::name],
    }
}

row! {
    /// What decides about a sign-in of a person `u`.
    LOGIN_COLUMNS, login("users") -> Login {
        hash: ["u.password_hash" => hash],
        is_active: "u.is_active",
        is_blocked: "u.is_blocked",
        is_first_login: "u.is_first_login",
        role: "u.role",
        in_role_since: [crate::people::ROLE_SINCE_COLUMNS => crate::people::role_since],
        is_break_glass: "u.is_break_glass",
    }
}

/// No password is an empty text.
fn hash(columns: &mut Columns<'_>) -> Result<Option<PasswordHash>, Failure> {
    Ok(Some(columns.take::<String>()?).filter(|hash| !hash.is_empty()).map(PasswordHash))
}

/// A role is as old as its account, until there is another one.
pub(crate) const ROLE_SINCE_COLUMNS: &str = "u.role_since, u.created_at";

pub(crate) fn role_since(columns: &mut Columns<'_>) -> Result<Instant, Failure> {
    let (since, created_at): (Option<Instant>, Instant) = (columns.take()?, columns.take()?);
    Ok(since.unwrap_or(created_at))
}

row! {
    /// What the rules need to know of a person `u` with the manager `m` on the day `$2`.
    EMPLOYMENT_COLUMNS, employment("users") -> Employment {
        user: "u.id",
        first_day: [crate::people::FIRST_DAY_COLUMNS => crate::people::first_day],
        is_in_service: "u.role = 'Employee' AND u.is_active",
        manager: "u.manager_id",
        manager_can_act: (concat!("coalesce(", crate::scope::can_lead!("m", "$2"), ", false)")),
    }
}

/// By hand, because it joins the manager.
pub(crate) const EMPLOYMENT: &str =
    concat!("SELECT ", EMPLOYMENT_COLUMNS, " FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1");
