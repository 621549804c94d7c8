//! What people do about leave.

use super::super::accounts::with;
use super::super::leave::{REQUESTS, SICK_LEAVE, UNPAID_LEAVE, approve, cancel, keep};
use super::super::leave_types::ANNUAL_LEAVE;
use super::super::text;
use super::Walk;
use super::acts::Taken;
use super::laws::list;
use serde_json::{Value, json};

impl Walk {
    pub(super) async fn ask_leave(&mut self) -> Taken {
        let employee = self.employee();
        let (start, length) = (self.near(-12, 30), self.chance.from(0, 7));
        let end = start + chrono::Duration::days(length);
        let kind = *self.chance.pick(&[ANNUAL_LEAVE, ANNUAL_LEAVE, SICK_LEAVE, UNPAID_LEAVE])?;
        let mut body = json!({"leaveTypeId": kind, "startDate": start, "endDate": end});
        if length == 0 && self.chance.percent(50) {
            let part = *self.chance.pick(&["morning", "afternoon"])?;
            body = with(body, json!({"startPart": part, "endPart": part}));
        }
        let is_recorded = self.chance.percent(30);
        let by = if is_recorded { self.hal.clone() } else { employee.clone() };
        if is_recorded {
            body["userId"] = json!(employee.person.id.to_string());
        }
        let answer = self.client(&by).await.post(REQUESTS, body.clone()).await;
        Some((format!("{} asks for leave of {}: {body}", by.name, employee.name), answer))
    }

    pub(super) async fn decide_leave(&mut self) -> Taken {
        let lead = self.decider();
        let client = self.client(&lead).await;
        let waiting = list(&client, "/api/leave/team?status=waiting&limit=1000", "requests").await;
        let one = self.chance.pick(&waiting)?;
        let (asked, is_granted) = (one["status"] == "cancellation-asked", self.chance.percent(70));
        let answer = match (asked, is_granted) {
            (true, true) => cancel(&client, one, json!({})).await,
            (true, false) => keep(&client, one, json!({"comment": "You are needed"})).await,
            (false, true) => approve(&client, one).await,
            (false, false) => {
                client.post("/api/leave/bulk-reject", json!({"ids": [one["_id"]], "comment": "Not now"})).await
            }
        };
        Some((format!("{} decides on {}, granted: {is_granted}", lead.name, period(one)), answer))
    }

    pub(super) async fn give_up_leave(&mut self) -> Taken {
        let employee = self.employee();
        let client = self.client(&employee).await;
        let live: Vec<Value> = list(&client, "/api/leave/my?year=2026", "requests").await;
        let live: Vec<&Value> =
            live.iter().filter(|one| ["pending", "approved"].contains(&text(one, "status"))).collect();
        let one = *self.chance.pick(&live)?;
        let body = self.last_day(one);
        let answer = cancel(&client, one, body.clone()).await;
        Some((format!("{} gives up {} {body}", employee.name, period(one)), answer))
    }

    pub(super) async fn take_leave(&mut self) -> Taken {
        let lead = self.decider();
        let client = self.client(&lead).await;
        let granted = list(&client, "/api/leave/team?status=approved&limit=1000", "requests").await;
        let one = self.chance.pick(&granted)?;
        let body = with(self.last_day(one), json!({"comment": "By mistake"}));
        let answer = cancel(&client, one, body.clone()).await;
        Some((format!("{} takes back {} {body}", lead.name, period(one)), answer))
    }

    /// Some of the dates of a request are kept at times.
    fn last_day(&mut self, request: &Value) -> Value {
        let start: chrono::NaiveDate = text(request, "startDate").parse().unwrap();
        if text(request, "startDate") == text(request, "endDate") || self.chance.percent(60) {
            return json!({});
        }
        json!({"lastDay": start + chrono::Duration::days(self.chance.from(0, 4))})
    }
}

fn period(request: &Value) -> String {
    format!("{} to {} ({})", text(request, "startDate"), text(request, "endDate"), text(request, "status"))
}
