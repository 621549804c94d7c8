//! Proofs that a permission was checked. A change requires one, and only the functions that check hand one out.

use super::{Actor, Capability, Forbidden, Scope};
use crate::id::UserId;
use crate::unlock::WaitsFor;
use std::marker::PhantomData;

/// The proof that `by` may do `A` to what belongs to `subject`. There is one kind for each permission, and a proof
/// about one person proves nothing about another. Outside of this module nobody makes one:
///
/// ```compile_fail,E0451
/// # use domain::access::MayUnlock;
/// # use domain::id::UserId;
/// fn without_asking(by: UserId, subject: UserId) -> MayUnlock {
///     MayUnlock { by, on_behalf_of: None, stands_in_for: None, subject, of: std::marker::PhantomData }
/// }
/// ```
///
/// ```compile_fail,E0308
/// # use domain::access::{MayDecide, MayUnlock};
/// fn of_another_kind(proof: MayUnlock) -> MayDecide {
///     proof
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct May<A> {
    by: UserId,
    on_behalf_of: Option<UserId>,
    stands_in_for: Option<UserId>,
    subject: UserId,
    of: PhantomData<A>,
}

/// To decide on somebody's entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decide {}
/// To open somebody's dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlock {}
/// To decide on somebody's leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecideLeave {}
/// To change somebody's account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manage {}
/// To say who somebody's manager is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assign {}
/// To block somebody's account, or to let it in again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {}

/// What [`may_decide`] hands out.
pub type MayDecide = May<Decide>;
/// What [`may_unlock`] hands out.
pub type MayUnlock = May<Unlock>;
/// What [`may_decide_leave`] hands out.
pub type MayDecideLeave = May<DecideLeave>;
/// What [`super::accounts::may_manage`] hands out.
pub type MayManage = May<Manage>;
/// What [`super::accounts::may_assign`] hands out.
pub type MayAssign = May<Assign>;
/// What [`super::accounts::may_block`] hands out.
pub type MayBlock = May<Block>;

impl<A> May<A> {
    /// That `by` may, for nobody but themselves.
    pub(super) const fn by_oneself(by: UserId, subject: UserId) -> Self {
        Self { by, on_behalf_of: None, stands_in_for: None, subject, of: PhantomData }
    }

    /// That `actor` may, where `scope` covers `subject` whose manager is `manager`. For the team of somebody whom the actor stands in
    /// for, it is on behalf of that manager.
    fn within(actor: &Actor, scope: &Scope, subject: UserId, manager: Option<UserId>) -> Option<Self> {
        let stands_in_for = actor.leads.on_behalf_of(manager);
        let on_behalf_of = match scope {
            Scope::Team(_) => stands_in_for,
            Scope::Own(_) | Scope::Everyone => None,
        };
        let proof = Self { by: actor.id, on_behalf_of, stands_in_for, subject, of: PhantomData };
        scope.covers(subject, manager).then_some(proof)
    }

    /// Who does it.
    pub const fn by(&self) -> UserId {
        self.by
    }

    /// The manager for whom they stand in; `None` where they act for themselves.
    pub const fn on_behalf_of(&self) -> Option<UserId> {
        self.on_behalf_of
    }

    /// The person whom it is about.
    pub const fn subject(&self) -> UserId {
        self.subject
    }
}

impl MayUnlock {
    /// The same for a date that waits, or would wait, for `waits_for`. What is the manager's to open, somebody who stands in for that
    /// manager opens or declines in their place, also in a role that could do so anyhow. What is not, they do in their own right.
    #[must_use]
    pub fn of_date(self, waits_for: Option<WaitsFor>) -> Self {
        let stands_in_for = self.stands_in_for.filter(|_| waits_for == Some(WaitsFor::Manager));
        Self { on_behalf_of: self.on_behalf_of.or(stands_in_for), ..self }
    }
}

pub fn may_decide(actor: &Actor, subject: UserId, manager: Option<UserId>) -> Result<MayDecide, Forbidden> {
    let scope = actor.scope(Capability::DecideTimesheets)?;
    if actor.id == subject {
        return Err(Forbidden::OwnEntry);
    }
    May::within(actor, &scope, subject, manager).ok_or(Forbidden::NotInTeam)
}

/// Asks whether `actor` may decide on the leave of `subject`, whose current manager is `manager`: on a request, on a cancellation that
/// is asked for, and to take back what was approved.
pub fn may_decide_leave(actor: &Actor, subject: UserId, manager: Option<UserId>) -> Result<MayDecideLeave, Forbidden> {
    let scope = actor.scope(Capability::DecideLeave)?;
    May::within(actor, &scope, subject, manager).ok_or(Forbidden::NotInTeam)
}

/// Asks whether `actor` may open dates of `subject`, whose current manager is `manager`. Which dates: [`crate::unlock::decide`].
pub fn may_unlock(actor: &Actor, subject: UserId, manager: Option<UserId>) -> Result<MayUnlock, Forbidden> {
    let scope = actor.scope(Capability::UnlockDates)?;
    May::within(actor, &scope, subject, manager).ok_or(Forbidden::UnlockOutsideTeam)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Leads;
    use crate::person::Role;
    use crate::testing::user;

    #[test]
    fn only_managers_decide_and_only_for_their_team() {
        for role in Role::ALL {
            let actor = Actor::new(user(1), role);
            let team = may_decide(&actor, user(2), Some(user(1)));
            assert_eq!(team.is_ok(), role == Role::Manager, "{role}");
            assert!(may_decide(&actor, user(2), Some(user(3))).is_err());
            assert!(may_decide(&actor, user(2), None).is_err());
        }
    }

    #[test]
    fn nobody_decides_on_their_own_entries() {
        let actor = Actor::new(user(1), Role::Manager);
        assert_eq!(may_decide(&actor, user(1), Some(user(1))), Err(Forbidden::OwnEntry));
    }

    #[test]
    fn managers_open_dates_of_their_team_hr_and_administrators_everyones() {
        for role in Role::ALL {
            let actor = Actor::new(user(1), role);
            let everyones = may_unlock(&actor, user(2), None).map(|proof| (proof.by(), proof.subject()));
            let own_team = may_unlock(&actor, user(2), Some(user(1))).map(|proof| (proof.by(), proof.subject()));
            let (done, outside) = (Ok((user(1), user(2))), Err(Forbidden::UnlockOutsideTeam));
            let expected = match role {
                Role::Employee | Role::Boss => (Err(Forbidden::NoUnlock), Err(Forbidden::NoUnlock)),
                Role::Manager => (outside, done),
                Role::Hr | Role::Admin => (done, done),
            };
            assert_eq!((everyones, own_team), expected, "{role}");
        }
    }

    #[test]
    fn a_proof_says_for_whom_it_is() {
        let leads = Leads::standing_in_for(user(1), [user(3)]);
        let actor = Actor { leads, ..Actor::new(user(1), Role::Manager) };
        let decides = |manager| may_decide(&actor, user(2), Some(user(manager))).map(|proof| proof.on_behalf_of());
        assert_eq!((decides(1), decides(3), decides(4)), (Ok(None), Ok(Some(user(3))), Err(Forbidden::NotInTeam)));
        let unlocks = |manager| may_unlock(&actor, user(2), Some(user(manager))).map(|proof| proof.on_behalf_of());
        assert_eq!((unlocks(1), unlocks(3)), (Ok(None), Ok(Some(user(3)))));
        let substitute = may_unlock(&actor, user(2), Some(user(3))).unwrap();
        assert_eq!(substitute.of_date(None).on_behalf_of(), Some(user(3)), "has no other right");
    }

    #[test]
    fn hr_and_administrators_who_stand_in_open_for_the_manager_what_the_manager_could_open() {
        for role in [Role::Hr, Role::Admin] {
            let leads = Leads::standing_in_for(user(1), [user(3)]);
            let actor = Actor { leads, ..Actor::new(user(1), role) };
            let opens = |manager, waits_for| {
                may_unlock(&actor, user(2), manager).map(|proof| proof.of_date(waits_for).on_behalf_of())
            };
            assert_eq!(opens(Some(user(3)), Some(WaitsFor::Manager)), Ok(Some(user(3))));
            for waits_for in [Some(WaitsFor::Hr), Some(WaitsFor::Admin), None] {
                assert_eq!(opens(Some(user(3)), waits_for), Ok(None), "in their own right: {waits_for:?}");
            }
            for manager in [Some(user(4)), None] {
                assert_eq!(opens(manager, Some(WaitsFor::Manager)), Ok(None), "whose team is somebody else's");
            }
        }
    }
}
