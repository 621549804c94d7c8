//! What people do.

use super::super::accounts::{path, unchanged, with};
use super::super::attendance::joining;
use super::super::leave_types::ANNUAL_LEAVE;
use super::super::{entry, text};
use super::laws::list;
use super::{Chance, Made, Somebody, Walk};
use serde_json::{Value, json};
use testkit::Response;

const WAITING: &str = "/api/timesheet-unlock/requests";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Pass,
    Record,
    Decide,
    AskUnlock,
    DecideUnlock,
    Unlock,
    AskLeave,
    DecideLeave,
    GiveUpLeave,
    TakeLeave,
    Account,
    Block,
    Assign,
    Substitute,
    EndSubstitution,
    Pattern,
    Holiday,
    NoHoliday,
    Adjust,
    Close,
    Reopen,
    Export,
    Accept,
    Remind,
    Join,
}

/// How often each is done.
const WEIGHTS: [(Act, u64, &str); 25] = [
    (Act::Pass, 12, "pass"),
    (Act::Record, 16, "record"),
    (Act::Decide, 12, "decide"),
    (Act::AskUnlock, 5, "ask unlock"),
    (Act::DecideUnlock, 4, "decide unlock"),
    (Act::Unlock, 8, "unlock"),
    (Act::AskLeave, 9, "ask leave"),
    (Act::DecideLeave, 7, "decide leave"),
    (Act::GiveUpLeave, 4, "give up leave"),
    (Act::TakeLeave, 2, "take leave"),
    (Act::Account, 20, "account"),
    (Act::Block, 4, "block"),
    (Act::Assign, 3, "assign"),
    (Act::Substitute, 2, "substitute"),
    (Act::EndSubstitution, 1, "end substitution"),
    (Act::Pattern, 9, "pattern"),
    (Act::Holiday, 2, "holiday"),
    (Act::NoHoliday, 1, "no holiday"),
    (Act::Adjust, 1, "adjust"),
    (Act::Close, 12, "close"),
    (Act::Reopen, 5, "reopen"),
    (Act::Export, 1, "export"),
    (Act::Accept, 3, "accept"),
    (Act::Remind, 1, "remind"),
    (Act::Join, 1, "join"),
];

pub(super) type Taken = Option<(String, Response)>;

impl Act {
    pub(super) fn choose(chance: &mut Chance) -> Self {
        let mut at = chance.below(WEIGHTS.iter().map(|(_, weight, _)| weight).sum());
        let found = WEIGHTS.iter().find(|(_, weight, _)| {
            let is_it = at < *weight;
            at = at.saturating_sub(*weight);
            is_it
        });
        found.unwrap().0
    }

    pub(super) fn name(self) -> &'static str {
        WEIGHTS.iter().find(|(act, ..)| *act == self).unwrap().2
    }
}

impl Walk {
    pub(super) async fn act(&mut self, act: Act) -> Taken {
        match act {
            Act::Pass => {
                let days = *self.chance.pick(&[1, 1, 2, 3, 5, 8, 16])?;
                self.pass(days).await;
                let answer = self.app.anonymous().get("/api/portal").await;
                Some((format!("{days} days pass"), answer))
            }
            Act::Record => self.record().await,
            Act::Decide => self.decide().await,
            Act::AskUnlock => {
                let (employee, date) = (self.employee(), self.near(-12, 0));
                let body = json!({"requestedDate": date, "reason": "On the road"});
                let answer = self.client(&employee).await.post("/api/timesheet-unlock/request", body).await;
                Some((format!("{} asks for an unlock of {date}", employee.name), answer))
            }
            Act::DecideUnlock => self.decide_unlock().await,
            Act::Unlock => {
                let (by, employee, date) = (self.decider(), self.employee(), self.near(-60, 0));
                let body = json!({"employeeId": employee.person.id.to_string(), "requestedDate": date, "reason": "x"});
                let answer = self.client(&by).await.post("/api/timesheet-unlock/direct-unlock", body).await;
                Some((format!("{} unlocks {date} of {}", by.name, employee.name), answer))
            }
            Act::AskLeave => self.ask_leave().await,
            Act::DecideLeave => self.decide_leave().await,
            Act::GiveUpLeave => self.give_up_leave().await,
            Act::TakeLeave => self.take_leave().await,
            Act::Account => self.account().await,
            Act::Block => {
                let (somebody, is_blocked) = (self.chance.pick(&self.people)?.clone(), self.chance.percent(30));
                let address = format!("{}/toggle-block", path(&somebody.person));
                let answer = self.admin().await.patch(&address, json!({"isBlocked": is_blocked})).await;
                self.clients.remove(&somebody.person.id);
                Some((format!("block {}: {is_blocked}", somebody.name), answer))
            }
            Act::Assign => {
                let (employee, lead) = (self.employee(), self.decider());
                let manager = if self.chance.percent(20) { String::new() } else { lead.person.id.to_string() };
                let body = json!({"employeeId": employee.person.id.to_string(), "managerId": manager});
                let answer = self.hr().await.post("/api/users/assign-manager", body).await;
                let to = if manager.is_empty() { "nobody" } else { &lead.name };
                Some((format!("{} is assigned to {to}", employee.name), answer))
            }
            Act::Substitute => self.substitute().await,
            Act::EndSubstitution => {
                let admin = self.admin().await;
                let all = list(&admin, "/api/substitutions?limit=1000", "substitutions").await;
                let one = self.chance.pick(&all)?;
                let answer = admin.delete(&format!("/api/substitutions/{}", text(one, "_id"))).await;
                Some(("a substitution ends".to_owned(), answer))
            }
            Act::Pattern => self.pattern().await,
            Act::Holiday => {
                let (date, recurs) = (self.near(-60, 40), self.chance.percent(30));
                let body = json!({"date": date, "name": "Feast", "isRecurring": recurs});
                let answer = self.hr().await.post("/api/holidays", body).await;
                if answer.status == 201 {
                    self.holidays.push(text(&answer.data(), "id").to_owned());
                }
                Some((format!("{date} is a holiday, recurring: {recurs}"), answer))
            }
            Act::NoHoliday => {
                let id = self.chance.pick(&self.holidays)?.clone();
                let answer = self.hr().await.delete(&format!("/api/holidays/{id}")).await;
                Some(("a holiday goes".to_owned(), answer))
            }
            Act::Adjust => {
                let (employee, half_days) = (self.employee(), self.chance.from(-6, 6));
                let body = json!({"userId": employee.person.id.to_string(), "leaveTypeId": ANNUAL_LEAVE, "year": 2026,
                    "days": f64::from(i32::try_from(half_days).unwrap()) / 2.0, "note": "As agreed"});
                let answer = self.hr().await.post("/api/leave/adjustments", body).await;
                Some((format!("{half_days} half days are given to {}", employee.name), answer))
            }
            Act::Close | Act::Reopen | Act::Export | Act::Remind => self.keep_month(act).await,
            Act::Accept => self.accept().await,
            Act::Join => self.join().await,
        }
    }

    pub(super) fn employee(&mut self) -> Somebody {
        self.chance.pick(&self.people[2..]).unwrap().clone()
    }

    /// A manager more often than HR or an administrator.
    pub(super) fn decider(&mut self) -> Somebody {
        let all = [&self.people[0], &self.people[0], &self.people[1], &self.people[1], &self.hal, &self.ada];
        (*self.chance.pick(&all).unwrap()).clone()
    }

    async fn record(&mut self) -> Taken {
        let employee = self.employee();
        let own = self.client(&employee).await;
        let mut dates = vec![self.today.to_string()];
        if self.chance.percent(50) {
            // An administrator opens any day.
            let date = self.near(-50, -1).to_string();
            let body = json!({"employeeId": employee.person.id.to_string(), "requestedDate": date, "reason": "x"});
            self.admin().await.post("/api/timesheet-unlock/direct-unlock", body).await;
            dates = vec![date];
        }
        let entries = own.get("/api/timesheets/my").await.data()["timesheets"].clone();
        let rejected = entries.as_array().into_iter().flatten().filter(|one| one["status"] == "rejected");
        dates.extend(rejected.map(|one| text(one, "date").to_owned()));
        let unlocks = own.get("/api/timesheet-unlock/my-requests").await.data()["unlockRequests"].clone();
        let open = |one: &&Value| one["status"] == "approved" && one["isUsed"] == false;
        let open = unlocks.as_array().into_iter().flatten().filter(open);
        dates.extend(open.map(|one| text(one, "requestedDate").to_owned()));
        let (date, hours) = (self.chance.pick(&dates)?.clone(), *self.chance.pick(&[9.0, 9.0, 8.0, 5.0, 4.0, 0.5])?);
        let answer = own.post("/api/timesheets/my", entry(&date, hours, "Worked")).await;
        Some((format!("{} records {hours} h on {date}", employee.name), answer))
    }

    async fn decide(&mut self) -> Taken {
        let lead = self.decider();
        let client = self.client(&lead).await;
        let found = list(&client, "/api/timesheets/team?from=2026-01-01&to=2026-12-31", "timesheets").await;
        let all = self.chance.percent(20);
        let fitting = found.iter().filter(|one| all || one["status"] == "pending");
        let ids: Vec<Value> = fitting.map(|one| one["_id"].clone()).collect();
        let ids = self.chance.some(&ids);
        if ids.is_empty() {
            return None;
        }
        let days: Vec<&str> =
            found.iter().filter(|one| ids.contains(&one["_id"])).map(|one| text(one, "date")).collect();
        let told = days.join(", ");
        if self.chance.percent(70) {
            let answer = client.post("/api/timesheets/bulk-approve", json!({"ids": ids})).await;
            return Some((format!("{} approves {told}", lead.name), answer));
        }
        let answer = client.post("/api/timesheets/bulk-reject", json!({"ids": ids, "comment": "Why?"})).await;
        Some((format!("{} rejects {told}", lead.name), answer))
    }

    async fn decide_unlock(&mut self) -> Taken {
        let by = self.decider();
        let client = self.client(&by).await;
        let waiting = list(&client, &format!("{WAITING}?limit=1000"), "requests").await;
        let one = self.chance.pick(&waiting)?;
        let (address, date) = (format!("{WAITING}/{}", text(one, "_id")), text(one, "requestedDate"));
        if self.chance.percent(70) {
            let answer = client.send("POST", &format!("{address}/approve"), None).await;
            return Some((format!("{} opens {date} as asked", by.name), answer));
        }
        let answer = client.post(&format!("{address}/decline"), json!({"comment": "Too late"})).await;
        Some((format!("{} declines to open {date}", by.name), answer))
    }

    async fn account(&mut self) -> Taken {
        let employee = self.employee();
        let by = if self.chance.percent(70) { self.hal.clone() } else { self.ada.clone() };
        let client = self.client(&by).await;
        let user = client.get(&path(&employee.person)).await.expect(200).data()["user"].clone();
        let mut fields = json!({});
        for _ in 0..self.chance.from(1, 2) {
            match self.chance.below(8) {
                0 | 1 => {
                    let date = self.near(-110, 20);
                    fields["joiningDate"] = if self.chance.percent(20) { Value::Null } else { json!(date) };
                }
                2 | 3 => {
                    fields["salary"] =
                        self.chance.pick(&[json!(30_000), json!(36_000), json!(48_000.5), Value::Null])?.clone();
                    if self.chance.percent(80) {
                        fields["salaryFrom"] = json!(self.near(-90, 30));
                    }
                }
                4 => fields["isActive"] = json!(false),
                5 => fields["isActive"] = json!(true),
                6 => fields["role"] = json!("Manager"),
                _ => fields["role"] = json!("Employee"),
            }
        }
        let body = with(unchanged(&employee.name, &employee.person, text(&user, "role")), fields.clone());
        let answer = client.put(&path(&employee.person), body).await;
        self.clients.remove(&employee.person.id);
        Some((format!("{} changes {} {fields}", by.name, employee.name), answer))
    }

    async fn substitute(&mut self) -> Taken {
        let (manager, by) = (self.chance.pick(&self.people[..2])?.clone(), self.decider());
        let (from, to) = (self.near(0, 2), self.near(2, 12));
        let [whose, other] = [&manager, &by].map(|of| of.person.id.to_string());
        let body = json!({"managerId": whose, "substituteId": other, "from": from, "to": to, "reason": "Away"});
        let answer = self.admin().await.post("/api/substitutions", body).await;
        Some((format!("{} stands in for {} from {from} to {to}", by.name, manager.name), answer))
    }

    async fn pattern(&mut self) -> Taken {
        let (employee, hr) = (self.employee(), self.hr().await);
        let of = if self.chance.percent(75) { Some(employee) } else { None };
        let query = of.as_ref().map(|of| format!("?userId={}", of.person.id)).unwrap_or_default();
        let known = hr.get(&format!("/api/work-patterns{query}")).await;
        if known.status != 200 {
            return None;
        }
        let shifts = [(json!([1, 2, 3, 4, 5]), 9, 5), (json!([2, 3, 4, 5, 6]), 8, 4), (json!([1, 3, 5]), 8, 4)];
        let (days, full, half) = self.chance.pick(&shifts)?.clone();
        let mut pattern = json!({"workingDays": days, "fullDayHours": full, "halfDayHours": half});
        if of.is_some() && self.chance.percent(25) {
            pattern = Value::Null;
        }
        let from = self.near(-70, 30);
        let mut body = json!({"from": from, "version": known.data()["version"], "pattern": pattern});
        if let Some(of) = &of {
            body["userId"] = json!(of.person.id.to_string());
        }
        let answer = hr.put("/api/work-patterns", body).await;
        let whose = of.map_or("everybody".to_owned(), |of| of.name);
        Some((format!("pattern of {whose} from {from}: {pattern}"), answer))
    }

    async fn keep_month(&mut self, act: Act) -> Taken {
        let is_of_closed = matches!(act, Act::Reopen | Act::Export);
        let mut states = self.states().await;
        states.retain(|month, state| self.months().contains(month) && (*state == "closed") == is_of_closed);
        if act == Act::Close && self.chance.percent(90) {
            // The present month is refused.
            states.pop_last();
        }
        let month = self.chance.pick(&states.into_keys().collect::<Vec<_>>())?.clone();
        let by = if self.chance.percent(70) { self.hal.clone() } else { self.ada.clone() };
        let client = self.client(&by).await;
        let address = format!("/api/months/{month}");
        let answer = match act {
            Act::Close => {
                let is_forced = self.chance.percent(80);
                let body = if is_forced { json!({"force": true, "reason": "Payday"}) } else { json!({}) };
                client.post(&format!("{address}/close"), body).await
            }
            Act::Reopen => client.post(&format!("{address}/reopen"), json!({"reason": "A day was forgotten"})).await,
            Act::Export => client.post(&format!("{address}/export"), json!({"format": "csv"})).await,
            _ => client.post(&format!("{address}/remind"), json!({"kind": "manager"})).await,
        };
        if act == Act::Close && answer.status == 200 {
            self.note_close(&month).await;
        }
        Some((format!("{} {} {month}", by.name, act.name()), answer))
    }

    /// Keeps what a close has made.
    pub(super) async fn note_close(&mut self, month: &str) {
        let rows = list(&self.hr().await, &format!("/api/months/{month}/payroll?limit=1000"), "rows").await;
        self.made.entry(month.to_owned()).or_default().push(Made { rows, is_told: false });
    }

    async fn accept(&mut self) -> Taken {
        let (months, hr) = (self.months(), self.hr().await);
        let month = self.chance.pick(&months)?.clone();
        let rows = list(&hr, &format!("/api/months/{month}/readiness?limit=1000"), "rows").await;
        let dates = |row: &Value| [&row["frozenDates"], &row["rejectedDates"]].map(|of| of.as_array().unwrap().clone());
        let open: Vec<_> = rows.iter().filter(|row| !dates(row).concat().is_empty()).collect();
        let row = *self.chance.pick(&open)?;
        let dates = self.chance.some(&dates(row).concat());
        let body = json!({"items": [{"userId": row["userId"], "dates": dates}], "note": "Agreed"});
        let answer = hr.post(&format!("/api/months/{month}/accept"), body).await;
        let accepted = dates.iter().map(|date| (text(row, "userId").to_owned(), date.as_str().unwrap().to_owned()));
        self.accepted.extend(accepted);
        Some((format!("{} of {} are accepted", json!(dates), row["name"]), answer))
    }

    async fn join(&mut self) -> Taken {
        let names = ["Eve", "Fay"];
        let name = *names.get(self.people.len() - 6)?;
        let (hr, lead, date) = (self.hr().await, self.people[0].clone(), self.near(-90, 10));
        let month = date.to_string()[..7].to_owned();
        let manager = hr.get(&path(&lead.person)).await.expect(200).data()["user"].clone();
        let is_open = self.states().await.get(&month).is_none_or(|state| state != "closed");
        if !is_open || manager["isBlocked"] == true {
            return None;
        }
        let person = joining(&self.app, &hr, name, &lead.person, &date.to_string()).await;
        self.people.push(Somebody { name: name.to_owned(), person: person.clone() });
        let answer = hr.get(&path(&person)).await;
        Some((format!("{name} joins on {date}"), answer))
    }
}
