//! For whom leave is asked for, and what makes no sense (leave.md 1.5, 2 and 7).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::{TestPerson, on_one_engine};

use super::leave::{PREVIEW, REQUESTS, SICK_LEAVE, World, asked, leave, said, told, with};
use super::leave_types::ANNUAL_LEAVE;

on_one_engine! {
    /// [leave.md §9, 21]
    async fn hr_records_leave_for_employees(app: &TestApp) {
        let world = World::of(app).await;
        let (hr, mona) = (app.sign_in(&app.person("Hal", Role::Hr).await).await, app.sign_in(&world.mona).await);
        let of = |person: &TestPerson, leave_type: &str| with(leave("2026-06-01", "2026-06-05"), json!({"leaveTypeId": leave_type, "userId": person.id.to_string()}));
        let recorded = asked(&hr, of(&world.eve, SICK_LEAVE)).await;
        assert_eq!((&recorded["status"], &recorded["days"], &recorded["history"][0]["what"]), (&json!("approved"), &json!(5.0), &json!("recorded")));
        assert_eq!(recorded["mayCancel"], "no", "HR decides for nobody");
        let other = with(of(&world.eve, ANNUAL_LEAVE), json!({"startDate": "2026-06-08", "endDate": "2026-06-08"}));
        assert_eq!(asked(&hr, other).await["status"], "pending");
        let refused = hr.post(REQUESTS, of(&world.mona, SICK_LEAVE)).await.expect(400);
        assert_eq!(said(&refused), told("VALIDATION_FAILED", "Leave can only be recorded for active employees"));
        let unknown = with(leave("2026-06-01", "2026-06-05"), json!({"userId": unknown_id()}));
        assert_eq!(hr.post(REQUESTS, unknown.clone()).await.expect(404).message(), "User not found");
        hr.post(PREVIEW, unknown).await.expect(404);
        let unknown = with(of(&world.eve, ANNUAL_LEAVE), json!({"leaveTypeId": unknown_id()}));
        assert_eq!(hr.post(REQUESTS, unknown).await.expect(404).message(), "Leave type not found");
        let early = with(of(&world.max, SICK_LEAVE), json!({"startDate": "2024-12-31", "endDate": "2024-12-31"}));
        let refused = hr.post(REQUESTS, early).await.expect(400);
        assert_eq!(said(&refused), told("VALIDATION_FAILED", "The date is before the employee's joining date (2026-01-05)"));
        let path = format!("/api/leave/my?userId={}", world.eve.id);
        assert_eq!(hr.get(&path).await.expect(200).data()["requests"].as_array().unwrap().len(), 2);
        assert_eq!(mona.get(&path).await.expect(200).data()["requests"].as_array().unwrap().len(), 2);
        let stranger = app.person("Nina", Role::Employee).await;
        let outside = mona.get(&format!("/api/leave/my?userId={}", stranger.id)).await.expect(403);
        assert_eq!(outside.message(), "You can only do this for your team members");
    }

    /// Bad input is refused before any look-up [leave.md §7]
    async fn what_makes_no_sense_is_refused_by_field(app: &TestApp) {
        let world = World::of(app).await;
        let max = app.sign_in(&world.max).await;
        let several = |more: Value| with(with(leave("2026-07-06", "2026-07-08"), json!({"leaveTypeId": unknown_id()})), more);
        for (body, field, sentence) in [
            (several(json!({"endDate": "2026-07-05"})), "endDate", "The last day must not be before the first"),
            (several(json!({"reason": "x".repeat(501)})), "reason", "The reason must be at most 500 characters"),
        ] {
            for path in [PREVIEW, REQUESTS] {
                let refused = max.post(path, body.clone()).await.expect(400);
                assert_eq!((refused.code().as_str(), &refused.json()["errors"][field]), ("VALIDATION_FAILED", &json!(sentence)), "{body}");
            }
        }
        for body in [
            several(json!({"startDate": "2026-02-30"})),
            several(json!({"startPart": "evening"})),
            several(json!({"leaveTypeId": "1"})),
            json!({"leaveTypeId": ANNUAL_LEAVE, "startDate": "2026-07-06"}),
        ] {
            assert_eq!(max.post(REQUESTS, body).await.expect(400).code(), "INVALID_REQUEST");
        }
        assert_eq!(max.post("/api/leave/requests/1/cancel", json!({})).await.expect(404).message(), "Leave request not found");
    }
}
