//! What is recorded of leave and its types.

use application::events::{Record, Source};
use domain::id::{HolidayId, LeaveRequestId, LeaveTypeId, UserId};
use domain::leave::LeaveDays;
use domain::person::Role;
use serde_json::json;
use testkit::{TestApp, app::day};

use super::super::accounts::{path, unchanged};
use super::super::leave::UNPAID_LEAVE;
use super::super::leave_types::ANNUAL_LEAVE;
use super::super::{TODAY, text};
use super::{Log, about};

/// Leave types, which are about nobody.
pub(super) async fn types(app: &TestApp, log: &mut Log) {
    let hr = app.person("Lea", Role::Hr).await;
    let lea = app.sign_in(&hr).await;
    let typed = json!({"name": "Study", "annualDays": 2.5, "isPaid": true, "needsApproval": false, "backdateDays": 3});
    let answer = lea.post("/api/leave/types", typed).await.expect(201);
    let id = text(&answer.data()["leaveType"], "_id").to_owned();
    let of = |kind| Record::of(kind).detail("leaveType", id.parse::<LeaveTypeId>().unwrap());
    let added = of("leave-type-added").change("name", None, Some("Study"));
    let added = added.change("annualDays", None, Some(LeaveDays::from_half_days(5)));
    let added = added.change("isPaid", None, Some(true)).change("needsApproval", None, Some(false));
    let added = added.change("carryOverDays", None, Some(0u32)).change("backdateDays", None, Some(3u32));
    let everybody = app.ports.reads.leave_ledger().everybody().await.unwrap().into_iter().map(|(person, _)| person.id);
    let given = allocated(everybody, vec![id.parse().unwrap()]);
    log.by(&answer, &hr, Role::Hr, &[added.change("isActive", None, Some(true)), given]).await;
    let change = json!({"version": 0, "isActive": false, "carryOverDays": 1, "carryOverUntil": 6, "fromYear": 2027});
    let answer = lea.put(&format!("/api/leave/types/{id}"), change).await;
    let changed = of("leave-type-changed").detail("fromYear", 2027u32).change("carryOverDays", Some(0u32), Some(1u32));
    let changed = changed.change("carryOverUntil", None, Some(6u32)).change("isActive", Some(true), Some(false));
    log.by(&answer, &hr, Role::Hr, &[changed]).await;
}

/// That people were given leave of these types.
pub(super) fn allocated(people: impl IntoIterator<Item = UserId>, types: Vec<LeaveTypeId>) -> Record {
    Record::of("leave-allocated").about(people).detail("leaveTypes", types).detail("years", vec![2026u32, 2027])
}

/// What is adjusted, and what the job enters: about everybody whose balance it changes.
pub(super) async fn ledger(app: &TestApp, log: &mut Log) {
    let (hr, ann) = (app.person("Liv", Role::Hr).await, app.person("Amy", Role::Employee).await);
    let annual: LeaveTypeId = ANNUAL_LEAVE.parse().unwrap();
    let body = json!({"userId": ann.id.to_string(), "leaveTypeId": ANNUAL_LEAVE, "year": 2026, "days": 1.5, "note": "Moved in"});
    let answer = app.sign_in(&hr).await.post("/api/leave/adjustments", body).await;
    let adjusted = about("leave-adjusted", &ann).detail("leaveType", annual).detail("year", 2026u32);
    let adjusted = adjusted.detail("days", LeaveDays::from_half_days(3)).detail("note", "Moved in");
    log.by(&answer, &hr, Role::Hr, &[adjusted]).await;

    app.clock.set("2027-01-01T00:00:00Z");
    while application::leave_ledger::settle(&app.ports).await.unwrap() {}
    let events = log.next().await;
    let kinds: Vec<&str> = events.iter().map(|event| event.record.kind.as_ref()).collect();
    assert_eq!(kinds, ["leave-allocated", "leave-settled"]);
    for event in &events {
        assert!(event.record.subjects.contains(&ann.id) && event.record.changes.is_empty(), "{event:?}");
        assert_eq!((event.source, event.actor, &event.request_id), (Some(Source::Job), None, &None));
    }
}

/// Leave from the request to the end of it.
pub(super) async fn requests(app: &TestApp, log: &mut Log) {
    app.clock.set("2026-06-11T09:00:00Z");
    let moe = app.person("Moe", Role::Manager).await;
    let pat = app.member("Pat", &moe).await;
    let (employee, manager) = (app.sign_in(&pat).await, app.sign_in(&moe).await);
    let typed =
        json!({"leaveTypeId": UNPAID_LEAVE, "startDate": TODAY, "endDate": "2026-06-12", "reason": "To the sea"});
    let answer = employee.post("/api/leave/requests", typed).await.expect(201);
    let id = text(&answer.data()["request"], "_id").to_owned();
    let of = |kind, period: &str, days: i32| {
        about(kind, &pat)
            .detail("request", id.parse::<LeaveRequestId>().unwrap())
            .detail("leaveType", UNPAID_LEAVE.parse::<LeaveTypeId>().unwrap())
            .detail("dates", period)
            .detail("days", LeaveDays::whole(days))
    };
    let whole = "2026-06-10 to 2026-06-12";
    let requested = of("leave-requested", whole, 3).detail("reason", "To the sea");
    log.by(&answer, &pat, Role::Employee, &[requested.change("status", None, Some("pending"))]).await;
    let answer = manager.post("/api/leave/bulk-approve", json!({"ids": [id]})).await;
    let decided = of("leave-decided", whole, 3).change("status", Some("pending"), Some("approved"));
    log.by(&answer, &moe, Role::Manager, &[decided]).await;
    let cancel = format!("/api/leave/requests/{id}/cancel");
    let answer = employee.post(&cancel, json!({"lastDay": TODAY, "comment": "Back early"})).await;
    let asked = of("leave-cancellation-asked", whole, 3).detail("comment", "Back early").detail("lastDay", day(TODAY));
    let asked = asked.change("status", Some("approved"), Some("cancellation-asked"));
    log.by(&answer, &pat, Role::Employee, &[asked]).await;
    let answer = manager.post(&format!("/api/leave/requests/{id}/keep"), json!({"comment": "All is planned"})).await;
    let kept = of("leave-kept", whole, 3).detail("comment", "All is planned");
    let kept = kept.change("status", Some("cancellation-asked"), Some("approved"));
    log.by(&answer, &moe, Role::Manager, &[kept]).await;
    let answer = manager.post(&cancel, json!({"lastDay": TODAY, "comment": "We need you"})).await;
    let cancelled = of("leave-cancelled", TODAY, 1).detail("comment", "We need you");
    let cancelled = cancelled.change("endDate", Some(day("2026-06-12")), Some(day(TODAY)));
    let cancelled = cancelled.change("days", Some(LeaveDays::whole(3)), Some(LeaveDays::whole(1)));
    log.by(&answer, &moe, Role::Manager, &[cancelled]).await;

    let hr = app.person("Hed", Role::Hr).await;
    let new = json!({"date": TODAY, "name": "Midsummer"});
    let answer = app.sign_in(&hr).await.post("/api/holidays", new).await.expect(201);
    let added = Record::of("holiday-added").detail("holiday", text(&answer.data(), "id").parse::<HolidayId>().unwrap());
    let added = added.change("date", None, Some(day(TODAY))).change("name", None, Some("Midsummer"));
    let added = added.change("isRecurring", None, Some(false));
    let recounted = about("leave-recounted", &pat).detail("requests", 1u32).detail("cause", "holidays");
    log.by(&answer, &hr, Role::Hr, &[added, recounted]).await;
}

/// Links to calendar feeds, of which nothing is told but that there is one.
pub(super) async fn feeds(app: &TestApp, log: &mut Log) {
    let (admin, fay) = (app.person("Abel", Role::Admin).await, app.person("Fay", Role::Employee).await);
    let (abel, client) = (app.sign_in(&admin).await, app.sign_in(&fay).await);
    for _ in 0..2 {
        let answer = client.post("/api/leave/feed", json!({})).await.expect(201);
        log.by(&answer, &fay, Role::Employee, &[about("leave-feed-made", &fay)]).await;
    }
    let answer = client.delete("/api/leave/feed").await;
    log.by(&answer, &fay, Role::Employee, &[about("leave-feed-ended", &fay)]).await;
    let answer = client.delete("/api/leave/feed").await;
    log.by(&answer, &fay, Role::Employee, &[]).await;
    client.post("/api/leave/feed", json!({})).await.expect(201);
    log.next().await;
    let answer = abel.put(&path(&fay), unchanged("Fay", &fay, "Manager")).await;
    let promoted = about("account-changed", &fay).change("role", Some(Role::Employee), Some(Role::Manager));
    log.by(&answer, &admin, Role::Admin, &[about("leave-feed-ended", &fay), promoted]).await;
}
