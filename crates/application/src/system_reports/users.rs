//! Accounts by role.

use crate::ports::RoleAccounts;
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::oversight::system::lately;
use domain::person::Role;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsersReport {
    /// By role. Boss stands only where there is one (oversight.md 1.8).
    pub roles: Vec<RoleAccounts>,
    /// How many active accounts have a generated password that was not changed yet.
    pub temporary_passwords: u32,
}

pub async fn users(ports: &Ports, caller: &Caller) -> Result<UsersReport> {
    caller.actor.require(Capability::SeeSystemReports)?;
    let found = ports.reads.system_reports().accounts(lately(ports.clock.now())).await?;
    let of = |role: Role| {
        let accounts = found.iter().find(|accounts| accounts.role == role).copied();
        accounts.or_else(|| (role != Role::Boss).then(|| RoleAccounts::none(role)))
    };
    let roles: Vec<RoleAccounts> = Role::LISTED.into_iter().filter_map(of).collect();
    let temporary_passwords = roles.iter().map(|accounts| accounts.temporary_passwords).sum();
    Ok(UsersReport { roles, temporary_passwords })
}
