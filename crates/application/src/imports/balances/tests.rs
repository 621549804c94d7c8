use super::super::testing::{apply, changes, planned, told};
use super::*;
use crate::leave_ledger::settle;
use crate::memory::State;
use crate::ports::NewLedgerRow;
use crate::testing::{Fakes, at, day, seed, user};
use domain::id::LedgerRowId;
use domain::import::Given;
use domain::leave::{LeaveDays, LedgerRow, RowKind};
use domain::person::{EmailAddress, EmployeeId, Role};
use uuid::Uuid;

/// Max of manager 7's team, who has what 2026 gives, and HR. It is 10 June 2026.
async fn portal() -> Fakes {
    let mut state = State::of(&[(1, Role::Employee), (2, Role::Employee), (5, Role::Hr), (7, Role::Manager)]);
    state.person(1).record.manager = Some(user(7));
    let fakes = Fakes::over(state);
    while settle(&fakes.ports()).await.unwrap() {}
    fakes.memory.change(|state| state.events.clear());
    fakes
}

fn row(n: u32, year: i32, days: f64) -> BalanceRow {
    BalanceRow {
        employee_id: Some(EmployeeId::new(1000 + n)),
        external_id: None,
        email: None,
        leave_type: "annual leave".into(),
        year,
        days: LeaveDays::parse(days).unwrap(),
        note: Given::Absent,
    }
}

fn noted(note: &str, row: BalanceRow) -> BalanceRow {
    BalanceRow { note: Given::Value(note.into()), ..row }
}

/// The rows of opening balances: number, year, days and note.
fn openings(fakes: &Fakes) -> Vec<(i32, i32, f64, Option<String>)> {
    let state = fakes.state();
    let rows = state.leave_ledger.iter().filter(|new| new.row.kind == RowKind::Opening);
    rows.map(|new| (new.opening_number.unwrap(), new.row.year, new.row.days.as_f64(), new.note.clone())).collect()
}

async fn import(fakes: &Fakes, rows: &[BalanceRow]) -> Vec<Outcome> {
    let plan = planned(&Balances, fakes, rows).await;
    apply(&Balances, fakes, &plan, rows).await
}

/// moving-in.md 7, case 15.
#[tokio::test]
async fn an_opening_balance_is_entered_once_and_replaced_by_another_one() {
    let fakes = portal().await;
    let before = fakes.state();
    let rows = [noted("Ghent", row(1, 2026, 7.5)), row(1, 2027, -2.0), row(2, 2026, 3.0)];
    let plan = planned(&Balances, &fakes, &rows).await;
    assert_eq!(fakes.state(), before, "a plan writes nothing");
    assert_eq!(changes(&plan[0]), ["Days  > 7.5", "Note  > Ghent"]);
    assert_eq!(plan[0].who, "First1 Last1 (EMP1001), Annual Leave 2026");
    assert_eq!(apply(&Balances, &fakes, &plan, &rows).await, vec![Outcome::Done; 3]);
    let entered = [(1, 2026, 7.5, Some("Ghent".to_owned())), (1, 2027, -2.0, None), (1, 2026, 3.0, None)];
    assert_eq!(openings(&fakes), entered);
    assert_eq!(told(&Balances, &fakes, &rows).await, ["same"; 3]);
    assert_eq!(told(&Balances, &fakes, &[row(1, 2026, 7.5)]).await, ["same"], "an empty note changes none");
    // The plan that was applied comes again: everything is done.
    assert_eq!(apply(&Balances, &fakes, &plan, &rows).await, vec![Outcome::Done; 3]);
    assert_eq!(openings(&fakes), entered);

    let corrected = [row(1, 2026, -1.0)];
    let plan = planned(&Balances, &fakes, &corrected).await;
    assert_eq!((plan[0].action, changes(&plan[0])), (Action::Change, vec!["Days 7.5 > -1".to_owned()]));
    apply(&Balances, &fakes, &plan, &corrected).await;
    let replaced = Some("Replaced".to_owned());
    assert_eq!(openings(&fakes)[3..], [(-1, 2026, -7.5, replaced), (2, 2026, -1.0, Some("Ghent".to_owned()))]);
    let state = fakes.state();
    let told: Vec<_> = state.notices.values().map(|(notice, _)| notice.notice.body.clone()).collect();
    assert_eq!(told.len(), 4);
    assert!(told.contains(&"Annual Leave 2026: −8.5. Ghent".to_owned()), "{told:?}");
    assert!(told.contains(&"Annual Leave 2027: −2. Opening balance".to_owned()), "{told:?}");
    let adjusted = state.events.iter().filter(|event| event.record.kind == "leave-adjusted");
    assert_eq!(adjusted.count(), 4, "one for each row");
    let own = state.leave_ledger.iter().filter(|new| new.user == user(1) && new.row.year == 2026);
    let annual = own.filter(|new| new.leave_type == seed(1));
    let sum: LeaveDays = annual.map(|new| new.row.days).sum();
    assert_eq!(sum.to_string(), "19", "the 20 of the year, less one");
}

#[tokio::test]
async fn the_year_before_is_settled_anew_as_an_adjustment_does() {
    let fakes = portal().await;
    import(&fakes, &[row(1, 2025, 4.5)]).await;
    let state = fakes.state();
    let rows: Vec<_> =
        state.leave_ledger.iter().filter(|new| new.user == user(1) && new.leave_type == seed(1)).collect();
    let settled = rows.iter().filter(|new| new.row.kind == RowKind::CarryOver);
    let settled: Vec<_> = settled.map(|new| (new.row.year, new.row.days.as_f64(), new.row.date)).collect();
    let carried = day("2026-01-01");
    assert_eq!(settled, [(2025, -4.5, carried), (2026, 4.5, carried)]);
    let kinds: Vec<&str> = state.events.iter().map(|event| event.record.kind.as_ref()).collect();
    assert_eq!(kinds, ["leave-adjusted", "leave-settled"]);
}

#[tokio::test]
async fn a_row_is_refused_as_an_adjustment_is() {
    let fakes = portal().await;
    let of = |change: fn(&mut BalanceRow)| {
        let mut changed = row(1, 2026, 1.0);
        change(&mut changed);
        changed
    };
    let rows = [
        of(|row| row.year = 2024),
        of(|row| row.days = LeaveDays::NONE),
        of(|row| row.note = Given::Value("n".repeat(501))),
        of(|row| row.leave_type = "Unpaid Leave".into()),
        of(|row| row.leave_type = "Holiday".into()),
        of(|row| row.employee_id = Some(EmployeeId::new(1007))),
        of(|row| row.employee_id = Some(EmployeeId::new(4711))),
        of(|row| row.email = Some(EmailAddress::parse("p2@x.org").unwrap())),
        BalanceRow { employee_id: None, external_id: Some("X-2".into()), ..row(0, 2027, 1.0) },
        row(2, 2027, 2.0),
        BalanceRow { employee_id: None, email: Some(EmailAddress::parse("p2@x.org").unwrap()), ..row(0, 2026, 1.0) },
    ];
    assert_eq!(
        told(&Balances, &fakes, &rows).await,
        [
            "Year 2024: The year must be the last, this or the next",
            "Days 0: Days must be from -366 to 366 in steps of 0.5, and not 0",
            &format!("Note {}: Note must be at most 500 characters", "n".repeat(501)),
            "Leave Type Unpaid Leave: This leave type has no balance",
            "Leave Type Holiday: Leave type not found",
            "Employee ID EMP1007: Only an employee has leave",
            "Employee ID EMP4711: User not found",
            "Email p2@x.org: This row means two people, EMP1001 and EMP1002",
            "External ID X-2: Line 11 has the same person, leave type and year",
            "Employee ID EMP1002: Line 10 has the same person, leave type and year",
            "create",
        ]
    );
}

#[tokio::test]
async fn an_older_opening_balance_is_as_it_is_and_not_changed() {
    let fakes = portal().await;
    fakes.memory.change(|state| {
        let days = LeaveDays::parse(4.0).unwrap();
        state.leave_ledger.push(NewLedgerRow {
            id: LedgerRowId::new(Uuid::from_u128(77)),
            user: user(1),
            leave_type: seed(1),
            row: LedgerRow { year: 2023, kind: RowKind::Opening, days, date: day("2023-06-01") },
            note: Some("Ghent".into()),
            request: None,
            opening_number: Some(1),
            by: None,
            created_at: at("2023-06-01T08:00:00Z"),
        });
    });
    let rows = [row(1, 2023, 4.0), noted("Antwerp", row(1, 2023, 4.0)), row(2, 2023, 4.0)];
    let late = "Year 2023: The year must be the last, this or the next";
    assert_eq!(told(&Balances, &fakes, &rows).await, ["same", late, late]);
}

#[tokio::test]
async fn a_person_type_or_balance_that_changed_since_the_plan_is_seen() {
    let rows = [row(1, 2026, 5.0)];
    let changed: [fn(&mut State); 2] = [
        |state| state.person(1).record.updated_at = at("2026-06-10T09:00:00Z"),
        |state| state.leave_types.0.get_mut(&seed(1)).unwrap().version += 1,
    ];
    for change in changed {
        let fakes = portal().await;
        let plan = planned(&Balances, &fakes, &rows).await;
        fakes.memory.change(change);
        assert_eq!(apply(&Balances, &fakes, &plan, &rows).await, [Outcome::Changed]);
        assert_eq!(openings(&fakes), []);
    }
    let fakes = portal().await;
    let plan = planned(&Balances, &fakes, &rows).await;
    import(&fakes, &[row(1, 2026, 6.0)]).await;
    assert_eq!(apply(&Balances, &fakes, &plan, &rows).await, [Outcome::Changed], "somebody else was first");
    assert_eq!(openings(&fakes).len(), 1);
}
