//! What holds after each step.

use std::collections::{BTreeMap, BTreeSet};

use application::months::check_next;
use application::ports::KeptValue;
use chrono::Datelike;
use domain::id::UserId;
use serde_json::{Value, json};
use testkit::Client;

use super::super::leave::{SICK_LEAVE, UNPAID_LEAVE};
use super::super::leave_types::ANNUAL_LEAVE;
use super::super::{months, text};
use super::{Somebody, Walk};

const LIVE: [&str; 3] = ["pending", "approved", "cancellation-asked"];
const WAITS: [&str; 2] = ["pending", "cancellation-asked"];

/// A list, as far as the client may see it.
pub(super) async fn list(client: &Client, address: &str, name: &str) -> Vec<Value> {
    let answer = client.get(address).await;
    assert!(answer.status == 200 || (400..500).contains(&answer.status), "{address}: {}", answer.text());
    answer.data()[name].as_array().cloned().unwrap_or_default()
}

/// The ten figures, in their order.
pub(super) fn figures(row: &Value) -> Value {
    months::figures(row)
}

/// Accounts, entries, requests for leave and substitutions as they are now.
struct Now {
    users: Vec<Value>,
    states: BTreeMap<String, String>,
    entries: Vec<Value>,
    leave: Vec<Value>,
    stands_in: Vec<Value>,
}

impl Now {
    fn user(&self, id: &str) -> &Value {
        self.users.iter().find(|user| user["_id"] == id).unwrap_or_else(|| panic!("nobody is {id}"))
    }

    fn is_closed(&self, date: &str) -> bool {
        self.states.get(&date[..7]).is_some_and(|state| state == "closed")
    }

    /// Whether the day that somebody wants unlocked has been approved meanwhile.
    fn is_approved(&self, user: &str, request: &Value) -> bool {
        let is_it = |one: &Value| one["user"]["_id"] == user && one["date"] == request["requestedDate"];
        self.entries.iter().any(|one| is_it(one) && one["status"] == "approved")
    }

    /// Who can decide for somebody today: the manager, and who stands in for that one.
    fn deciders(&self, employee: &str) -> BTreeSet<String> {
        let manager = &self.user(employee)["managerId"]["_id"];
        let can_act = |id: &Value, is_manager: bool| {
            let user = id.as_str().map(|id| self.user(id)).filter(|user| user["isActive"] == true);
            let is_it = |user: &&Value| user["isBlocked"] == false && (!is_manager || user["role"] == "Manager");
            user.filter(is_it).map(|user| text(user, "_id").to_owned())
        };
        let substitutes = self.stands_in.iter().filter(|one| one["manager"]["_id"] == *manager);
        let substitutes = substitutes.filter_map(|one| can_act(&one["substitute"]["_id"], false));
        can_act(manager, true).into_iter().chain(substitutes).collect()
    }

    /// The entries that wait for a decision, and the requests for leave that do: each with whose it is.
    fn waiting(&self) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
        let entries =
            self.entries.iter().filter(|one| one["status"] == "pending" && !self.is_closed(text(one, "date")));
        let leave = self.leave.iter().filter(|one| WAITS.contains(&text(one, "status")));
        let known = |one: &Value| (text(one, "_id").to_owned(), text(&one["user"], "_id").to_owned());
        (entries.map(known).collect(), leave.map(known).collect())
    }
}

impl Walk {
    /// The months that a step may be about.
    pub(super) fn months(&self) -> Vec<String> {
        (2..=self.today.month()).map(|month| format!("2026-{month:02}")).collect()
    }

    pub(super) async fn states(&mut self) -> BTreeMap<String, String> {
        let found = list(&self.hr().await, "/api/months?year=2026", "months").await;
        found.iter().map(|month| (text(month, "month").to_owned(), text(month, "state").to_owned())).collect()
    }

    async fn users(&mut self) -> Vec<Value> {
        list(&self.admin().await, "/api/users?limit=1000", "users").await
    }

    pub(super) async fn employees_now(&mut self) -> BTreeSet<String> {
        let users = self.users().await;
        users.iter().filter(|user| user["role"] == "Employee").map(|user| text(user, "_id").to_owned()).collect()
    }

    async fn now(&mut self) -> Now {
        let (users, states, hr) = (self.users().await, self.states().await, self.hr().await);
        let entries = list(&hr, "/api/timesheets/all?from=2026-01-01&to=2026-12-31&limit=1000", "timesheets").await;
        let stands_in = list(&hr, "/api/substitutions?status=running&limit=1000", "substitutions").await;
        let mut leave = Vec::new();
        for user in users.iter().filter(|user| user["role"] == "Employee") {
            let address = format!("/api/leave/my?year=2026&userId={}", text(user, "_id"));
            let mine = hr.get(&address).await.expect(200).data();
            self.check_balances(&hr, user, &mine).await;
            leave.extend(mine["requests"].as_array().unwrap().clone());
        }
        Now { users, states, entries, leave, stands_in }
    }

    /// Every law.
    pub(super) async fn check(&mut self) {
        let now = self.now().await;
        self.check_closed(&now).await;
        self.check_readiness(&now).await;
        let readers = self.readers(&now);
        for reader in &readers {
            self.check_waiting(&now, reader).await;
        }
        self.check_unlocks(&now, &readers).await;
        self.check_told().await;
    }

    /// The nightly check, made now, finds nothing, and the rows are those of the close.
    async fn check_closed(&mut self, now: &Now) {
        let work = self.app.ports.store.begin().await.unwrap();
        work.kept_values().set(KeptValue::MonthsChecked, "").await.unwrap();
        work.commit().await.unwrap();
        while check_next(&self.app.ports).await.unwrap() {}
        let hr = self.hr().await;
        for month in list(&hr, "/api/months?year=2026", "months").await {
            let name = text(&month, "month");
            if month["state"] != "closed" {
                continue;
            }
            let check = &month["check"];
            assert_eq!((&check["differences"], &check["checksumHolds"]), (&json!(0), &json!(true)), "{month}");
            let found = hr.get(&format!("/api/months/{name}/payroll?limit=1000")).await.expect(200).data();
            let made = &self.made[name];
            assert_eq!(found["rows"], json!(made.last().unwrap().rows), "{name}");
            assert_eq!((&month["revision"], now.states[name].as_str()), (&json!(made.len()), "closed"), "{name}");
            let sum = |field: &str| {
                let cents = |row: &Value| (row[field].as_f64().unwrap_or_default() * 100.0).round();
                found["rows"].as_array().unwrap().iter().map(cents).sum::<f64>() / 100.0
            };
            for total in ["payableDays", "monthlyBase", "grossPay"] {
                assert_eq!(found["totals"][total], json!(sum(total)), "{name}: {total}");
            }
        }
    }

    /// A balance is the sum of its rows, of what was given and taken, and what is taken are the days of the live requests.
    async fn check_balances(&self, hr: &Client, user: &Value, mine: &Value) {
        let id = text(user, "_id");
        let ledger = list(hr, &format!("/api/leave/ledger?userId={id}&year=2026"), "rows").await;
        for balance in mine["balances"].as_array().unwrap() {
            let kind = &balance["leaveType"]["_id"];
            assert!([ANNUAL_LEAVE, SICK_LEAVE, UNPAID_LEAVE].contains(&kind.as_str().unwrap()));
            let sum = |of: &[&str]| of.iter().map(|name| balance[*name].as_f64().unwrap_or_default()).sum::<f64>();
            let taken = sum(&["used", "planned", "pending"]);
            let left = sum(&["allocated", "adjusted", "carriedIn"]) - taken - sum(&["expired", "carriedOut"]);
            let rows = ledger.iter().filter(|row| row["leaveType"]["_id"] == *kind);
            let rows: f64 = rows.map(|row| row["days"].as_f64().unwrap()).sum();
            assert!((rows - left).abs() < 0.01, "{id}: {rows} in the ledger, {balance}");
            assert!(balance["isLimited"] == false || balance["left"] == json!(left), "{id}: {balance}");
            let live = mine["requests"].as_array().unwrap().iter().filter(|one| LIVE.contains(&text(one, "status")));
            let live = live.filter(|one| one["leaveType"]["_id"] == *kind);
            let days: f64 = live.map(|one| one["days"].as_f64().unwrap()).sum();
            assert!((days - taken).abs() < 0.01, "{id}: {days} days of live leave, {balance}");
        }
    }

    /// The counts of a month are the sums of its rows, and these are what the lists of entries, leave and days say.
    async fn check_readiness(&mut self, now: &Now) {
        let hr = self.hr().await;
        for month in self.months().iter().rev().take(4).filter(|month| now.states[*month] != "closed") {
            let address = format!("/api/months/{month}");
            let told = hr.get(&address).await.expect(200).data()["readiness"].clone();
            let rows = list(&hr, &format!("{address}/readiness?limit=1000"), "rows").await;
            let count = |is: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| is(row)).count();
            let sum = |of: &dyn Fn(&Value) -> u64| rows.iter().map(of).sum::<u64>();
            let number = |name: &'static str| move |row: &Value| row[name].as_u64().unwrap();
            let dates = |name: &'static str| move |row: &Value| row[name].as_array().unwrap().len() as u64;
            let expected = json!({
                "employees": rows.len(), "ready": count(&|row| row["isReady"] == true), "blocked": count(&|row| row["isReady"] == false),
                "pendingEntries": sum(&number("pendingEntries")), "rejectedEntries": sum(&dates("rejectedDates")),
                "frozenDays": sum(&dates("frozenDates")), "pendingLeave": sum(&number("pendingLeave")),
                "nobodyCanDecide": count(&|row| row["nobodyCanDecide"] == true), "missingDays": sum(&number("missingDays")),
                "missingSalary": told["missingSalary"],
            });
            assert_eq!(told, expected, "{month}");
            for row in &rows {
                check_row(month, row, now);
            }
            let own = |status: &str| {
                now.entries
                    .iter()
                    .filter(|one| one["status"] == status && text(one, "date").starts_with(month.as_str()))
                    .count()
            };
            assert_eq!(told["pendingEntries"], own("pending"), "{month}: everybody with an entry is in it");
            if self.chance.percent(30) {
                self.check_links(&hr, month, &rows).await;
            }
        }
    }

    /// The list behind one of the counts has those rows, and the frozen days of one of them are those of the calendar.
    async fn check_links(&mut self, hr: &Client, month: &str, rows: &[Value]) {
        let all = ["pendingEntries", "rejectedEntries", "frozenDays", "pendingLeave", "nobodyCanDecide"];
        let blocker = *self.chance.pick(&all).unwrap();
        let address = format!("/api/months/{month}/readiness?limit=1000&blocker={blocker}");
        let has = |row: &&Value| match blocker {
            "rejectedEntries" => row["rejectedDates"] != json!([]),
            "frozenDays" => row["frozenDates"] != json!([]),
            name => row[name] != json!(0) && row[name] != json!(false),
        };
        let linked: Vec<Value> = rows.iter().filter(has).cloned().collect();
        assert_eq!(list(hr, &address, "rows").await, linked, "{month}: {blocker}");
        let Some(row) = self.chance.pick(rows) else { return };
        let (user, (year, number)) = (text(row, "userId"), month.split_once('-').unwrap());
        let number = number.trim_start_matches('0');
        let address = format!("/api/timesheets/calendar?month={number}&year={year}&userId={user}");
        for day in list(hr, &address, "days").await {
            let (date, is_frozen) = (text(&day, "date").to_owned(), day["isFrozen"] == true);
            let is_open = row["frozenDates"].as_array().unwrap().contains(&day["date"]);
            // Leave that is only asked for covers a day in the calendar; a day that was accepted stays frozen there.
            let is_right = is_frozen == is_open
                || (is_open && day["kind"] == "leave")
                || (is_frozen && self.accepted.contains(&(user.to_owned(), date)));
            assert!(is_right, "{row}: {day}");
        }
    }

    /// Those whom anything can wait for.
    fn readers(&self, now: &Now) -> Vec<Somebody> {
        let all = [&self.people[..], &[self.hal.clone(), self.ada.clone()]].concat();
        let is_one = |one: &Somebody| now.user(&one.person.id.to_string())["role"] != "Employee";
        all.into_iter().filter(is_one).collect()
    }

    /// What waits is in the lists of those who can decide, in no other, and counted there.
    async fn check_waiting(&mut self, now: &Now, reader: &Somebody) {
        let (id, user) = (reader.person.id.to_string(), now.user(&reader.person.id.to_string()).clone());
        let client = self.client(reader).await;
        let decides = |employee: &str| now.deciders(employee).contains(&id);
        let waiting = |all: BTreeMap<String, String>| -> BTreeSet<String> {
            all.into_iter().filter(|(_, owner)| decides(owner)).map(|(of, _)| of).collect()
        };
        let (entries, leave) = now.waiting();
        let (entries, leave) = (waiting(entries), waiting(leave));
        let ids = |of: &[Value]| -> BTreeSet<String> { of.iter().map(|one| text(one, "_id").to_owned()).collect() };
        let found = list(&client, "/api/timesheets/team?waiting=true", "timesheets").await;
        let found: Vec<Value> =
            found.into_iter().filter(|one| one["status"] == "pending" && !now.is_closed(text(one, "date"))).collect();
        assert_eq!(ids(&found), entries, "entries that wait for {}", reader.name);
        let found = list(&client, "/api/leave/team?status=waiting&limit=1000", "requests").await;
        assert_eq!(ids(&found), leave, "leave that waits for {}", reader.name);
        if user["isActive"] == false || user["isBlocked"] == true {
            return;
        }
        let session = client.get("/api/session").await.expect(200).data();
        assert_eq!(session["badges"]["leave"], leave.len(), "{}: {session}", reader.name);
        let told = client.get("/api/dashboard").await;
        if user["role"] == "Manager" {
            let told = told.expect(200).data();
            assert_eq!(
                (&told["entriesToApprove"], &told["leaveToDecide"]),
                (&json!(entries.len()), &json!(leave.len())),
                "{}",
                reader.name
            );
        }
    }

    /// A request to unlock a day waits for somebody who sees it; in a closed month, or once the day is approved, it is in no list.
    async fn check_unlocks(&mut self, now: &Now, readers: &[Somebody]) {
        let mut seen = BTreeMap::<String, BTreeSet<String>>::new();
        for reader in readers {
            let client = self.client(reader).await;
            for one in list(&client, "/api/timesheet-unlock/requests?limit=1000", "requests").await {
                assert!(!now.is_closed(text(&one, "requestedDate")), "{one}");
                seen.entry(text(&one, "_id").to_owned()).or_default().insert(reader.person.id.to_string());
            }
        }
        let employees = self.people[2..].to_vec();
        for employee in employees {
            let id = employee.person.id.to_string();
            let own = list(&self.client(&employee).await, "/api/timesheet-unlock/my-requests", "unlockRequests").await;
            for one in own.iter().filter(|one| one["status"] == "pending") {
                let readers = seen.get(text(one, "_id")).cloned().unwrap_or_default();
                let is_right = match one["waitsFor"].as_str() {
                    Some("manager") => !readers.is_disjoint(&now.deciders(&id)),
                    Some("hr") => readers.contains(&self.hal.person.id.to_string()),
                    Some("admin") => readers.contains(&self.ada.person.id.to_string()),
                    _ => readers.is_empty() && (now.is_closed(text(one, "requestedDate")) || now.is_approved(&id, one)),
                };
                assert!(is_right, "{}: {one} is seen by {readers:?}", employee.name);
            }
        }
    }

    /// Everybody was told once of each statement that is another one.
    async fn check_told(&self) {
        for employee in &self.people[2..] {
            let user: UserId = employee.person.id;
            let (notices, _) = self.app.ports.reads.inbox().notices(user, 1, 1_000).await.unwrap();
            let mut told = BTreeMap::<String, usize>::new();
            for notice in notices.iter().filter(|notice| notice.kind == "month-closed") {
                *told.entry(notice.title.clone()).or_default() += 1;
            }
            let expected: usize =
                self.told.iter().filter(|((_, of), _)| *of == user.to_string()).map(|(_, count)| count).sum();
            assert_eq!(told.values().sum::<usize>(), expected, "{}: {told:?}, expected {:?}", employee.name, self.told);
        }
    }
}

/// Somebody's row says what the lists of entries and of leave say.
fn check_row(month: &str, row: &Value, now: &Now) {
    let id = text(row, "userId");
    let own = |status: &str| -> BTreeSet<&str> {
        let of_month =
            now.entries.iter().filter(|one| one["user"]["_id"] == id && text(one, "date").starts_with(month));
        of_month.filter(|one| one["status"] == status).map(|one| text(one, "date")).collect()
    };
    assert_eq!(row["pendingEntries"], own("pending").len(), "{month}: {row}");
    let rejected: BTreeSet<&str> =
        row["rejectedDates"].as_array().unwrap().iter().map(|date| date.as_str().unwrap()).collect();
    assert!(rejected.is_subset(&own("rejected")), "{month}: {row}");
    let (first, last) = (format!("{month}-01"), format!("{month}-31"));
    let touches = |one: &&Value| text(one, "startDate") <= last.as_str() && first.as_str() <= text(one, "endDate");
    let leave = now.leave.iter().filter(|one| one["user"]["_id"] == id && WAITS.contains(&text(one, "status")));
    assert_eq!(row["pendingLeave"], leave.filter(touches).count(), "{month}: {row}");
    let waits = row["pendingEntries"] != 0 || row["pendingLeave"] != 0;
    assert_eq!(row["nobodyCanDecide"], json!(waits && now.deciders(id).is_empty()), "{month}: {row}");
    let is_ready = !waits && row["frozenDates"] == json!([]) && rejected.is_empty();
    assert_eq!(row["isReady"], json!(is_ready), "{month}: {row}");
}
