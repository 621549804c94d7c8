//! The main job from end to end: a day is recorded, rejected, corrected, seen and approved.

use serde_json::json;
use testkit::on_both_engines;

use super::{TODAY, Team, entries, entry, submit, text};

on_both_engines! {
    async fn a_recorded_day_is_rejected_comes_back_changed_and_is_approved(app: &TestApp) {
        let team = Team::of(app).await;
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);

        let sheet = submit(&ann, TODAY).await;
        assert_eq!(text(&sheet, "status"), "pending");
        assert_eq!(sheet["hours"], 8.0);
        assert_eq!(text(&sheet["user"], "employeeId"), team.member.employee_id.to_string());

        let seen = max.get("/api/timesheets/team").await.expect(200).data();
        assert_eq!(seen["timesheets"][0]["_id"], sheet["_id"]);
        assert_eq!(seen["weeks"][0], json!({
            "userId": team.member.id.to_string(), "weekStart": "2026-06-08", "status": "pending", "totalHours": 8.0,
            "daysOff": ["2026-06-13", "2026-06-14"],
            "remarks": [{"kind": "day-missing", "sentence": "No entry for Monday and Tuesday"}],
            "forManager": null,
        }));
        assert_eq!(max.get("/api/timesheets/team?waiting=true").await.expect(200).data(), seen);

        let ids = json!([sheet["_id"]]);
        let no_reason = max.post("/api/timesheets/bulk-reject", json!({"ids": ids, "comment": "  "})).await.expect(400);
        assert_eq!(no_reason.message(), "A rejection reason is required");
        let expected = json!({text(&sheet, "_id"): sheet["updatedAt"]});
        let rejection = json!({"ids": ids, "comment": "Please name the project", "expected": expected});
        let answer = max.post("/api/timesheets/bulk-reject", rejection.clone()).await.expect(200);
        assert_eq!(answer.data()["updated"], 1);
        let again = max.post("/api/timesheets/bulk-reject", rejection).await.expect(200);
        assert_eq!(again.data()["updated"], 0, "a repeat changes nothing");

        let mine = entries(&ann).await;
        assert_eq!(text(&mine[0], "status"), "rejected");
        assert_eq!(text(&mine[0], "approvalComments"), "Please name the project");
        let notices = ann.get("/api/notifications").await.expect(200).data();
        assert_eq!((&notices["unread"], text(&notices["notifications"][0], "kind")), (&json!(1), "rejected"));
        assert_eq!(ann.get("/api/session").await.expect(200).data()["badges"]["notifications"], 1);
        let notice = json!({"notificationIds": [notices["notifications"][0]["_id"]]});
        assert_eq!(ann.post("/api/notifications/viewed", notice).await.expect(200).data()["updated"], 1);

        let corrected = ann.post("/api/timesheets/my", entry(TODAY, 7.5, "Planned the week for Apollo")).await.expect(200);
        assert_eq!(corrected.message(), "Timesheet submitted successfully!");
        let corrected = corrected.data()["timesheet"].clone();
        assert_eq!(corrected["isResubmission"], true);
        assert!(corrected["approvalComments"].is_null());

        let back = max.get("/api/timesheets/notifications/resubmissions").await.expect(200).data();
        let back = &back["notifications"][0];
        assert_eq!(text(back, "status"), "pending");
        assert_eq!(back["previous"], json!({"hours": 8.0, "description": "Planned the week"}));
        assert_eq!(back["timesheet"]["hours"], 7.5);
        assert_eq!(text(back, "originalRejectionComment"), "Please name the project");
        assert_eq!(text(back, "weekStart"), "2026-06-08");
        assert_eq!(max.get("/api/session").await.expect(200).data()["badges"]["notifications"], 1);
        let figures = max.get("/api/dashboard").await.expect(200).data();
        assert_eq!((&figures["teamMembers"], &figures["entriesToApprove"], &figures["resubmissions"]), (&json!(1), &json!(1), &json!(1)));

        let stale = json!({"ids": ids, "expected": expected});
        let refused = max.post("/api/timesheets/bulk-approve", stale).await.expect(409);
        assert_eq!(refused.message(), "Some entries have changed since you opened them. Please review them again.");
        let fresh = json!({"ids": ids, "expected": {text(&corrected, "_id"): corrected["updatedAt"]}});
        assert_eq!(max.post("/api/timesheets/bulk-approve", fresh).await.expect(200).data()["updated"], 1);
        let viewed = max.get("/api/timesheets/notifications/resubmissions").await.expect(200).data();
        assert_eq!(text(&viewed["notifications"][0], "status"), "viewed", "deciding the entry views its notification");

        let approved = ann.post("/api/timesheets/my", entry(TODAY, 1.0, "Once more")).await.expect(409);
        assert_eq!(approved.message(), "This timesheet is already approved");
        let month = ann.get("/api/timesheets/my?month=6&year=2026").await.expect(200).data();
        assert_eq!(month["weeks"], json!([{"weekStart": "2026-06-08", "status": "approved", "totalHours": 7.5}]));
    }
}
