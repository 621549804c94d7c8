use super::*;
use crate::testing::{Fakes, MockTimesheetReads, at, away, caller, day, user};
use domain::access::Forbidden;
use domain::id::UnlockId;
use domain::person::{FullName, Role};
use std::sync::Arc;
use uuid::Uuid;

fn given(n: u128, is_used: bool) -> UnlockView {
    UnlockView {
        id: UnlockId::new(Uuid::from_u128(n)),
        date: day("2026-06-09"),
        reason: "You were ill".into(),
        is_used,
        created_at: at("2026-06-10T08:00:00Z"),
        creator: FullName { first: "Mia".into(), last: "Moss".into() },
        creator_role: Role::Manager,
    }
}

fn reading(answer: Result<Vec<UnlockView>, crate::ports::StoreError>) -> Fakes {
    let mut timesheets = MockTimesheetReads::new();
    let unlocks = timesheets.expect_unlocks().withf(|who, limit| (*who, *limit) == (user(1), 200)).times(1);
    unlocks.return_once(move |_, _| answer);
    Fakes { timesheets: Arc::new(timesheets), ..Fakes::default() }
}

#[tokio::test]
async fn employees_see_their_own_used_and_unused() {
    let all = vec![given(2, false), given(1, true)];
    let found = my_requests(&reading(Ok(all.clone())).ports(), &caller(1, Role::Employee)).await;
    assert_eq!(found, Ok(all));
    let failed = my_requests(&reading(Err(away())).ports(), &caller(1, Role::Employee)).await;
    assert_eq!(failed, Err(away().into()));
}

#[tokio::test]
async fn nobody_else_has_any() {
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        assert_eq!(my_requests(&Fakes::default().ports(), &caller(1, role)).await, Err(Forbidden::Role.into()));
    }
}
