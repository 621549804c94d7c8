//! Balances that HR and administrators adjust.

use super::*;
use crate::ports::NewNotice;

fn wish(n: u128, number: u128, year: i32, days: f64) -> NewAdjustment {
    let typed = TypedAdjustment { year, days, note: " Moved in from Ghent ".into() };
    NewAdjustment { user: user(n), leave_type: seed(number), typed }
}

async fn adjust_as_hr(fakes: &Fakes, wish: NewAdjustment) -> Result<TypeBalance, Error> {
    adjust(&fakes.ports(), &caller(5, Role::Hr), wish).await
}

#[tokio::test]
async fn an_adjustment_is_entered_told_and_answered() {
    let fakes = on("2026-06-15", given().await);
    let answer = adjust_as_hr(&fakes, wish(EVE, 1, 2026, -1.5)).await.unwrap();
    assert_eq!((answer.leave_type.id, answer.year), (seed(1), 2026));
    let (adjusted, left) = (LeaveDays::from_half_days(-3), LeaveDays::from_half_days(31));
    assert_eq!((answer.balance.adjusted, answer.balance.left), (adjusted, Some(left)));
    let state = fakes.state();
    let row = state.leave_ledger.last().unwrap();
    assert_eq!((row.by, row.note.as_deref()), (Some(user(5)), Some("Moved in from Ghent")));
    assert_eq!(entered(&state, EVE, 1)[2..], [(2026, RowKind::Adjustment, -1.5, "2026-06-15".to_owned())]);
    let notices: Vec<&NewNotice> = state.notices.values().map(|(notice, _)| notice).collect();
    let [notice] = notices[..] else { panic!("{notices:?}") };
    assert_eq!((notice.user, notice.notice.body.as_str()), (user(EVE), "Annual Leave 2026: −1.5. Moved in from Ghent"));
    let [event] = &state.events[..] else { panic!("{:?}", state.events) };
    let adjustment = domain::leave::Adjustment { year: 2026, days: adjusted, note: "Moved in from Ghent".into() };
    assert_eq!(event.record, LeaveAdjusted { user: user(EVE), leave_type: seed(1), adjustment: &adjustment }.into());
    let pushes = [
        Push::Changed { topic: Topic::Leave, audience: Audience::Readers(vec![user(EVE), user(MONA)]) },
        Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(EVE)]) },
    ];
    assert_eq!(event.pushes, pushes);
    // It may take a balance below zero.
    let below = adjust_as_hr(&fakes, wish(EVE, 1, 2026, -20.0)).await.unwrap();
    assert_eq!(below.balance.left, Some(LeaveDays::from_half_days(-9)));
    assert!(adjust(&fakes.ports(), &caller(9, Role::Admin), wish(EVE, 2, 2027, 0.5)).await.is_ok());
}

#[tokio::test]
async fn that_of_the_last_year_goes_into_this_one() {
    let fakes = on("2027-01-08", given().await);
    settle_all(&fakes).await;
    fakes.memory.change(|state| state.events.clear());
    adjust_as_hr(&fakes, wish(MAX, 1, 2026, -18.0)).await.unwrap();
    let rows = entered(&fakes.state(), MAX, 1);
    let anew = [
        (2026, RowKind::Adjustment, -18.0, "2027-01-08".to_owned()),
        (2026, RowKind::Expiry, 15.0, "2026-12-31".to_owned()),
        (2026, RowKind::CarryOver, 3.0, "2027-01-01".to_owned()),
        (2027, RowKind::CarryOver, -3.0, "2027-01-01".to_owned()),
    ];
    assert_eq!(rows[rows.len() - 4..], anew);
    assert_eq!(told(&fakes.state()), [("leave-adjusted", vec![MAX]), ("leave-settled", vec![MAX])]);
}

#[tokio::test]
async fn what_cannot_be_adjusted_is_refused_in_order() {
    let fakes = on("2026-06-15", given().await);
    let before = fakes.state();
    for role in [Role::Employee, Role::Manager] {
        let refused = adjust(&fakes.ports(), &caller(MONA, role), wish(404, 404, 2020, 0.0)).await;
        assert_eq!(refused, Err(Forbidden::Role.into()), "{role}");
    }
    let Err(Error::Invalid(Invalid { fields, .. })) = adjust_as_hr(&fakes, wish(404, 404, 2020, 0.0)).await else {
        panic!("what was typed is looked at first")
    };
    assert_eq!(fields.iter().map(|(field, _)| *field).collect::<Vec<_>>(), ["year", "days"]);
    assert_eq!(adjust_as_hr(&fakes, wish(404, 404, 2026, 1.0)).await, Err(Error::NotFound("User")));
    assert_eq!(adjust_as_hr(&fakes, wish(MONA, 404, 2026, 1.0)).await, Err(Error::NotFound("Leave type")));
    let nobody = Invalid::field("userId", "Only an employee has leave");
    assert_eq!(adjust_as_hr(&fakes, wish(MONA, 3, 2026, 1.0)).await, Err(nobody.into()));
    let unlimited = Invalid::field("leaveTypeId", "This leave type has no balance");
    assert_eq!(adjust_as_hr(&fakes, wish(MAX, 3, 2026, 1.0)).await, Err(unlimited.into()));
    assert_eq!(fakes.state(), before);
}

#[tokio::test]
async fn a_balance_is_adjusted_whole_or_not_at_all() {
    let last_year = on("2025-06-15", team());
    last_year.memory.change(|state| state.person(MAX).record.joining_date = Some(day("2025-01-01")));
    settle_all(&last_year).await;
    // The clock of the fakes stands in 2026, so the year is settled too.
    nothing_changes_when_a_call_fails(
        || last_year.state(),
        async |fakes| adjust_as_hr(fakes, wish(MAX, 1, 2025, -18.0)).await,
    )
    .await;
}
