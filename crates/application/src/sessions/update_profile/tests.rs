//! What people change of themselves.

use super::*;
use crate::events::Record;
use crate::memory::State;
use crate::testing::{Fakes, caller, record, user};
use domain::person::Role;

#[expect(clippy::unnecessary_wraps, reason = "it stands where a field may also be left out or cleared")]
fn given(text: &str) -> Patch<String> {
    Some(Some(text.to_owned()))
}

async fn update(fakes: &Fakes, role: Role, typed: ProfileUpdate) -> Result<Profile, Error> {
    update_profile(&fakes.ports(), &caller(1, role), typed).await
}

fn portal(role: Role) -> Fakes {
    Fakes::over(State::of(&[(1, role)]))
}

#[tokio::test]
async fn every_role_changes_department_and_position_and_nothing_else() {
    for role in Role::ALL {
        let fakes = portal(role);
        let typed = ProfileUpdate { department: given(" Sales "), position: given("Lead") };
        let after = update(&fakes, role, typed).await.unwrap();
        assert_eq!(
            (after.person.department.as_deref(), after.person.position.as_deref()),
            (Some("Sales"), Some("Lead"))
        );
        let may_see = matches!(role, Role::Hr | Role::Admin);
        assert_eq!(after.salary, may_see.then_some(None), "{role}");

        let kept = fakes.state();
        let mut expected = record(1, role);
        expected.department = Some("Sales".into());
        expected.position = Some("Lead".into());
        expected.updated_at = fakes.now;
        assert_eq!(kept.people[&user(1)].record, expected);
        assert_eq!(kept.events.len(), 1);
        let what = Record::of("account-changed")
            .about([user(1)])
            .change("department", Some("Engineering"), Some("Sales"))
            .change("position", Some("Developer"), Some("Lead"));
        assert_eq!((&kept.events[0].record, kept.events[0].actor()), (&what, Some(user(1))));
        assert_eq!(kept.pushes(), [Push::Changed { topic: Topic::Users, audience: Audience::Everyone }]);
        assert!(kept.mails.is_empty());
    }
}

#[tokio::test]
async fn what_is_already_so_is_saved_and_told_to_nobody() {
    for typed in
        [ProfileUpdate::default(), ProfileUpdate { department: given("Engineering"), position: given(" Developer") }]
    {
        let fakes = portal(Role::Employee);
        let before = fakes.state();
        assert!(update(&fakes, Role::Employee, typed).await.is_ok());
        assert_eq!(fakes.state(), before);
    }
}
