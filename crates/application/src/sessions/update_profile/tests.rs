//! What people change of themselves.

use super::*;
use crate::Invalid;
use crate::testing::{Ledger, Writes, caller, nothing_is_kept_when_a_call_fails, record, user};
use domain::person::Role;

#[expect(clippy::unnecessary_wraps, reason = "it stands where a field may also be left out or cleared")]
fn given(text: &str) -> Patch<String> {
    Some(Some(text.to_owned()))
}

async fn update(ledger: &Ledger, role: Role, typed: ProfileUpdate) -> Result<Profile, Error> {
    update_profile(&ledger.fakes().ports(), &caller(1, role), typed).await
}

#[tokio::test]
async fn every_role_changes_department_and_position_and_nothing_else() {
    for role in Role::ALL {
        let ledger = Ledger::of(&[(1, role)]).signed_in(1);
        let typed = ProfileUpdate { department: given(" Sales "), position: given("Lead") };
        let after = update(&ledger, role, typed).await.unwrap();
        assert_eq!(
            (after.person.department.as_deref(), after.person.position.as_deref()),
            (Some("Sales"), Some("Lead"))
        );
        let may_see = matches!(role, Role::Hr | Role::Admin);
        assert_eq!((after.shows_salary, after.person.salary.is_some()), (may_see, may_see), "{role}");

        assert_eq!(ledger.said(), ["begin", "lock 1", "save 1", "account-changed", "commit", "read 1"]);
        let kept = ledger.kept();
        let mut expected = record(1, role);
        expected.department = Some("Sales".into());
        expected.position = Some("Lead".into());
        assert_eq!(kept.saved, [expected]);
        let Happening::AccountChanged { user: whose, changes } = &kept.events[0].what else { panic!("{kept:?}") };
        let changes: Vec<_> = changes.iter().map(|c| (c.field, c.before.as_deref(), c.after.as_deref())).collect();
        let expected =
            [("department", Some("Engineering"), Some("Sales")), ("position", Some("Developer"), Some("Lead"))];
        assert_eq!((*whose, changes.as_slice(), kept.events[0].actor), (user(1), expected.as_slice(), Some(user(1))));
        assert_eq!(kept.pushes(), [Push::Changed { topic: Topic::Users, audience: Audience::Everyone }]);
        assert!(kept.mails.is_empty() && kept.ended.is_empty());
    }
}

#[tokio::test]
async fn what_is_left_out_stays_and_what_is_cleared_goes() {
    let unit =
        |saved: &Writes| saved.saved.iter().map(|p| (p.department.clone(), p.position.clone())).collect::<Vec<_>>();
    for (typed, expected) in [
        (ProfileUpdate { department: Some(None), position: None }, (None, Some("Developer".to_owned()))),
        (ProfileUpdate { department: None, position: given("  ") }, (Some("Engineering".to_owned()), None)),
        (ProfileUpdate { department: Some(None), position: Some(None) }, (None, None)),
    ] {
        let ledger = Ledger::of(&[(1, Role::Employee)]);
        update(&ledger, Role::Employee, typed).await.unwrap();
        assert_eq!(unit(&ledger.kept()), [expected]);
    }
}

#[tokio::test]
async fn what_is_already_so_is_saved_and_told_to_nobody() {
    for typed in
        [ProfileUpdate::default(), ProfileUpdate { department: given("Engineering"), position: given(" Developer") }]
    {
        let ledger = Ledger::of(&[(1, Role::Employee)]);
        assert!(update(&ledger, Role::Employee, typed).await.is_ok());
        assert_eq!(ledger.kept(), Writes::default());
    }
}

#[tokio::test]
async fn what_does_not_fit_is_told_at_its_field_before_anything_is_asked() {
    let typed = ProfileUpdate { department: given(&"é".repeat(101)), position: given("a\u{202e}b") };
    let ledger = Ledger::of(&[(1, Role::Employee)]);
    let expected = Invalid {
        message: None,
        fields: vec![
            ("department", "Department must be at most 100 characters".to_owned()),
            ("position", "Position contains characters that are not allowed".to_owned()),
        ],
    };
    assert_eq!(update(&ledger, Role::Employee, typed).await, Err(expected.into()));
    assert!(ledger.said().is_empty());
    let gone = update(&Ledger::default(), Role::Employee, ProfileUpdate::default()).await;
    assert_eq!(gone, Err(Error::NotFound("User")));
}

#[tokio::test]
async fn details_and_event_appear_together_or_not_at_all() {
    nothing_is_kept_when_a_call_fails(
        || Ledger::of(&[(1, Role::Manager)]),
        async |fakes| {
            let typed = ProfileUpdate { department: given("Sales"), position: None };
            update_profile(&fakes.ports(), &caller(1, Role::Manager), typed).await
        },
    )
    .await;
}
