//! The people and things of the organisation that the table is asked about.

use std::collections::BTreeMap;

use application::ports::{NewLeave, NewRequest, WaitingKey};
use domain::id::{CredentialId, LeaveRequestId, UnlockId};
use domain::leave::{CountedHalf, DayPart, LeavePeriod, LeaveStatus};
use domain::person::Role;
use domain::second_factor::FactorKey;
use serde_json::{Value, json};
use testkit::{Client, TestApp, TestPerson};

use super::super::boss::{EXTERNAL_ID, PHONE, SALARY, mark};
use super::super::leave::UNPAID_LEAVE;
use super::super::leave_calendar::feed_of;
use super::super::{entry, submit, text};
use super::Whose::{self, ABoss, AManager, AnAdmin, AnEmployee, AnHr, Everyone, Own, Team};
use super::bodies::{holiday, substitution};
use super::months;
use super::table::{Caller, Row, TO_ADMIN, TO_BOSS, TO_HR, TO_MANAGER};

pub(super) struct World {
    pub(super) callers: BTreeMap<Caller, (TestPerson, Option<Client>)>,
    pub(super) people: BTreeMap<Whose, TestPerson>,
    /// One to be made something else in each way; nobody else is about them.
    pub(super) spares: BTreeMap<&'static str, TestPerson>,
    pub(super) managers: BTreeMap<Whose, TestPerson>,
    pub(super) visitor: TestPerson,
    /// A reset link for each caller, of somebody whom nothing else is about.
    pub(super) links: BTreeMap<Caller, String>,
    /// The secret of a link to somebody's calendar feed.
    pub(super) feed: String,
    pub(super) entries: BTreeMap<Whose, Value>,
    pub(super) resubmissions: BTreeMap<Whose, Value>,
    pub(super) notices: BTreeMap<Whose, Value>,
    /// A notice of the manager who calls.
    pub(super) reminder: Value,
    /// A request to unlock a day for each caller to approve, and one to decline.
    pub(super) requests: BTreeMap<(&'static str, Whose, Caller), String>,
    /// Leave to be cancelled, kept, approved and rejected.
    pub(super) leaves: BTreeMap<(&'static str, Whose), String>,
    /// A holiday for each caller to change and to delete.
    pub(super) holidays: BTreeMap<Caller, String>,
    /// For each caller to end: substitutions for the manager who calls, and for another one.
    pub(super) substitutions: BTreeMap<(Whose, Caller), String>,
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
        for how in [TO_MANAGER, TO_HR, TO_ADMIN, TO_BOSS] {
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
                (Caller::Boss, (app.person("Bea", Role::Boss).await, None)),
            ]),
            people: BTreeMap::from([
                (Team, bob.clone()),
                (AnEmployee, eve.clone()),
                (AManager, zoe.clone()),
                (AnHr, app.person("Hope", Role::Hr).await),
                (AnAdmin, app.person("Abe", Role::Admin).await),
                (ABoss, app.person("Ben", Role::Boss).await),
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
        mark(&app.sign_in(&world.callers[&Caller::Admin].0).await).await;
        world.days_off(app).await;
        world.factors(app).await;
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

    /// Everybody but the callers has a second factor.
    async fn factors(&self, app: &TestApp) {
        let work = app.ports.store.begin().await.unwrap();
        for person in self.people.values() {
            let (id, key) = (CredentialId::new(app.ports.ids.next()), FactorKey::new("GEZDGNBVGY3TQOJQ".to_owned()));
            let made_at = app.ports.clock.now();
            work.second_factors().keep_key(person.id, id, &WaitingKey { key, made_at }).await.unwrap();
            work.second_factors().confirm(person.id, 1, made_at).await.unwrap();
        }
        work.commit().await.unwrap();
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

    /// What no answer to this call may say: a hash to nobody, a salary and an external ID only to HR and administrators, a telephone
    /// number not in the directory and not to a Boss, and a type of leave not to a Boss either. Who has the link of a feed reads it as
    /// its owner does.
    pub(super) fn secrets(row: &Row, caller: Caller) -> impl Iterator<Item = &'static str> {
        let salary =
            (!matches!(caller, Caller::Hr | Caller::Admin)).then_some([SALARY, "salary", EXTERNAL_ID, "externalId"]);
        let phone = (row.whose == Everyone || caller == Caller::Boss).then_some([PHONE, "phoneNumber"]);
        let leave =
            (caller == Caller::Boss && row.operation != "readLeaveFeed").then_some(["Annual Leave", "Unpaid Leave"]);
        ["argon2", "passwordHash", "fingerprint"]
            .into_iter()
            .chain(salary.into_iter().flatten())
            .chain(phone.into_iter().flatten())
            .chain(leave.into_iter().flatten())
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
}
