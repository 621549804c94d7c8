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

use std::sync::Arc;

use application::ports::{Login, PasswordHash};
use domain::id::UserId;
use domain::person::{Employment, Salary};
use sea_orm::ConnectionTrait;

use crate::fault::Failure;
use crate::sql::{self, Columns, corrupt};

#[cfg(test)]
pub(crate) use self::{
    attendance::month_statement,
    figures::{FIGURES, frozen_statement},
    list::{directory_statements, list_statements},
    reads::{CREDENTIALS, PERSON, presence_statement},
    write::{ACTING_ADMINS, RELEASE_TEAM_POSTGRES, RELEASE_TEAM_SQLITE},
};

pub(crate) const EMPLOYMENT: &str = concat!(
    "SELECT u.joining_date, u.role = 'Employee' AND u.is_active, u.manager_id, coalesce(",
    scope::can_lead!("m"),
    ", false) FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1"
);

async fn employment<C: ConnectionTrait>(
    connection: Arc<C>,
    user: UserId,
    lock: &'static str,
) -> Result<Option<Employment>, Failure> {
    let Some(row) = sql::one(&*connection, &format!("{EMPLOYMENT}{lock}"), vec![user.uuid().into()]).await? else {
        return Ok(None);
    };
    let mut columns = Columns::of(&row);
    Ok(Some(Employment {
        user,
        joining_date: columns.take()?,
        is_in_service: columns.take()?,
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

fn salary(columns: &mut Columns<'_>, user: UserId) -> Result<Option<Salary>, Failure> {
    let cents: Option<i64> = columns.take()?;
    let salary = cents.map(|cents| Salary::from_cents(cents).ok_or_else(|| corrupt("users", "salary_cents", user)));
    Ok(salary.transpose()?)
}
