//! What is recorded of providers. Subjects and secrets are in no event.

use crate::events::Record;
use domain::id::UserId;
use domain::person::Role;
use domain::sign_in::ProviderName;

/// Somebody's account at a provider was linked to theirs here.
pub fn identity_linked(user: UserId, provider: &ProviderName) -> Record {
    Record::of("identity-linked").about([user]).detail("provider", provider.as_str())
}

/// The link was removed, by its owner, or by an administrator for this reason.
pub fn identity_removed(user: UserId, provider: &str, reason: Option<&str>) -> Record {
    Record::of("identity-removed").about([user]).detail("provider", provider).optional("reason", reason)
}

/// The groups at the provider gave somebody this role.
pub fn role_mapped(user: UserId, provider: &ProviderName, role: Role) -> Record {
    Record::of("role-mapped").about([user]).detail("provider", provider.as_str()).detail("role", role)
}

/// They would have given this role, and the person keeps theirs.
pub fn role_not_mapped(user: UserId, provider: &ProviderName, role: Role) -> Record {
    Record::of("role-not-mapped").about([user]).detail("provider", provider.as_str()).detail("role", role)
}
