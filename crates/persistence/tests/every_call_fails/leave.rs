//! The use cases that write leave, its types, and the links of calendar feeds.

use std::collections::HashMap;

use application::leave::{self, CancelForm, KeepForm, LeaveDecision, LeaveForm, LeaveVerdict, cancel, decide, request};
use application::leave_ledger::{NewAdjustment, adjust};
use application::leave_types::{self, LeaveTypeWish};
use application::ports::{LeaveFeed, NewLeave};
use application::{Error, Ports, leave_feeds};
use domain::id::{LeaveRequestId, LeaveTypeId};
use domain::leave::{CountedHalf, DayPart, LeavePeriod, LeaveStatus, TypedAdjustment, TypedEdit, TypedLeaveType};
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::acts::caller;
use crate::cases::Case;
use crate::portal::{ADMIN, ANN, HR, MANAGER, TOKEN, done, june, now, user};

fn annual_leave() -> LeaveTypeId {
    LeaveTypeId::new(Uuid::from_u128(0x019a_b000_0000_7000_8000_0000_0000_0001))
}

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
    let period = LeavePeriod::new(june(9), DayPart::Full, june(19), DayPart::Full).unwrap();
    let halves = period.halves().map(|half| CountedHalf { half, counts: true }).collect();
    let (user, leave_type, created_at) = (user(ANN), unpaid_leave(), now() - chrono::Duration::days(1));
    let leave = NewLeave { id: id(), user, leave_type, period, halves, reason: None, status, created_at };
    done(database, async |unit| unit.leave_requests().insert(&leave).await).await;
}

pub(crate) async fn asked(ports: &Ports) -> Result<String, Error> {
    let form = LeaveForm {
        user: None,
        leave_type: unpaid_leave(),
        start: june(10),
        start_part: DayPart::Full,
        end: june(12),
        end_part: DayPart::Full,
        reason: Some("To the sea".into()),
    };
    told!(request(ports, &caller(ports, ANN).await?, form).await?.leave.stored.days.as_f64())
}

pub(crate) async fn judged(ports: &Ports, verdict: LeaveVerdict) -> Result<String, Error> {
    let decision = LeaveDecision { ids: vec![id()], expected: HashMap::new(), verdict };
    told!(decide(ports, &caller(ports, MANAGER).await?, decision).await?)
}

/// Somebody gives up what comes after the 11th.
pub(crate) async fn shortened(ports: &Ports, by: u128) -> Result<String, Error> {
    let form = CancelForm { last_day: Some(june(11)), comment: Some("Back early".into()), expected: None };
    told!(cancel(ports, &caller(ports, by).await?, id(), form).await?.step)
}

/// Somebody gives up all of it.
pub(crate) async fn cancelled(ports: &Ports, by: u128) -> Result<String, Error> {
    let form = CancelForm { last_day: None, comment: Some("A mistake".into()), expected: None };
    told!(cancel(ports, &caller(ports, by).await?, id(), form).await?.step)
}

pub(crate) async fn kept(ports: &Ports) -> Result<String, Error> {
    let form = KeepForm { comment: "All is planned".into(), expected: None };
    told!(leave::keep(ports, &caller(ports, MANAGER).await?, id(), form).await?.stored.status)
}

/// HR adjusts Ann's annual leave of the last year, which is settled anew; the year.
pub(crate) async fn adjusted(ports: &Ports) -> Result<String, Error> {
    let typed = TypedAdjustment { year: 2025, days: 2.5, note: "Moved in".into() };
    let wish = NewAdjustment { user: user(ANN), leave_type: annual_leave(), typed };
    told!(adjust(ports, &caller(ports, HR).await?, wish).await?.year)
}

pub(crate) async fn keep_a_feed(database: &TestDatabase, owner: u128) {
    let feed = LeaveFeed { user: user(owner), fingerprint: "f".repeat(64), created_at: now() };
    done(database, async |unit| unit.leave_feeds().keep(&feed).await).await;
}

/// An Employee makes a link; whether it is the one that the portal of this test makes.
pub(crate) async fn feed_made(ports: &Ports) -> Result<String, Error> {
    told!(leave_feeds::make_leave_feed(ports, &caller(ports, ANN).await?).await?.0 == TOKEN)
}

/// The Employee ends it.
pub(crate) async fn feed_ended(ports: &Ports) -> Result<String, Error> {
    told!(leave_feeds::end_leave_feed(ports, &caller(ports, ANN).await?).await?)
}

pub(crate) async fn type_added(ports: &Ports) -> Result<String, Error> {
    let typed = TypedLeaveType {
        name: "Study".into(),
        annual_days: Some(2.5),
        is_paid: true,
        needs_approval: true,
        carry_over_days: 0.0,
        carry_over_until: None,
        backdate_days: 0.0,
        is_active: true,
    };
    told!(leave_types::add(ports, &caller(ports, HR).await?, typed).await?.leave_type.name)
}

/// An administrator gives annual leave more days from the next year on; how often it was changed then.
pub(crate) async fn type_changed(ports: &Ports) -> Result<String, Error> {
    let typed = TypedEdit { annual_days: Some(Some(25.0)), from_year: Some(2027), ..TypedEdit::default() };
    let wish = LeaveTypeWish { typed, version: 0 };
    told!(leave_types::change(ports, &caller(ports, ADMIN).await?, annual_leave(), wish).await?.leave_type.version)
}
