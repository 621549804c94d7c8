use super::*;
use crate::memory::State;
use crate::ports::NewLedgerRow;
use crate::testing::{Fakes, at, caller, day, seed, user};
use crate::{Conflict, Ports};
use domain::id::LedgerRowId;
use domain::leave::{DayPart, LeaveDays, LeaveStep, LedgerRow, MayCancel, RequestRefusal, RowKind, StepRefusal};
use domain::person::Role;
use domain::time::Month;
use std::collections::HashMap;
use uuid::Uuid;

const MAX: u128 = 1;
const MONA: u128 = 7;
const HR: u128 = 5;

/// Mona's team: Max, who has 20 days of annual leave in this year and in the next.
fn state() -> State {
    let mut state = State::of(&[(MAX, Role::Employee), (MONA, Role::Manager), (HR, Role::Hr)]);
    state.person(MAX).record.manager = Some(user(MONA));
    let (kind, days, date) = (RowKind::Allocation, LeaveDays::whole(20), day("2026-01-01"));
    let rows = (500..).zip([2026, 2027]).map(|(id, year)| NewLedgerRow {
        id: LedgerRowId::new(Uuid::from_u128(id)),
        user: user(MAX),
        leave_type: seed(1),
        row: LedgerRow { year, kind, days, date },
        note: None,
        request: None,
        opening_number: None,
        by: None,
        created_at: at("2026-01-01T00:00:00Z"),
    });
    state.leave_ledger = rows.collect();
    state
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

/// The clock stands on this day at ten.
fn on(state: State, today: &str) -> Fakes {
    Fakes { now: at(&format!("{today}T10:00:00Z")), ..Fakes::over(state) }
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
    let early = RequestRefusal::BeforeJoining(
        domain::person::FirstDay::Joining(day("2026-06-01")),
        domain::leave::Asker::Employee,
    );
    assert_eq!(refused, Err(early.into()));
}

#[tokio::test]
async fn what_waits_is_cancelled_by_its_owner_as_they_saw_it_and_given_back() {
    let fakes = on(state(), "2026-06-15");
    let ports = fakes.ports();
    let id = ask(&ports, "2026-07-06", "2026-07-07").await.unwrap();
    assert_eq!(take_back(&ports, MONA, Role::Manager, id, all()).await, Err(StepRefusal::Undecided.into()));
    let stale = CancelForm { expected: Some(at("2026-06-01T00:00:00Z")), ..all() };
    assert_eq!(take_back(&ports, MAX, Role::Employee, id, stale).await, Err(StepRefusal::Changed.into()));
    let done = take_back(&ports, MAX, Role::Employee, id, all()).await.unwrap();
    assert_eq!((done.step, done.leave.may_cancel), (LeaveStep::Cancelled, MayCancel::No));
    let rows = fakes.state().leave_ledger.into_iter().map(|new| new.row).filter(|row| row.year == 2026);
    assert_eq!(rows.map(|row| row.days).sum::<LeaveDays>(), LeaveDays::whole(20), "all of it is given back");
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
    let fakes = Fakes::over(state());
    let id = ask(&fakes.ports(), "2026-06-10", "2026-06-12").await.unwrap();
    fakes.memory.change(|state| state.mails.clear());
    take_back(&fakes.ports(), MAX, Role::Employee, id, all()).await.unwrap();
    let state = fakes.state();
    assert!(state.mails.is_empty() && state.notices.is_empty());
}
