//! What follows from a change of somebody's role or account.

use super::Role;

/// What decides whether, and as what, somebody can act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub role: Role,
    /// Whether the account is active: an inactive one belongs to somebody who has left.
    pub is_active: bool,
    /// Whether the account is blocked, for a while.
    pub is_blocked: bool,
}

impl Standing {
    pub const fn can_act(self) -> bool {
        self.is_active && !self.is_blocked
    }

    /// Whether this person is in service: an Employee with an active account, blocked or not (months.md 1.1).
    pub fn is_in_service(self) -> bool {
        self.is_active && self.role == Role::Employee
    }

    pub fn acts_as(self, role: Role) -> bool {
        self.can_act() && self.role == role
    }

    /// Whether this person has a team: a Manager who is in service, blocked or not.
    pub fn leads_a_team(self) -> bool {
        self.is_active && self.role == Role::Manager
    }

    /// Whether this person may have a substitute, for a team.
    pub fn can_be_represented(self) -> bool {
        self.leads_a_team()
    }

    /// Whether this person stays a substitute: in service, and of a role that decides or looks after people. A block leaves them
    /// powerless meanwhile.
    pub fn can_represent(self) -> bool {
        self.is_active && matches!(self.role, Role::Manager | Role::Hr | Role::Admin)
    }
}

/// What follows from a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each follows or not by itself, and any of them may come together")]
pub struct Consequences {
    /// The session ends: a person who cannot act is not signed in.
    pub ends_session: bool,
    /// The people of the team have no manager any more, and nobody stands in for them.
    pub releases_team: bool,
    /// The person stands in for nobody any more.
    pub stops_substituting: bool,
    pub loses_manager: bool,
    /// One administrator fewer can act. The last one stays.
    pub takes_admin: bool,
    pub leaves: bool,
    /// The person's calendar feed of leave ends: it was made for the role that they had.
    pub ends_feed: bool,
}

/// What follows when `before` becomes `after`.
///
/// A manager who gets another role or leaves loses the team; one who is only blocked keeps it, powerless meanwhile. An
/// Employee who becomes something else loses the manager.
pub fn consequences(before: Standing, after: Standing) -> Consequences {
    let leaves = before.is_active && !after.is_active;
    Consequences {
        ends_session: before.can_act() && !after.can_act(),
        releases_team: before.role == Role::Manager && (after.role != Role::Manager || leaves),
        stops_substituting: before.can_represent() && !after.can_represent(),
        loses_manager: before.role == Role::Employee && after.role != Role::Employee,
        takes_admin: before.acts_as(Role::Admin) && !after.acts_as(Role::Admin),
        leaves,
        ends_feed: leaves || before.role != after.role,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANAGER: Standing = Standing { role: Role::Manager, is_active: true, is_blocked: false };
    const NOTHING: Consequences = Consequences {
        ends_session: false,
        releases_team: false,
        stops_substituting: false,
        loses_manager: false,
        takes_admin: false,
        leaves: false,
        ends_feed: false,
    };

    #[test]
    fn a_change_ends_what_the_person_can_no_longer_have() {
        let of = |role| Standing { role, ..MANAGER };
        let (blocked, left) = (Standing { is_blocked: true, ..MANAGER }, Standing { is_active: false, ..MANAGER });
        let of_the_team = Consequences { releases_team: true, ends_feed: true, ..NOTHING };
        let of_both = Consequences { stops_substituting: true, ..of_the_team };
        for (before, after, expected) in [
            // The team stays.
            (MANAGER, blocked, Consequences { ends_session: true, ..NOTHING }),
            (blocked, MANAGER, NOTHING),
            (MANAGER, left, Consequences { ends_session: true, leaves: true, ..of_both }),
            // An inactive account that is saved again leaves nothing.
            (left, left, NOTHING),
            (MANAGER, of(Role::Employee), of_both),
            // HR stands in for others too.
            (MANAGER, of(Role::Hr), of_the_team),
            (of(Role::Employee), MANAGER, Consequences { loses_manager: true, ends_feed: true, ..NOTHING }),
        ] {
            assert_eq!(consequences(before, after), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn managers_are_stood_in_for_by_those_who_decide_or_look_after_people() {
        for role in Role::ALL {
            for (is_active, is_blocked) in [(true, false), (true, true), (false, false)] {
                let standing = Standing { role, is_active, is_blocked };
                assert_eq!(standing.can_be_represented(), is_active && role == Role::Manager);
                assert_eq!(
                    standing.can_represent(),
                    is_active && ![Role::Employee, Role::Boss].contains(&role),
                    "{role}"
                );
            }
        }
    }

    #[test]
    fn every_way_out_of_the_office_takes_an_administrator() {
        let admin = Standing { role: Role::Admin, ..MANAGER };
        for after in [
            Standing { role: Role::Hr, ..admin },
            Standing { is_blocked: true, ..admin },
            Standing { is_active: false, ..admin },
        ] {
            assert!(consequences(admin, after).takes_admin, "{after:?}");
        }
        let to_hr = consequences(admin, Standing { role: Role::Hr, ..admin });
        assert_eq!(to_hr, Consequences { takes_admin: true, ends_feed: true, ..NOTHING }, "they led no team");
        assert!(
            !consequences(Standing { is_blocked: true, ..admin }, MANAGER).takes_admin,
            "they could not act before"
        );
    }
}
