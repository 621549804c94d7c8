//! Lists of people: with their accounts for those who look after them, and as a directory for everyone.

use crate::ports::{AccountStatus, DirectoryEntry, HeadCount, PeopleFilter, PersonView};
use crate::sessions::Caller;
use crate::{Invalid, Ports, Result};
use domain::access::accounts::lists;
use domain::access::{Capability, Forbidden};
use domain::id::UserId;
use domain::person::{EMAIL_MAX, Role, Salary};
use domain::text::{self, TextError};
use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListQuery {
    /// With one of these roles; all that the caller may list, where none is named.
    pub roles: Vec<Role>,
    /// A part of the name, the employee ID, the department or the address; of the external ID for HR and administrators.
    pub search: Option<String>,
    /// Only Employees without a manager that can act.
    pub without_manager: bool,
    pub status: Option<AccountStatus>,
    /// The page, from 1.
    pub page: u32,
    pub limit: u32,
}

/// A page of accounts with their details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct People {
    pub people: Vec<PersonView>,
    /// Whether the caller may see external IDs.
    pub sees_external_ids: bool,
    /// What they earn, where the caller may see salaries; who earns nothing is left out.
    pub salaries: Option<HashMap<UserId, Salary>>,
    pub total: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory {
    pub people: Vec<DirectoryEntry>,
    pub total: u32,
    pub head_count: HeadCount,
}

/// The people whom the caller may list, with their accounts: a manager's team, HR's Employees and Managers, an administrator's everyone.
pub async fn list(ports: &Ports, caller: &Caller, query: ListQuery) -> Result<People> {
    let scope = caller.actor.scope(Capability::ListPeople)?;
    let allowed = lists(caller.actor.role);
    if query.roles.iter().any(|role| !allowed.contains(role)) {
        return Err(Forbidden::Role.into());
    }
    let search = read_search(query.search.as_deref())?;
    let roles = if query.roles.is_empty() { allowed.to_vec() } else { query.roles };
    let today = ports.moment().today;
    let without_manager = query.without_manager.then_some(today);
    let filter = PeopleFilter { scope, roles, search, without_manager, status: query.status };
    let (people, total) = ports.reads.people().list(&filter, query.page, query.limit).await?;
    let salaries = if caller.actor.require(Capability::SeeSalaries).is_ok() {
        let ids: Vec<UserId> = people.iter().map(|view| view.person.id).collect();
        Some(ports.reads.salaries().told(&ids, today).await?)
    } else {
        None
    };
    let sees_external_ids = caller.actor.require(Capability::ManagePeople).is_ok();
    Ok(People { people, sees_external_ids, salaries, total })
}

/// The colleagues with one of `roles` (all, where none is named), without anything private.
pub async fn directory(
    ports: &Ports,
    roles: Vec<Role>,
    search: Option<&str>,
    page: u32,
    limit: u32,
) -> Result<Directory> {
    let roles = if roles.is_empty() { Role::LISTED.to_vec() } else { roles };
    let search = read_search(search)?;
    let (people, total) = ports.reads.people().directory(&roles, search.as_deref(), page, limit).await?;
    Ok(Directory { people, total, head_count: ports.reads.people().head_count().await? })
}

/// What is looked for. Blank is nothing; what no name, department or address can hold is refused before the store is asked.
pub(crate) fn read_search(typed: Option<&str>) -> Result<Option<String>> {
    match typed.map(|typed| text::line(typed, EMAIL_MAX)) {
        None | Some(Err(TextError::Blank)) => Ok(None),
        Some(Ok(search)) => Ok(Some(search)),
        Some(Err(why)) => Err(Invalid::field("search", why.sentence("Search")).into()),
    }
}
