//! Who may do what with whose account.
//!
//! HR looks after Employees and Managers, an administrator after everyone. People hand out only the roles that they look after,
//! and nobody hands out a role that is not grantable. A Boss looks after nobody, and reads the accounts of Employees.

use super::{Actor, Capability, Forbidden, May, MayAssign, MayBlock, MayManage};
use crate::id::UserId;
use crate::person::Role;

/// The roles whose accounts `role` looks after. An administrator looks after every role that somebody can hold.
pub const fn manages(role: Role) -> &'static [Role] {
    match role {
        Role::Employee | Role::Manager | Role::Boss => &[],
        Role::Hr => &[Role::Employee, Role::Manager],
        Role::Admin => &Role::ALL,
    }
}

/// The roles that `role` may give to the accounts that it looks after.
pub fn gives(role: Role) -> impl Iterator<Item = Role> {
    manages(role).iter().copied().filter(move |given| hands_out(role, *given, &Role::GRANTABLE))
}

/// The roles that `role` may ask a list of people for. Managers get the Employees of their own team.
pub const fn lists(role: Role) -> &'static [Role] {
    match role {
        Role::Manager => &[Role::Employee],
        Role::Admin => &Role::LISTED,
        other => manages(other),
    }
}

/// Whether `by` hands out `role`, which is one of those that can be given at all.
fn hands_out(by: Role, role: Role, grantable: &[Role]) -> bool {
    grantable.contains(&role) && does_manage(by, role)
}

pub fn does_manage(role: Role, of: Role) -> bool {
    manages(role).contains(&of)
}

pub fn may_read(actor: &Actor, subject: UserId, role: Role, manager: Option<UserId>) -> Result<(), Forbidden> {
    let is_read = match actor.role {
        Role::Manager => actor.leads.cover(manager),
        Role::Boss => role == Role::Employee,
        Role::Employee | Role::Hr | Role::Admin => does_manage(actor.role, role),
    };
    if actor.id == subject || is_read {
        return Ok(());
    }
    Err(if actor.role == Role::Manager { Forbidden::NotInTeam } else { Forbidden::Role })
}

pub fn may_manage(actor: &Actor, subject: UserId, role: Role) -> Result<MayManage, Forbidden> {
    looks_after(actor, role).map(|()| May::by_oneself(actor.id, subject))
}

pub fn may_assign(actor: &Actor, subject: UserId, role: Role) -> Result<MayAssign, Forbidden> {
    looks_after(actor, role).map(|()| May::by_oneself(actor.id, subject))
}

/// Asks whether `actor` may block `subject`, or let them in again. `None`: nobody does that to themselves.
pub fn may_block(actor: &Actor, subject: UserId) -> Result<Option<MayBlock>, Forbidden> {
    actor.require(Capability::BlockPeople)?;
    Ok((actor.id != subject).then_some(May::by_oneself(actor.id, subject)))
}

/// Asks whether `actor` may give `subject` a temporary password. `None`: people change their own.
pub fn may_reset_password(actor: &Actor, subject: UserId, role: Role) -> Result<Option<MayManage>, Forbidden> {
    actor.require(Capability::ManagePeople)?;
    if actor.id == subject { Ok(None) } else { may_manage(actor, subject, role).map(Some) }
}

/// Asks whether `actor` may take the second factor of `subject` away. `false`: people turn off their own.
pub fn may_reset_second_factor(actor: &Actor, subject: UserId) -> Result<bool, Forbidden> {
    actor.require(Capability::BlockPeople)?;
    Ok(actor.id != subject)
}

fn looks_after(actor: &Actor, role: Role) -> Result<(), Forbidden> {
    actor.require(Capability::ManagePeople)?;
    if does_manage(actor.role, role) { Ok(()) } else { Err(Forbidden::AdminAccount) }
}

/// Asks whether `by` may create an account with the role `role`. `None` is a visitor, who creates Employees only.
pub fn may_create(by: Option<Role>, role: Role) -> Result<(), Forbidden> {
    match by {
        None if role == Role::Employee => Ok(()),
        Some(Role::Employee | Role::Manager | Role::Boss) => Err(Forbidden::Role),
        Some(by) if hands_out(by, role, &Role::GRANTABLE) => Ok(()),
        None | Some(_) => Err(Forbidden::AdminRole),
    }
}

pub fn may_hand_out(actor: &Actor, subject: UserId, before: Role, after: Role) -> Result<(), Forbidden> {
    if before == after {
        return Ok(());
    }
    if actor.id == subject {
        return Err(Forbidden::OwnRole);
    }
    if hands_out(actor.role, after, &Role::GRANTABLE) { Ok(()) } else { Err(Forbidden::AdminRole) }
}

/// Asks whether `actor` may deactivate the account of `subject`. Nobody deactivates themselves: somebody else does it.
pub fn may_deactivate(actor: &Actor, subject: UserId) -> Result<(), Forbidden> {
    if actor.id == subject { Err(Forbidden::OwnAccount) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    fn actor(role: Role) -> Actor {
        Actor::new(user(1), role)
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
        assert_eq!(created(Role::Admin), Role::GRANTABLE);
        assert!([Role::Employee, Role::Manager, Role::Boss].into_iter().all(|by| created(by).is_empty()));
        assert!(Role::ALL.into_iter().all(|by| gives(by).eq(created(by))), "who creates accounts gives the same roles");
        for beyond in [Role::Admin, Role::Boss] {
            assert_eq!(may_create(Some(Role::Hr), beyond), Err(Forbidden::AdminRole));
        }
        assert_eq!(may_create(Some(Role::Manager), Role::Employee), Err(Forbidden::Role));
    }

    #[test]
    fn a_role_that_is_not_grantable_is_handed_out_by_nobody() {
        for left_out in Role::ALL {
            let grantable: Vec<Role> = Role::GRANTABLE.into_iter().filter(|role| *role != left_out).collect();
            for by in Role::ALL {
                assert!(!hands_out(by, left_out, &grantable), "{by} hands out {left_out}");
                // They hand out the other roles that they look after, and only people who may change accounts hand out any.
                for role in grantable.iter().copied() {
                    assert_eq!(hands_out(by, role, &grantable), does_manage(by, role), "{by} hands out {role}");
                    assert!(!does_manage(by, role) || actor(by).require(Capability::ManagePeople).is_ok(), "{by}");
                }
            }
        }
        // The two questions that are asked before an account gets a role stop at the same set.
        for role in Role::ALL {
            let is_given = |by| may_create(by, role).is_ok();
            let is_handed_out = |by| may_hand_out(&actor(by), user(2), another(role), role).is_ok();
            let is_by_anybody =
                is_given(None) || Role::ALL.into_iter().any(|by| is_given(Some(by)) || is_handed_out(by));
            assert_eq!(is_by_anybody, Role::GRANTABLE.contains(&role), "{role}");
        }
    }

    fn another(than: Role) -> Role {
        if than == Role::Employee { Role::Manager } else { Role::Employee }
    }

    #[test]
    fn hr_touches_no_hr_admin_or_boss_account_not_even_their_own() {
        let manages = |by, role| may_manage(&actor(by), user(2), role).map(|proof| (proof.by(), proof.subject()));
        let assigns = |by, role| may_assign(&actor(by), user(2), role).map(|proof| (proof.by(), proof.subject()));
        for role in [Role::Hr, Role::Admin, Role::Boss] {
            assert_eq!(manages(Role::Hr, role), Err(Forbidden::AdminAccount));
            assert_eq!(assigns(Role::Hr, role), Err(Forbidden::AdminAccount));
            assert_eq!(manages(Role::Admin, role), Ok((user(1), user(2))));
        }
        assert_eq!(manages(Role::Hr, Role::Manager), Ok((user(1), user(2))));
        assert_eq!(assigns(Role::Hr, Role::Employee), Ok((user(1), user(2))));
        for by in [Role::Employee, Role::Manager, Role::Boss] {
            assert_eq!(
                (manages(by, Role::Employee), assigns(by, Role::Employee)),
                (Err(Forbidden::Role), Err(Forbidden::Role))
            );
        }
    }

    #[test]
    fn a_temporary_password_is_given_by_those_who_manage_the_account_and_never_to_oneself() {
        for (by, of) in Role::ALL.into_iter().flat_map(|by| Role::ALL.map(|of| (by, of))) {
            let given = may_reset_password(&actor(by), user(2), of);
            assert_eq!(given, may_manage(&actor(by), user(2), of).map(Some), "{by} {of}");
        }
        let own = |role| may_reset_password(&actor(role), user(1), role);
        assert_eq!([own(Role::Hr), own(Role::Admin)], [Ok(None); 2]);
        assert_eq!(own(Role::Manager), Err(Forbidden::Role));
        assert!(Role::ALL.into_iter().all(|of| may_reset_password(&Actor::operator(), user(1), of).is_ok()));
    }

    #[test]
    fn administrators_block_everybody_but_themselves() {
        for role in Role::ALL {
            let blocks = |subject| may_block(&actor(role), subject).map(|proof| proof.map(|proof| proof.subject()));
            let is_admin = role == Role::Admin;
            assert_eq!(blocks(user(2)), if is_admin { Ok(Some(user(2))) } else { Err(Forbidden::Role) }, "{role}");
            assert_eq!(blocks(user(1)), if is_admin { Ok(None) } else { Err(Forbidden::Role) }, "{role}");
        }
    }

    #[test]
    fn administrators_reset_every_second_factor_but_their_own() {
        for role in Role::ALL {
            let resets = |subject| may_reset_second_factor(&actor(role), subject);
            let expected = if role == Role::Admin { [Ok(true), Ok(false)] } else { [Err(Forbidden::Role); 2] };
            assert_eq!([resets(user(2)), resets(user(1))], expected, "{role}");
        }
        assert_eq!(may_reset_second_factor(&Actor::operator(), user(1)), Ok(true));
    }

    #[test]
    fn nobody_changes_their_own_role_and_hr_hands_out_no_power() {
        assert_eq!(may_hand_out(&actor(Role::Admin), user(1), Role::Admin, Role::Hr), Err(Forbidden::OwnRole));
        assert!(may_hand_out(&actor(Role::Admin), user(1), Role::Admin, Role::Admin).is_ok());
        for beyond in [Role::Hr, Role::Boss] {
            assert_eq!(may_hand_out(&actor(Role::Hr), user(2), Role::Employee, beyond), Err(Forbidden::AdminRole));
        }
        assert!(may_hand_out(&actor(Role::Admin), user(2), Role::Employee, Role::Boss).is_ok());
        assert!(may_hand_out(&actor(Role::Hr), user(2), Role::Employee, Role::Manager).is_ok());
        assert!(may_hand_out(&actor(Role::Admin), user(2), Role::Employee, Role::Admin).is_ok());
    }

    #[test]
    fn nobody_deactivates_themselves() {
        assert_eq!(may_deactivate(&actor(Role::Admin), user(1)), Err(Forbidden::OwnAccount));
        assert!(may_deactivate(&actor(Role::Hr), user(2)).is_ok());
    }

    #[test]
    fn people_see_themselves_managers_their_team_hr_those_it_looks_after() {
        let sees = |role, of, manager| may_read(&actor(role), user(2), of, manager).is_ok();
        assert!(may_read(&actor(Role::Employee), user(1), Role::Employee, None).is_ok());
        assert!(!sees(Role::Employee, Role::Employee, Some(user(1))));
        assert!(sees(Role::Manager, Role::Employee, Some(user(1))));
        assert!(!sees(Role::Manager, Role::Employee, Some(user(3))) && !sees(Role::Manager, Role::Manager, None));
        assert!(sees(Role::Hr, Role::Manager, None) && !sees(Role::Hr, Role::Admin, None));
        assert!(may_read(&actor(Role::Hr), user(1), Role::Hr, None).is_ok());
        assert!(Role::ALL.into_iter().all(|of| sees(Role::Admin, of, None)));
        let refused = |role| may_read(&actor(role), user(2), Role::Admin, Some(user(3)));
        assert_eq!(refused(Role::Manager), Err(Forbidden::NotInTeam));
        assert_eq!([refused(Role::Employee), refused(Role::Hr)], [Err(Forbidden::Role); 2]);
    }

    #[test]
    fn a_boss_sees_the_accounts_of_employees_and_their_own() {
        let sees = |of, manager| may_read(&actor(Role::Boss), user(2), of, manager);
        assert_eq!([sees(Role::Employee, None), sees(Role::Employee, Some(user(3)))], [Ok(()); 2]);
        for role in [Role::Manager, Role::Hr, Role::Admin, Role::Boss] {
            assert_eq!(sees(role, None), Err(Forbidden::Role), "{role}");
        }
        assert_eq!(may_read(&actor(Role::Boss), user(1), Role::Boss, None), Ok(()));
    }
}
