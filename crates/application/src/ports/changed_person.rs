//! An account as it is to be saved, with the proof that it may be.

use super::PersonRecord;
use domain::access::{Actor, Forbidden, MayAssign, MayBlock, MayManage};
use domain::id::UserId;
use domain::person::Standing;

/// An account as it is to be saved. It cannot be made without the proof that the caller may change it like this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPerson(PersonRecord);

impl ChangedPerson {
    /// As somebody who looks after the account wants it. Refused where `proof` is about another one.
    pub fn managed(proof: MayManage, account: PersonRecord) -> Result<Self, Forbidden> {
        Self::about(proof.subject(), account)
    }

    /// With this manager, or with none. Refused where `proof` is about another account.
    pub fn assigned(proof: MayAssign, account: PersonRecord, manager: Option<UserId>) -> Result<Self, Forbidden> {
        Self::about(proof.subject(), PersonRecord { manager, ..account })
    }

    /// Blocked, or no longer. Refused where `proof` is about another account.
    pub fn blocked(proof: MayBlock, account: PersonRecord, is_blocked: bool) -> Result<Self, Forbidden> {
        let standing = Standing { is_blocked, ..account.standing };
        Self::about(proof.subject(), PersonRecord { standing, ..account })
    }

    /// With the details that people change of their own account. Refused where it is not that of `actor`.
    pub fn detailed(
        actor: &Actor,
        account: PersonRecord,
        department: Option<String>,
        position: Option<String>,
    ) -> Result<Self, Forbidden> {
        Self::about(actor.id, PersonRecord { department, position, ..account })
    }

    fn about(subject: UserId, account: PersonRecord) -> Result<Self, Forbidden> {
        if subject == account.id { Ok(Self(account)) } else { Err(Forbidden::NotInTeam) }
    }

    pub const fn record(&self) -> &PersonRecord {
        &self.0
    }
}
