//! What a calendar feed of leave shows (leave.md 1.8).

use super::LeavePeriod;
use crate::access::{Actor, Capability, Scope};
use crate::id::UserId;
use crate::person::{FullName, Standing};
use crate::time::days_before;
use chrono::NaiveDate;

/// How many days ago leave may have ended to be in a feed.
const LOOK_BACK: u64 = 366;

/// Whose leave the feed of `owner` shows: an Employee's their own, a manager's that of their own team. `None` where the role has no
/// feed, and while the account cannot act.
pub fn feed_scope(owner: UserId, standing: Standing) -> Option<Scope> {
    let scope = Actor::new(owner, standing.role).scope(Capability::KeepLeaveFeed);
    scope.ok().filter(|_| standing.can_act())
}

/// The day on which leave has to end, or later, to be in a feed on `today`.
pub fn feed_since(today: NaiveDate) -> NaiveDate {
    days_before(today, LOOK_BACK)
}

/// The title of leave in a feed with this scope. A feed of other people's leave says who is away, and never the type.
pub fn feed_title(scope: &Scope, name: &FullName, leave_type: &str, period: LeavePeriod) -> String {
    let parts = period.parts_behind_title();
    match scope {
        Scope::Own(_) => format!("{leave_type}{parts}"),
        Scope::Team(_) | Scope::Everyone => format!("{name} away{parts}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Leads;
    use crate::leave::DayPart;
    use crate::person::Role;
    use crate::testing::{day, user};

    #[test]
    fn an_employees_feed_has_their_own_leave_and_a_managers_that_of_their_own_team() {
        let standing = |role| Standing { role, is_active: true, is_blocked: false };
        let scope = |role| feed_scope(user(1), standing(role));
        assert_eq!(scope(Role::Employee), Some(Scope::Own(user(1))));
        assert_eq!(scope(Role::Manager), Some(Scope::Team(Leads::own(user(1)))));
        assert_eq!([scope(Role::Hr), scope(Role::Admin), scope(Role::Boss)], [None, None, None]);
        for role in [Role::Employee, Role::Manager] {
            let blocked = Standing { is_blocked: true, ..standing(role) };
            let left = Standing { is_active: false, ..standing(role) };
            assert_eq!([feed_scope(user(1), blocked), feed_scope(user(1), left)], [None, None]);
        }
    }

    #[test]
    fn a_feed_goes_back_366_days() {
        assert_eq!(feed_since(day("2026-06-15")), day("2025-06-14"));
    }

    #[test]
    fn the_title_has_the_type_of_ones_own_leave_and_only_the_name_of_others() {
        let name = FullName { first: "Eve".into(), last: "Moon".into() };
        let from_noon =
            LeavePeriod::new(day("2026-07-06"), DayPart::Afternoon, day("2026-07-28"), DayPart::Full).unwrap();
        let title = |scope: &Scope| feed_title(scope, &name, "Annual Leave", from_noon);
        assert_eq!(title(&Scope::Own(user(1))), "Annual Leave (from noon)");
        assert_eq!(title(&Scope::Team(Leads::own(user(2)))), "Eve Moon away (from noon)");
    }
}
