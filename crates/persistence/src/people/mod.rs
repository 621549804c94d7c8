//! People and their logins.

mod attendance;
mod figures;
mod list;
mod reads;
pub(crate) mod scope;
mod service;
mod text;
mod write;

pub(crate) use self::list::Bound;

use application::ports::{Login, PersonName};
use constcat::concat;
use domain::person::{Employment, FullName};

use crate::row::row;

#[cfg(test)]
pub(crate) use self::{
    attendance::month_statement,
    figures::{FIGURES, frozen_statement},
    list::{directory_statements, list_statements},
    reads::{CREDENTIALS, PERSON, presence_statement},
    write::{RELEASE_TEAM_POSTGRES, RELEASE_TEAM_SQLITE, acting_admins},
};

row! {
    NAME_COLUMNS, name("users") -> FullName {
        first: "u.first_name",
        last: "u.last_name",
    }
}

row! {
    /// What names a person `u`.
    PERSON_COLUMNS, person("users") -> PersonName {
        id: "u.id",
        employee_id: "u.employee_number",
        name: [crate::people::NAME_COLUMNS => name],
    }
}

row! {
    /// What decides about a sign-in of a person `u`.
    LOGIN_COLUMNS, login("users") -> Login {
        hash: "u.password_hash",
        is_active: "u.is_active",
        is_blocked: "u.is_blocked",
        is_first_login: "u.is_first_login",
        role: "u.role",
    }
}

row! {
    EMPLOYMENT_COLUMNS, employment("users") -> Employment {
        user: "u.id",
        joining_date: "u.joining_date",
        is_in_service: "u.role = 'Employee' AND u.is_active",
        manager: "u.manager_id",
        manager_can_act: (concat!("coalesce(", scope::can_lead!("m"), ", false)")),
    }
}

/// By hand, because it joins the manager.
pub(crate) const EMPLOYMENT: &str =
    concat!("SELECT ", EMPLOYMENT_COLUMNS, " FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1");
