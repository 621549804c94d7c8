//! The operator's commands about accounts: the use cases of an administrator, with their rules.

use super::author::Author;
use super::{AccountUpdate, block, events, reset_password, second_factor, update};
use crate::events::Push;
use crate::mail::Confidential;
use crate::ports::{AccountStatus, Login, PeopleFilter, PersonView};
use crate::{Error, Ports, Result};
use domain::access::Scope;
use domain::id::UserId;
use domain::person::{EmailAddress, Role};
use domain::session::SessionEnd;

/// How many accounts are read at a time.
const PAGE: u32 = 500;

/// The account with this address.
pub async fn account(ports: &Ports, email: &EmailAddress) -> Result<PersonView> {
    let found = ports.reads.people().credentials(email.as_str(), "", ports.clock.now()).await?;
    let user = found.ok_or(Error::NotFound("User"))?.person.id;
    ports.reads.people().person(user).await?.ok_or(Error::NotFound("User"))
}

/// How somebody signs in with a password.
pub async fn login(ports: &Ports, account: &PersonView) -> Result<Login> {
    let found = ports.reads.people().credentials(&account.email, "", ports.clock.now()).await?;
    Ok(found.ok_or(Error::NotFound("User"))?.login)
}

/// Passes every account to `show`, or those with this role and status, by first name, last name and employee ID. Only a page of
/// them is in memory at a time.
pub async fn each_account(
    ports: &Ports,
    role: Option<Role>,
    status: Option<AccountStatus>,
    mut show: impl FnMut(&PersonView),
) -> Result<()> {
    let roles = role.map_or_else(|| Role::ALL.to_vec(), |role| vec![role]);
    let filter = PeopleFilter { scope: Scope::Everyone, roles, search: None, without_manager: None, status };
    for page in 1.. {
        let (people, total) = ports.reads.people().list(&filter, page, PAGE).await?;
        people.iter().for_each(&mut show);
        if people.is_empty() || page.saturating_mul(PAGE) >= total {
            break;
        }
    }
    Ok(())
}

/// See [`super::reset_password_for`]. The mail to the person does not carry the password.
pub async fn reset_password(ports: &Ports, user: UserId) -> Result<Confidential> {
    reset_password::replace(ports, &Author::operator(), user, None, false).await
}

/// See [`super::reset_second_factor`].
pub async fn reset_second_factor(ports: &Ports, user: UserId) -> Result<()> {
    second_factor::reset(ports, &Author::operator(), user, None).await
}

/// See [`super::toggle_block`].
pub async fn set_blocked(ports: &Ports, user: UserId, is_blocked: bool) -> Result<()> {
    block::set(ports, &Author::operator(), user, is_blocked).await
}

/// See [`super::update_account`]. `account` as it was read.
pub async fn set_role(ports: &Ports, account: &PersonView, role: Role) -> Result<()> {
    let changed = AccountUpdate::of(&account.person.name, &account.email, role);
    let typed = AccountUpdate { expected: Some(account.updated_at), ..changed };
    update::change(ports, &Author::operator(), account.person.id, typed).await
}

/// Signs somebody out everywhere, and says whether they were signed in.
pub async fn end_sessions(ports: &Ports, user: UserId) -> Result<bool> {
    let moment = ports.moment();
    let work = ports.begin(&moment, Author::operator().origin).await?;
    work.people().lock_login(user).await?.ok_or(Error::NotFound("User"))?;
    let end = SessionEnd::Expired;
    let ended = work.sessions().end_live(user, end, moment.now).await?;
    if let Some(session) = ended {
        work.record(events::sessions_ended(user), vec![Push::SessionEnded { session, end }]).await?;
    }
    work.commit().await?;
    Ok(ended.is_some())
}

#[cfg(test)]
mod tests;
