//! Who may do what with whose account.
//!
//! HR looks after Employees and Managers, an administrator after everyone; a role that somebody may not look after is
//! one that he may not hand out either.

use super::{Actor, Forbidden};
use crate::id::UserId;
use crate::person::Role;

/// The roles whose accounts `role` lists, creates, edits and hands out.
#[must_use]
pub const fn manages(role: Role) -> &'static [Role] {
    match role {
        Role::Employee | Role::Manager => &[],
        Role::Hr => &[Role::Employee, Role::Manager],
        Role::Admin => &Role::ALL,
    }
}

/// The roles that `role` may ask a list of people for. A manager gets the own team's Employees.
#[must_use]
pub const fn lists(role: Role) -> &'static [Role] {
    match role {
        Role::Manager => &[Role::Employee],
        other => manages(other),
    }
}

/// Whether `role` manages accounts of the role `of`.
#[must_use]
pub fn does_manage(role: Role, of: Role) -> bool {
    manages(role).contains(&of)
}

/// Asks whether `actor` may look at an account with the role `role` whose manager is `manager`.
pub fn may_read(actor: Actor, subject: UserId, role: Role, manager: Option<UserId>) -> Result<(), Forbidden> {
    let is_own_team = actor.role == Role::Manager && manager == Some(actor.id);
    if actor.id == subject || does_manage(actor.role, role) || is_own_team {
        return Ok(());
    }
    Err(if actor.role == Role::Manager { Forbidden::NotInTeam } else { Forbidden::Role })
}

/// Asks whether `actor` may change an account that has the role `role` now.
pub fn may_manage(actor: Actor, role: Role) -> Result<(), Forbidden> {
    match actor.role {
        Role::Employee | Role::Manager => Err(Forbidden::Role),
        Role::Hr | Role::Admin if does_manage(actor.role, role) => Ok(()),
        Role::Hr | Role::Admin => Err(Forbidden::AdminAccount),
    }
}

/// Asks whether an account with the role `role` may be created by `by`: a visitor, where it is nobody, makes Employees only.
pub fn may_create(by: Option<Role>, role: Role) -> Result<(), Forbidden> {
    match by {
        None if role == Role::Employee => Ok(()),
        Some(Role::Employee | Role::Manager) => Err(Forbidden::Role),
        Some(by) if does_manage(by, role) => Ok(()),
        None | Some(_) => Err(Forbidden::AdminRole),
    }
}

/// Asks whether `actor` may give the role `after` to `subject`, who has the role `before`.
pub fn may_hand_out(actor: Actor, subject: UserId, before: Role, after: Role) -> Result<(), Forbidden> {
    if before == after {
        return Ok(());
    }
    if actor.id == subject {
        return Err(Forbidden::OwnRole);
    }
    if does_manage(actor.role, after) { Ok(()) } else { Err(Forbidden::AdminRole) }
}

/// Asks whether `actor` may make the account of `subject` inactive: somebody else does that when one leaves.
pub fn may_deactivate(actor: Actor, subject: UserId) -> Result<(), Forbidden> {
    if actor.id == subject { Err(Forbidden::OwnAccount) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn user(n: u128) -> UserId {
        UserId::new(Uuid::from_u128(n))
    }

    fn actor(role: Role) -> Actor {
        Actor { id: user(1), role }
    }

    #[test]
    fn a_visitor_becomes_an_employee_and_nothing_else() {
        for role in Role::ALL {
            assert_eq!(may_create(None, role).is_ok(), role == Role::Employee, "{role}");
        }
    }

    #[test]
    fn hr_creates_employees_and_managers_an_admin_everyone() {
        let created = |by| Role::ALL.into_iter().filter(|role| may_create(Some(by), *role).is_ok()).collect::<Vec<_>>();
        assert_eq!(created(Role::Hr), [Role::Employee, Role::Manager]);
        assert_eq!(created(Role::Admin), Role::ALL);
        assert!(created(Role::Employee).is_empty() && created(Role::Manager).is_empty());
        assert_eq!(may_create(Some(Role::Hr), Role::Admin), Err(Forbidden::AdminRole));
        assert_eq!(may_create(Some(Role::Manager), Role::Employee), Err(Forbidden::Role));
    }

    #[test]
    fn hr_touches_no_hr_or_admin_account_not_even_the_own() {
        for role in [Role::Hr, Role::Admin] {
            assert_eq!(may_manage(actor(Role::Hr), role), Err(Forbidden::AdminAccount));
            assert!(may_manage(actor(Role::Admin), role).is_ok());
        }
        assert!(may_manage(actor(Role::Hr), Role::Manager).is_ok());
        assert_eq!(may_manage(actor(Role::Manager), Role::Employee), Err(Forbidden::Role));
    }

    #[test]
    fn nobody_changes_the_own_role_and_hr_hands_out_no_power() {
        assert_eq!(may_hand_out(actor(Role::Admin), user(1), Role::Admin, Role::Hr), Err(Forbidden::OwnRole));
        assert!(may_hand_out(actor(Role::Admin), user(1), Role::Admin, Role::Admin).is_ok());
        assert_eq!(may_hand_out(actor(Role::Hr), user(2), Role::Employee, Role::Hr), Err(Forbidden::AdminRole));
        assert!(may_hand_out(actor(Role::Hr), user(2), Role::Employee, Role::Manager).is_ok());
        assert!(may_hand_out(actor(Role::Admin), user(2), Role::Employee, Role::Admin).is_ok());
    }

    #[test]
    fn nobody_deactivates_himself() {
        assert_eq!(may_deactivate(actor(Role::Admin), user(1)), Err(Forbidden::OwnAccount));
        assert!(may_deactivate(actor(Role::Hr), user(2)).is_ok());
    }

    #[test]
    fn people_see_themselves_managers_their_team_hr_those_it_looks_after() {
        let sees = |role, of, manager| may_read(actor(role), user(2), of, manager).is_ok();
        assert!(may_read(actor(Role::Employee), user(1), Role::Employee, None).is_ok());
        assert!(!sees(Role::Employee, Role::Employee, Some(user(1))));
        assert!(sees(Role::Manager, Role::Employee, Some(user(1))));
        assert!(!sees(Role::Manager, Role::Employee, Some(user(3))) && !sees(Role::Manager, Role::Manager, None));
        assert!(sees(Role::Hr, Role::Manager, None) && !sees(Role::Hr, Role::Admin, None));
        assert!(may_read(actor(Role::Hr), user(1), Role::Hr, None).is_ok());
        assert!(Role::ALL.into_iter().all(|of| sees(Role::Admin, of, None)));
    }
}
