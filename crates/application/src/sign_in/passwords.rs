//! Whose passwords count, for every use case that looks at a password or sets one (sign-in.md 1.4).

use crate::ports::{Identity, Login, UnitOfWork};
use crate::work::Work;
use crate::{Error, Ports, Result};
use domain::id::UserId;
use domain::sign_in::{PasswordUse, passwords_off};

/// Refuses where no password opens any account.
pub fn require_passwords(ports: &Ports) -> Result<()> {
    refuse_unless(ports, ports.providers.passwords != PasswordUse::Nobody)
}

/// Refuses where the account may have no password.
pub(crate) fn may_have_password(ports: &Ports, login: &Login) -> Result<()> {
    refuse_unless(ports, ports.providers.passwords.allows(login.role, login.is_break_glass))
}

/// The same for somebody else's account, which is locked. While everybody's passwords count, nothing is asked.
pub(crate) async fn may_be_given_password(ports: &Ports, work: &dyn UnitOfWork, user: UserId) -> Result<()> {
    if ports.providers.passwords == PasswordUse::Everybody {
        return Ok(());
    }
    let login = work.people().lock_login(user).await?.ok_or(Error::NotFound("User"))?;
    may_have_password(ports, &login)
}

/// Refuses where the right password does not open the account.
pub(crate) fn may_sign_in_by_password(ports: &Ports, login: &Login, has_second_factor: bool) -> Result<()> {
    refuse_unless(ports, ports.providers.passwords.opens(login.role, login.is_break_glass, has_second_factor))
}

/// How many ways into the account are left: other links to providers that are set, and a password that counts.
pub(crate) async fn other_ways(work: &Work<'_>, user: UserId, login: &Login, others: &[Identity]) -> Result<usize> {
    let providers = &work.ports.providers;
    let links = others.iter().filter(|link| providers.with_issuer(&link.issuer).is_some()).count();
    let has_factor = work.second_factors().of(user).await?.is_some();
    let opens = login.hash.is_some() && providers.passwords.opens(login.role, login.is_break_glass, has_factor);
    Ok(links + usize::from(opens))
}

fn refuse_unless(ports: &Ports, is_allowed: bool) -> Result<()> {
    if is_allowed { Ok(()) } else { Err(Error::PasswordsOff(passwords_off(&ports.providers.labels()))) }
}

#[cfg(test)]
mod tests;
