//! The use cases that write leave.

use application::leave::{self, CancelForm, KeepForm, LeaveDecision, LeaveForm, LeaveVerdict, cancel, decide, request};
use application::leave_ledger::{NewAdjustment, adjust};
use application::ports::{NewLeave, Store};
use application::{Error, Ports};
use domain::id::{LeaveRequestId, LeaveTypeId};
use domain::leave::{CountedHalf, DayPart, LeavePeriod, LeaveStatus, TypedAdjustment};
use std::collections::HashMap;
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::acts::{caller, told};
use crate::cases::Case;
use crate::portal::{ANN, HR, MANAGER, june, now, user};

/// Leave without a limit.
fn unpaid_leave() -> LeaveTypeId {
    LeaveTypeId::new(Uuid::from_u128(0x019a_b000_0000_7000_8000_0000_0000_0003))
}

fn id() -> LeaveRequestId {
    LeaveRequestId::new(Uuid::from_u128(870))
}

/// Ann has leave from the 9th of June to the 19th, as the case needs it.
pub(crate) async fn keep(database: &TestDatabase, case: Case) {
    let status = match case {
        Case::ApproveLeave | Case::RejectLeave => LeaveStatus::Pending,
        Case::KeepLeave => LeaveStatus::CancellationAsked,
        _ => LeaveStatus::Approved,
    };
    let unit = Store::begin(database.database()).await.unwrap();
    let period = LeavePeriod::new(june(9), DayPart::Full, june(19), DayPart::Full).unwrap();
    let halves = period.halves().map(|half| CountedHalf { half, counts: true }).collect();
    let (user, leave_type, created_at) = (user(ANN), unpaid_leave(), now() - chrono::Duration::days(1));
    let leave = NewLeave { id: id(), user, leave_type, period, halves, reason: None, status, created_at };
    unit.leave_requests().insert(&leave).await.unwrap();
    unit.commit().await.unwrap();
}

/// Ann asks for the rest of the week.
pub(crate) async fn asked(ports: &Ports) -> Result<String, Error> {
    let caller = caller(ports, ANN).await?;
    let form = LeaveForm {
        user: None,
        leave_type: unpaid_leave(),
        start: june(10),
        start_part: DayPart::Full,
        end: june(12),
        end_part: DayPart::Full,
        reason: Some("To the sea".into()),
    };
    told(request(ports, &caller, form).await.map(|asked| asked.leave.stored.days.as_f64()))
}

/// The manager decides.
pub(crate) async fn judged(ports: &Ports, verdict: LeaveVerdict) -> Result<String, Error> {
    let caller = caller(ports, MANAGER).await?;
    let decision = LeaveDecision { ids: vec![id()], expected: HashMap::new(), verdict };
    told(decide(ports, &caller, decision).await)
}

/// Somebody gives up what comes after the 11th.
pub(crate) async fn shortened(ports: &Ports, by: u128) -> Result<String, Error> {
    let caller = caller(ports, by).await?;
    let form = CancelForm { last_day: Some(june(11)), comment: Some("Back early".into()), expected: None };
    told(cancel(ports, &caller, id(), form).await.map(|done| done.step))
}

/// Somebody gives up all of it.
pub(crate) async fn cancelled(ports: &Ports, by: u128) -> Result<String, Error> {
    let caller = caller(ports, by).await?;
    let form = CancelForm { last_day: None, comment: Some("A mistake".into()), expected: None };
    told(cancel(ports, &caller, id(), form).await.map(|done| done.step))
}

/// The manager refuses a cancellation.
pub(crate) async fn kept(ports: &Ports) -> Result<String, Error> {
    let caller = caller(ports, MANAGER).await?;
    let form = KeepForm { comment: "All is planned".into(), expected: None };
    told(leave::keep(ports, &caller, id(), form).await.map(|leave| leave.stored.status))
}

/// HR adjusts Ann's annual leave of the last year, which is settled anew; the year.
pub(crate) async fn adjusted(ports: &Ports) -> Result<String, Error> {
    let caller = caller(ports, HR).await?;
    let annual_leave = LeaveTypeId::new(Uuid::from_u128(0x019a_b000_0000_7000_8000_0000_0000_0001));
    let typed = TypedAdjustment { year: 2025, days: 2.5, note: "Moved in".into() };
    let wish = NewAdjustment { user: user(ANN), leave_type: annual_leave, typed };
    told(adjust(ports, &caller, wish).await.map(|balance| balance.year))
}
