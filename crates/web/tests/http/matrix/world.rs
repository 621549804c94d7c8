//! The people and things of the organisation that the table is asked about, and the request that each row stands for.

use std::collections::BTreeMap;

use application::ports::{NewLeave, NewRequest};
use domain::id::{LeaveRequestId, UnlockId};
use domain::leave::{CountedHalf, DayPart, LeavePeriod, LeaveStatus};
use domain::person::Role;
use serde_json::{Value, json};
use testkit::app::unknown_id;
use testkit::{Client, PASSWORD, TestApp, TestPerson};

use super::super::leave::UNPAID_LEAVE;
use super::super::leave_calendar::feed_of;
use super::super::leave_types::ANNUAL_LEAVE;
use super::super::{TODAY, entry, submit, text};
use super::Whose::{self, AManager, AnAdmin, AnEmployee, AnHr, Everyone, Nobodys, Own, Team, Unknown};
use super::bodies::{holiday, leave, list, registration, role_of, substitution, unlocked_by};
use super::months;
use super::table::{
    Caller, EMPTY, MALFORMED, NOT_OFFERED, OF_HR, OF_THE_SYSTEM, Row, TO_ADMIN, TO_HR, TO_MANAGER, WITH_FEED, WITH_LINK,
};

const SALARY: &str = "98765.43";
const PHONE: &str = "+49 30 5550199";

pub(super) struct World {
    callers: BTreeMap<Caller, (TestPerson, Option<Client>)>,
    people: BTreeMap<Whose, TestPerson>,
    /// One to be made something else in each way; nobody else is about them.
    spares: BTreeMap<&'static str, TestPerson>,
    managers: BTreeMap<Whose, TestPerson>,
    visitor: TestPerson,
    /// A reset link for each caller, of somebody whom nothing else is about.
    links: BTreeMap<Caller, String>,
    /// The secret of a link to somebody's calendar feed.
    feed: String,
    entries: BTreeMap<Whose, Value>,
    resubmissions: BTreeMap<Whose, Value>,
    notices: BTreeMap<Whose, Value>,
    /// A notice of the manager who calls.
    reminder: Value,
    /// A request to unlock a day for each caller to approve, and one to decline.
    requests: BTreeMap<(&'static str, Whose, Caller), String>,
    /// Leave to be cancelled, kept, approved and rejected.
    leaves: BTreeMap<(&'static str, Whose), String>,
    /// A holiday for each caller to change and to delete.
    holidays: BTreeMap<Caller, String>,
    /// For each caller to end: substitutions for the manager who calls, and for another one.
    substitutions: BTreeMap<(Whose, Caller), String>,
}

/// A request as it goes out.
pub(super) struct Request {
    pub(super) path: String,
    pub(super) body: Option<Value>,
}

impl World {
    pub(super) async fn build(app: &TestApp) -> Self {
        app.clock.set("2026-06-09T09:00:00Z");
        let max = app.person("Max", Role::Manager).await;
        let zoe = app.person("Zoe", Role::Manager).await;
        let ann = app.member("Ann", &max).await;
        let bob = app.member("Bob", &max).await;
        let eve = app.member("Eve", &zoe).await;
        let mut spares = BTreeMap::new();
        for how in [TO_MANAGER, TO_HR, TO_ADMIN] {
            let name = how.split(' ').next_back().unwrap_or_default();
            spares.insert(how, app.person(&format!("Spare{name}"), Role::Employee).await);
        }
        let mut world = Self {
            callers: BTreeMap::from([
                (Caller::Visitor, (app.person("Lou", Role::Employee).await, None)),
                (Caller::New, (app.person_with("New", Role::Employee, Some(max.id), true).await, None)),
                (Caller::Employee, (ann.clone(), None)),
                (Caller::Manager, (max.clone(), None)),
                (Caller::Hr, (app.person("Hal", Role::Hr).await, None)),
                (Caller::Admin, (app.person("Ada", Role::Admin).await, None)),
            ]),
            people: BTreeMap::from([
                (Team, bob.clone()),
                (AnEmployee, eve.clone()),
                (AManager, zoe.clone()),
                (AnHr, app.person("Hope", Role::Hr).await),
                (AnAdmin, app.person("Abe", Role::Admin).await),
            ]),
            spares,
            managers: BTreeMap::from([(Team, max.clone()), (AnEmployee, zoe.clone())]),
            visitor: app.person("Vic", Role::Employee).await,
            links: BTreeMap::new(),
            feed: String::new(),
            entries: BTreeMap::new(),
            resubmissions: BTreeMap::new(),
            notices: BTreeMap::new(),
            reminder: Value::Null,
            requests: BTreeMap::new(),
            leaves: BTreeMap::new(),
            holidays: BTreeMap::new(),
            substitutions: BTreeMap::new(),
        };
        world.take_leave(app, [(Own, &ann), (Team, &bob), (AnEmployee, &eve)]).await;
        world.ask_for_unlocks(app, [(Team, &bob), (AnEmployee, &eve)]).await;
        for (whose, employee, manager) in [(Own, &ann, &max), (Team, &bob, &max), (AnEmployee, &eve, &zoe)] {
            world.rejected_and_back(app, whose, employee, manager).await;
        }
        let hr = app.sign_in(&world.callers[&Caller::Hr].0).await;
        months::close_some(app, &hr).await;
        let told = app.sign_in(&max).await.get("/api/notifications").await.expect(200).data();
        world.reminder = told["notifications"][0]["_id"].clone();
        world.mark(app).await;
        world.days_off(app).await;
        world.substitutes(app).await;
        world.feed = feed_of(&app.sign_in(&bob).await).await;
        app.clock.set("2026-06-10T09:00:00Z");
        for caller in Caller::COLUMNS {
            let person = app.person(&format!("Forgetful{caller:?}"), Role::Employee).await;
            let request = json!({"email": person.email});
            app.anonymous().post("/api/auth/forgot-password", request).await.expect(200);
            world.links.insert(caller, app.reset_token().await.unwrap());
        }
        for (caller, (person, client)) in &mut world.callers {
            if *caller != Caller::Visitor {
                *client = Some(app.sign_in(person).await);
            }
        }
        world
    }

    /// How the caller is signed in; a visitor is not.
    pub(super) fn client(&self, caller: Caller) -> Option<&Client> {
        self.callers[&caller].1.as_ref()
    }

    /// Gives everyone a salary and a telephone number that can be found again wherever they turn up.
    async fn mark(&self, app: &TestApp) {
        let (ada, _) = &self.callers[&Caller::Admin];
        let ada = app.sign_in(ada).await;
        let people = ada.get("/api/users?limit=1000").await.expect(200).data()["users"].clone();
        for user in people.as_array().unwrap() {
            let marked = json!({
                "firstName": user["firstName"], "lastName": user["lastName"], "email": user["email"], "role": user["role"],
                "salary": 98_765.43, "phoneNumber": PHONE,
            });
            ada.put(&format!("/api/users/{}", text(user, "_id")), marked).await.expect(200);
        }
        let marked = ada.get("/api/users?limit=1000").await.expect(200).text();
        for mark in [SALARY, PHONE] {
            assert_eq!(marked.matches(mark).count(), people.as_array().unwrap().len(), "everyone has {mark}");
        }
    }

    /// What was asked for last Friday, so that each of those who decide finds days within reach.
    async fn ask_for_unlocks(&mut self, app: &TestApp, people: [(Whose, &TestPerson); 2]) {
        const DAYS: [(&str, Caller, &str); 6] = [
            ("approveUnlockRequest", Caller::Manager, "2026-06-04"),
            ("approveUnlockRequest", Caller::Hr, "2026-06-03"),
            ("approveUnlockRequest", Caller::Admin, "2026-06-02"),
            ("declineUnlockRequest", Caller::Manager, "2026-06-01"),
            ("declineUnlockRequest", Caller::Hr, "2026-05-29"),
            ("declineUnlockRequest", Caller::Admin, "2026-05-28"),
        ];
        let work = app.ports.store.begin().await.unwrap();
        for ((whose, person), (operation, caller, date)) in people.iter().flat_map(|one| DAYS.map(|day| (*one, day))) {
            let id = UnlockId::new(app.ports.ids.next());
            let (date, created_at) = (date.parse().unwrap(), "2026-06-05T09:00:00Z".parse().unwrap());
            let request = NewRequest { id, user: person.id, date, reason: "forgotten".to_owned(), created_at };
            work.unlocks().ask(&request).await.unwrap();
            self.requests.insert((operation, whose, caller), id.to_string());
        }
        work.commit().await.unwrap();
    }

    /// Leave of these people, each on a day of its own, as far as each call needs it.
    async fn take_leave(&mut self, app: &TestApp, people: [(Whose, &TestPerson); 3]) {
        const LEAVES: [(&str, LeaveStatus, &str); 4] = [
            ("cancelLeave", LeaveStatus::Approved, "2026-09-01"),
            ("keepLeave", LeaveStatus::CancellationAsked, "2026-09-02"),
            ("approveLeave", LeaveStatus::Pending, "2026-09-03"),
            ("rejectLeave", LeaveStatus::Pending, "2026-09-04"),
        ];
        let work = app.ports.store.begin().await.unwrap();
        for ((whose, person), (operation, status, date)) in
            people.iter().flat_map(|one| LEAVES.map(|leave| (*one, leave)))
        {
            let (id, date) = (LeaveRequestId::new(app.ports.ids.next()), date.parse().unwrap());
            let period = LeavePeriod::new(date, DayPart::Morning, date, DayPart::Morning).unwrap();
            let halves = period.halves().map(|half| CountedHalf { half, counts: true }).collect();
            let (user, leave_type) = (person.id, UNPAID_LEAVE.parse().unwrap());
            let created_at = app.ports.clock.now();
            let leave = NewLeave { id, user, leave_type, period, halves, reason: None, status, created_at };
            work.leave_requests().insert(&leave).await.unwrap();
            self.leaves.insert((operation, whose), id.to_string());
        }
        work.commit().await.unwrap();
    }

    async fn days_off(&mut self, app: &TestApp) {
        let hal = app.sign_in(&self.callers[&Caller::Hr].0).await;
        for caller in Caller::COLUMNS {
            let holiday = hal.post("/api/holidays", holiday("12", caller)).await.expect(201).data();
            self.holidays.insert(caller, text(&holiday, "id").to_owned());
        }
    }

    async fn substitutes(&mut self, app: &TestApp) {
        let hal = app.sign_in(&self.callers[&Caller::Hr].0).await;
        for (whose, manager) in [(Team, &self.callers[&Caller::Manager].0), (AManager, &self.people[&AManager])] {
            for caller in Caller::COLUMNS {
                let named = substitution(Some(manager.id.to_string()), &self.people[&AnHr], "12", whose, caller);
                let made = hal.post("/api/substitutions", named).await.expect(201).data();
                self.substitutions.insert((whose, caller), text(&made["substitution"], "_id").to_owned());
            }
        }
    }

    /// What no answer to this call may say: a hash to nobody, a salary only to HR and administrators, and a telephone number
    /// not in the directory.
    pub(super) fn secrets(row: &Row, caller: Caller) -> impl Iterator<Item = &'static str> {
        let salary = (!matches!(caller, Caller::Hr | Caller::Admin)).then_some([SALARY, "salary"]);
        let phone = (row.whose == Everyone).then_some([PHONE, "phoneNumber"]);
        ["argon2", "passwordHash", "fingerprint"]
            .into_iter()
            .chain(salary.into_iter().flatten())
            .chain(phone.into_iter().flatten())
    }

    /// A day that was rejected and came back: an entry, a notification and a notice in one.
    async fn rejected_and_back(&mut self, app: &TestApp, whose: Whose, employee: &TestPerson, manager: &TestPerson) {
        let (employee, manager) = (app.sign_in(employee).await, app.sign_in(manager).await);
        let sheet = submit(&employee, "2026-06-09").await;
        let ids = json!({"ids": [sheet["_id"]], "comment": "again"});
        manager.post("/api/timesheets/bulk-reject", ids).await.expect(200);
        employee.post("/api/timesheets/my", entry("2026-06-09", 7.0, "better")).await.expect(200);
        let notices = employee.get("/api/notifications").await.expect(200).data();
        let back = manager.get("/api/timesheets/notifications/resubmissions").await.expect(200).data();
        let back = back["notifications"].as_array().unwrap();
        let back = back.iter().find(|one| one["timesheet"]["_id"] == sheet["_id"]).unwrap();
        self.entries.insert(whose, sheet["_id"].clone());
        self.resubmissions.insert(whose, back["_id"].clone());
        self.notices.insert(whose, notices["notifications"][0]["_id"].clone());
    }

    /// Whom the row is about; nobody where it names none.
    fn person(&self, row: &Row, caller: Caller) -> Option<&TestPerson> {
        match (row.operation, row.whose) {
            (_, Own) => Some(&self.callers[&caller].0),
            ("updateUser", AnEmployee) if !row.how.is_empty() => self.spares.get(row.how),
            (_, whose) => self.people.get(&whose),
        }
    }

    fn id(&self, row: &Row, caller: Caller) -> Option<String> {
        match row.whose {
            Nobodys if ["updateHoliday", "deleteHoliday"].contains(&row.operation) => {
                self.holidays.get(&caller).cloned()
            }
            Nobodys if row.operation == "changeLeaveType" => Some(ANNUAL_LEAVE.to_owned()),
            Nobodys | Everyone => None,
            whose if row.operation == "endSubstitution" => {
                Some(self.substitutions.get(&(whose, caller)).cloned().unwrap_or_else(unknown_id))
            }
            Unknown if row.how == MALFORMED => Some("no-id".to_owned()),
            Unknown => Some(unknown_id()),
            // Nobody but the Employee has leave of their own.
            Own if row.operation == "cancelLeave" && caller != Caller::Employee => Some(unknown_id()),
            whose if ["cancelLeave", "keepLeave", "approveLeave", "rejectLeave"].contains(&row.operation) => {
                self.leaves.get(&(row.operation, whose)).cloned()
            }
            _ if row.operation.ends_with("UnlockRequest") => {
                let of = |caller| self.requests.get(&(row.operation, row.whose, caller));
                of(caller).or_else(|| of(Caller::Manager)).cloned()
            }
            _ => self.person(row, caller).map(|person| person.id.to_string()),
        }
    }

    /// The request of a row by a caller, to the address that the document has for its operation.
    pub(super) fn request(&self, row: &Row, caller: Caller, path: &str) -> Request {
        let id = self.id(row, caller);
        let named = |name: &str| id.as_ref().map(|id| format!("{name}={id}")).unwrap_or_default();
        let one = |things: &BTreeMap<Whose, Value>| {
            json!([things.get(&row.whose).cloned().unwrap_or_else(|| unknown_id().into())])
        };
        let (query, body) = match row.operation {
            "login" => (String::new(), Some(json!({"email": self.visitor.email, "password": PASSWORD}))),
            "register" => (String::new(), Some(registration(row, caller))),
            "forgotPassword" => (String::new(), Some(json!({"email": self.visitor.email}))),
            "resetPassword" => (String::new(), Some(json!({"password": "a new one"}))),
            "chooseMails" => {
                let kind = match caller {
                    _ if row.how == NOT_OFFERED => "weekly",
                    Caller::Employee => "frozen",
                    _ => "waiting",
                };
                (String::new(), Some(json!({"preferences": {kind: "off"}})))
            }
            "updateProfile" => (String::new(), Some(json!({"department": "Works"}))),
            "users" => (list(row.whose), None),
            "updateUser" => (String::new(), Some(self.update(row, caller))),
            "toggleBlock" => (String::new(), Some(json!({"isBlocked": false}))),
            "assignManager" => {
                let manager = self.managers.get(&row.whose).map_or(String::new(), |manager| manager.id.to_string());
                (String::new(), Some(json!({"employeeId": id, "managerId": manager})))
            }
            "approvalStats" => (format!("?{}", named("userIds")), None),
            "setOpenPositions" => (String::new(), Some(json!({"value": 3}))),
            "settings" => (format!("?scope={}", if row.how == OF_HR { "hr" } else { "system" }), None),
            "nameSubstitute" => {
                (String::new(), Some(substitution(id.clone(), &self.people[&AnHr], "10", row.whose, caller)))
            }
            "changeSetting" => (String::new(), Some(json!({"value": 2, "version": 0}))),
            "changeWorkPattern" => {
                let pattern = json!({"workingDays": [1, 2, 3, 4, 5], "fullDayHours": 9, "halfDayHours": 5});
                (String::new(), Some(json!({"from": TODAY, "version": 0, "pattern": pattern, "userId": id})))
            }
            "addLeaveType" => {
                let name = format!("Leave of {caller:?}");
                let typed = json!({"name": name, "annualDays": null, "isPaid": true, "needsApproval": true});
                (String::new(), Some(typed))
            }
            "changeLeaveType" => (String::new(), Some(json!({"version": 0, "isPaid": true}))),
            "previewLeave" | "askForLeave" => (String::new(), Some(leave(row.whose, id.as_deref(), caller))),
            "approveLeave" => (String::new(), Some(json!({"ids": [id]}))),
            "rejectLeave" => (String::new(), Some(json!({"ids": [id], "comment": "no"}))),
            "changePassword" => {
                let (current, new) = (PASSWORD, "another horse");
                let change = json!({"currentPassword": current, "newPassword": new, "confirmPassword": new});
                (String::new(), Some(change))
            }
            "adjustLeave" => {
                let days =
                    json!({"year": 2026, "days": 0.5, "note": "Moved in", "leaveTypeId": ANNUAL_LEAVE, "userId": id});
                (String::new(), Some(days))
            }
            "myTimesheets" | "workPatterns" | "myLeave" | "leaveLedger" => (format!("?{}", named("userId")), None),
            "calendar" => (format!("?month=6&year=2026&{}", named("userId")), None),
            "teamTimesheets" | "unlockWindow" => (format!("?{}", named("employeeId")), None),
            "submitTimesheet" => (String::new(), Some(entry(TODAY, 8.0, "x"))),
            "bulkApprove" => (String::new(), Some(json!({"ids": one(&self.entries)}))),
            "bulkReject" => (String::new(), Some(json!({"ids": one(&self.entries), "comment": "no"}))),
            "viewResubmissions" => (String::new(), Some(json!({"notificationIds": one(&self.resubmissions)}))),
            "viewNotices" if (row.whose, caller) == (Own, Caller::Manager) => {
                (String::new(), Some(json!({"notificationIds": [self.reminder]})))
            }
            "viewNotices" => (String::new(), Some(json!({"notificationIds": one(&self.notices)}))),
            "holidays" | "downloadLeaveBalances" => ("?year=2026".to_owned(), None),
            "addHoliday" => (String::new(), Some(holiday("11", caller))),
            "updateHoliday" => (String::new(), Some(holiday("12", caller))),
            "attendanceSummary" | "attendanceSummaryPdf" | "leaveCalendar" => ("?month=6&year=2026".to_owned(), None),
            "downloadTimesheet" => {
                let month = if row.how == EMPTY { 2 } else { 6 };
                (format!("?month={month}&year=2026&{}", named("userId")), None)
            }
            "askForUnlock" => (String::new(), Some(json!({"requestedDate": "2026-06-08", "reason": "forgotten"}))),
            "declineUnlockRequest" | "cancelLeave" | "keepLeave" => (String::new(), Some(json!({"comment": "no"}))),
            "directUnlock" => {
                let request = json!({"employeeId": id, "requestedDate": unlocked_by(caller), "reason": "forgotten"});
                (String::new(), Some(request))
            }
            "changeFirstLoginPassword" => {
                (String::new(), Some(json!({"newPassword": "a new one", "confirmPassword": "a new one"})))
            }
            "logout" => (String::new(), Some(json!({}))),
            _ => months::request(row, id.as_deref()).unwrap_or_default(),
        };
        let link = match row.how {
            WITH_LINK => self.links[&caller].as_str(),
            WITH_FEED => self.feed.as_str(),
            _ => "no-such-link",
        };
        let setting = match row.how {
            OF_HR => "unlock.hrDays",
            OF_THE_SYSTEM => "accounts.sessionHours",
            _ => "colour",
        };
        let path =
            path.replace("{key}", setting).replace("{token}", link).replace("{id}", id.as_deref().unwrap_or_default());
        let path = path.replace("{month}", months::month_of(row, caller));
        Request { path: format!("{path}{query}"), body }
    }

    /// A change that leaves everything as it is, but for the role where the row is about that.
    fn update(&self, row: &Row, caller: Caller) -> Value {
        let email = self.person(row, caller).map_or("nobody@daybook.example", |person| person.email.as_str());
        let name = email.split('@').next().unwrap_or_default();
        let role = match (row.how, row.whose) {
            (TO_MANAGER, _) => "Manager",
            (TO_HR, _) => "HR",
            (TO_ADMIN, _) => "Admin",
            (_, Own) => match caller {
                Caller::Visitor | Caller::New | Caller::Employee => "Employee",
                Caller::Manager | Caller::Hr | Caller::Admin => caller.heading(),
            },
            (_, whose) => role_of(whose),
        };
        json!({"firstName": name, "lastName": "Example", "email": email, "role": role})
    }
}
