use super::*;
use crate::memory::State;
use crate::ports::NewLedgerRow;
use crate::testing::{Fakes, at, caller, day, nothing_changes_when_a_call_fails, user};
use crate::{Conflict, Ports};
use domain::id::{LeaveTypeId, LedgerRowId};
use domain::leave::{
    DayPart, LeaveDays, LeaveStatus, LeaveStep, LedgerRow, MayCancel, RequestRefusal, RowKind, StepRefusal,
};
use domain::person::Role;
use domain::time::Month;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Annual, sick and unpaid leave.
fn seed(number: u128) -> LeaveTypeId {
    LeaveTypeId::new(Uuid::from_u128(0x019a_b000_0000_7000_8000_0000_0000_0000 + number))
}

const MAX: u128 = 1;
const MONA: u128 = 7;
const HR: u128 = 5;

fn row(year: i32, kind: RowKind, days: f64, date: &str) -> LedgerRow {
    LedgerRow { year, kind, days: LeaveDays::parse(days).unwrap(), date: day(date) }
}

/// Mona's team: Max, who has these rows of annual leave.
fn with_rows(rows: &[LedgerRow]) -> State {
    let mut state = State::of(&[(MAX, Role::Employee), (MONA, Role::Manager), (HR, Role::Hr)]);
    state.person(MAX).record.manager = Some(user(MONA));
    let rows = (500..).zip(rows).map(|(id, row)| NewLedgerRow {
        id: LedgerRowId::new(Uuid::from_u128(id)),
        user: user(MAX),
        leave_type: seed(1),
        row: *row,
        note: None,
        request: None,
        by: None,
        created_at: at("2026-01-01T00:00:00Z"),
    });
    state.leave_ledger = rows.collect();
    state
}

fn state() -> State {
    with_rows(&[2026, 2027].map(|year| row(year, RowKind::Allocation, 20.0, "2026-01-01")))
}

fn form(start: &str, end: &str) -> LeaveForm {
    LeaveForm {
        user: None,
        leave_type: seed(1),
        start: day(start),
        start_part: DayPart::Full,
        end: day(end),
        end_part: DayPart::Full,
        reason: None,
    }
}

fn all() -> CancelForm {
    CancelForm { last_day: None, comment: None, expected: None }
}

async fn ask(ports: &Ports, start: &str, end: &str) -> Result<LeaveRequestId, Error> {
    request(ports, &caller(MAX, Role::Employee), form(start, end)).await.map(|asked| asked.leave.stored.id)
}

async fn judge(ports: &Ports, id: LeaveRequestId, verdict: LeaveVerdict) -> Result<u32, Error> {
    decide(ports, &caller(MONA, Role::Manager), LeaveDecision { ids: vec![id], expected: HashMap::new(), verdict })
        .await
}

async fn take_back(
    ports: &Ports,
    n: u128,
    role: Role,
    id: LeaveRequestId,
    form: CancelForm,
) -> Result<Cancelled, Error> {
    cancel(ports, &caller(n, role), id, form).await
}

fn until(last_day: &str) -> CancelForm {
    CancelForm { last_day: Some(day(last_day)), ..all() }
}

/// What the rows of a kind come to in a year, and what all of them do.
fn sums(state: &State, year: i32, kind: RowKind) -> (f64, f64) {
    let of_year = || state.leave_ledger.iter().map(|row| row.row).filter(move |row| row.year == year);
    let sum: LeaveDays = of_year().filter(|row| row.kind == kind).map(|row| row.days).sum();
    let left: LeaveDays = of_year().map(|row| row.days).sum();
    (sum.as_f64(), left.as_f64())
}

/// The clock stands on this day at ten.
fn on(state: State, today: &str) -> Fakes {
    Fakes { now: at(&format!("{today}T10:00:00Z")), ..Fakes::over(state) }
}

#[test]
fn an_employee_speaks_of_their_own_leave_and_the_others_name_somebody() {
    let asks = |n, role, named| subject(&Actor::new(user(n), role), Capability::AskForLeave, named);
    assert_eq!(asks(MAX, Role::Employee, None), Ok(user(MAX)));
    assert_eq!(asks(MAX, Role::Employee, Some(user(MAX))), Ok(user(MAX)));
    assert_eq!(asks(MAX, Role::Employee, Some(user(2))), Err(Forbidden::Role));
    assert_eq!(asks(HR, Role::Hr, Some(user(MAX))), Ok(user(MAX)));
    assert_eq!(asks(HR, Role::Hr, None), Err(Forbidden::Role));
    assert_eq!(asks(MONA, Role::Manager, Some(user(MAX))), Err(Forbidden::Role));
}

/// leave.md 9, case 15: cancelling leave of the ended year settles it anew, in the same transaction.
#[tokio::test]
async fn leave_of_an_ended_year_that_is_given_back_settles_it_anew() {
    let fakes = on(state(), "2026-06-15");
    let ports = fakes.ports();
    let id = ask(&ports, "2026-12-28", "2026-12-31").await.unwrap();
    judge(&ports, id, LeaveVerdict::Approve).await.unwrap();
    let used = [row(2026, RowKind::Adjustment, -14.0, "2026-06-15")];
    fakes.memory.change(|state| {
        let template = state.leave_ledger[0].clone();
        state.leave_ledger.extend(used.map(|row| NewLedgerRow { row, ..template.clone() }));
        // What was left on 1 January went into 2027.
        for (year, days) in [(2026, -2.0), (2027, 2.0)] {
            let row = row(year, RowKind::CarryOver, days, "2027-01-01");
            state.leave_ledger.push(NewLedgerRow { row, ..template.clone() });
        }
    });
    let later = on(fakes.state(), "2027-01-05");
    let ports = later.ports();
    let asked = take_back(&ports, MAX, Role::Employee, id, all()).await.unwrap();
    assert_eq!(asked.step, LeaveStep::CancellationAsked);
    let done = take_back(&ports, MONA, Role::Manager, id, all()).await.unwrap();
    assert_eq!(done.leave.stored.status, LeaveStatus::Cancelled);
    let state = later.state();
    assert_eq!(sums(&state, 2026, RowKind::CarryOver), (-5.0, 0.0));
    assert_eq!(sums(&state, 2026, RowKind::Expiry), (-1.0, 0.0));
    assert_eq!(sums(&state, 2027, RowKind::CarryOver), (5.0, 25.0));
}

/// leave.md 9, case 18.
#[tokio::test]
async fn a_closed_month_keeps_its_leave() {
    let fakes = on(state(), "2026-06-15");
    let ports = fakes.ports();
    let pending = ask(&ports, "2026-06-24", "2026-06-26").await.unwrap();
    let approved = ask(&ports, "2026-06-29", "2026-07-10").await.unwrap();
    judge(&ports, approved, LeaveVerdict::Approve).await.unwrap();
    fakes.memory.change(|state| {
        state.close(Month::new(2026, 6).unwrap(), &[]);
    });
    let july = on(fakes.state(), "2026-07-02");
    let ports = july.ports();
    let closed = || Error::from(Conflict::MonthClosed(Month::new(2026, 6).unwrap()));
    assert_eq!(ask(&ports, "2026-06-22", "2026-06-22").await, Err(closed()));
    let seen = preview(&ports, &caller(MAX, Role::Employee), form("2026-06-22", "2026-06-22")).await.unwrap();
    assert_eq!((seen.problem, seen.total), (Some(closed()), LeaveDays::whole(1)));
    assert_eq!(judge(&ports, pending, LeaveVerdict::Approve).await, Err(closed()));
    assert_eq!(take_back(&ports, MAX, Role::Employee, approved, all()).await, Err(closed()));
    assert_eq!(judge(&ports, pending, LeaveVerdict::Reject("No".into())).await, Ok(1));
    let short = take_back(&ports, MAX, Role::Employee, approved, until("2026-07-03")).await.unwrap();
    assert_eq!((short.step, short.leave.stored.days), (LeaveStep::Shortened, LeaveDays::whole(5)));
}

#[tokio::test]
async fn a_refusal_about_joining_comes_before_the_month() {
    let mut state = state();
    state.person(MAX).record.joining_date = Some(day("2026-06-01"));
    state.close(Month::new(2026, 5).unwrap(), &[]);
    let fakes = on(state, "2026-06-15");
    let refused = ask(&fakes.ports(), "2026-05-29", "2026-05-29").await;
    let early = RequestRefusal::BeforeJoining(day("2026-06-01"), domain::leave::Asker::Employee);
    assert_eq!(refused, Err(early.into()));
}

#[tokio::test]
async fn nobody_but_the_owner_and_deciders_cancels() {
    let fakes = on(state(), "2026-06-15");
    fakes.memory.change(|state| {
        state.people.extend(State::of(&[(2, Role::Employee), (8, Role::Manager)]).people);
    });
    let ports = fakes.ports();
    let id = ask(&ports, "2026-07-06", "2026-07-07").await.unwrap();
    assert_eq!(take_back(&ports, 2, Role::Employee, id, all()).await, Err(Forbidden::Role.into()));
    assert_eq!(take_back(&ports, HR, Role::Hr, id, all()).await, Err(Forbidden::Role.into()));
    assert_eq!(take_back(&ports, 8, Role::Manager, id, all()).await, Err(Forbidden::NotInTeam.into()));
    assert_eq!(take_back(&ports, MONA, Role::Manager, id, all()).await, Err(StepRefusal::Undecided.into()));
    let stale = CancelForm { expected: Some(at("2026-06-01T00:00:00Z")), ..all() };
    assert_eq!(take_back(&ports, MAX, Role::Employee, id, stale).await, Err(StepRefusal::Changed.into()));
    let unknown = LeaveRequestId::new(Uuid::nil());
    assert_eq!(take_back(&ports, MAX, Role::Employee, unknown, all()).await, Err(Error::NotFound(REQUEST)));
    let done = take_back(&ports, MAX, Role::Employee, id, all()).await.unwrap();
    assert_eq!((done.step, done.leave.may_cancel), (LeaveStep::Cancelled, MayCancel::No));
    assert_eq!(sums(&fakes.state(), 2026, RowKind::Reversal), (2.0, 20.0));
}

/// Max has asked for the rest of the week, which may be approved.
async fn asked(is_approved: bool) -> (State, LeaveRequestId) {
    let fakes = Fakes::over(state());
    let id = ask(&fakes.ports(), "2026-06-10", "2026-06-12").await.unwrap();
    if is_approved {
        judge(&fakes.ports(), id, LeaveVerdict::Approve).await.unwrap();
    }
    (fakes.state(), id)
}

#[tokio::test]
async fn a_change_is_kept_whole_or_not_at_all() {
    nothing_changes_when_a_call_fails(state, async |fakes| ask(&fakes.ports(), "2026-06-10", "2026-06-12").await).await;
    let (pending, id) = asked(false).await;
    nothing_changes_when_a_call_fails(
        || pending.clone(),
        async |fakes| judge(&fakes.ports(), id, LeaveVerdict::Reject("No".into())).await,
    )
    .await;
    let (approved, id) = asked(true).await;
    nothing_changes_when_a_call_fails(
        || approved.clone(),
        async |fakes| {
            let form = CancelForm { comment: Some("A mistake".into()), ..until("2026-06-11") };
            take_back(&fakes.ports(), MONA, Role::Manager, id, form).await
        },
    )
    .await;
}

#[tokio::test]
async fn each_request_has_its_notice_and_its_mail() {
    let fakes = on(state(), "2026-06-15");
    let ports = fakes.ports();
    let mut ids = Vec::new();
    for day in ["2026-07-06", "2026-07-07"] {
        ids.push(ask(&ports, day, day).await.unwrap());
    }
    let kinds = |state: &State| state.mails.values().map(|mail| mail.mail.letter.kind()).collect::<Vec<_>>();
    assert_eq!(kinds(&fakes.state()), ["team-leave", "team-leave"]);
    let decision = LeaveDecision { ids, expected: HashMap::new(), verdict: LeaveVerdict::Reject("No".into()) };
    decide(&ports, &caller(MONA, Role::Manager), decision).await.unwrap();
    let state = fakes.state();
    assert_eq!(kinds(&state)[2..], ["leave", "leave"]);
    let mut told: Vec<_> = state.notices.values().map(|(told, _)| (told.user, told.notice.body.clone())).collect();
    told.sort_unstable();
    let body = |day: &str| (user(MAX), format!("Annual Leave, {day}: No"));
    assert_eq!(told, [body("2026-07-06"), body("2026-07-07")]);
}

#[tokio::test]
async fn what_is_pending_is_withdrawn_in_silence() {
    let (pending, id) = asked(false).await;
    let fakes = Fakes::over(State { mails: BTreeMap::new(), ..pending });
    take_back(&fakes.ports(), MAX, Role::Employee, id, all()).await.unwrap();
    let state = fakes.state();
    assert!(state.mails.is_empty() && state.notices.is_empty());
}
