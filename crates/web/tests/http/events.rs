//! What is recorded of every writing call: who, in which role, about whom, from where, and the fields that changed.

mod audit;
mod backups;
mod break_glass;
mod downloads;
mod imports;
mod invitations;
mod leave;
mod months;
mod operator;
mod second_factors;
mod sign_in;

use std::collections::BTreeSet;

use application::absences::Frozen;
use application::events::{KINDS, Name, Record, Source};
use application::facts::Facts;
use application::ports::{EventReads, RecordedEvent};
use chrono::NaiveDate;
use domain::id::{HolidayId, SessionId, UnlockId, UserId};
use domain::person::Role;
use persistence::Database;
use serde_json::{Value, json};
use testkit::{Client, PASSWORD, Response, Setup, TestApp, TestPerson, app::day, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::leave_types::{ANNUAL_LEAVE, SICK_LEAVE};
use super::{TODAY, Team, behind_a_proxy, entry, log_in, submit, text};
use leave::allocated;

const ADDRESS: &str = "127.0.0.1";

/// Reads what was recorded since it looked last.
pub(crate) struct Log {
    database: Database,
    seen: i64,
    kinds: BTreeSet<Name>,
}

impl Log {
    /// The new events, oldest first.
    async fn next(&mut self) -> Vec<RecordedEvent> {
        let newest = self.database.events(None, None, 100).await.unwrap();
        let mut new: Vec<_> = newest.into_iter().filter(|event| event.seq > self.seen).collect();
        new.reverse();
        self.seen = new.last().map_or(self.seen, |event| event.seq);
        self.kinds.extend(new.iter().map(|event| event.record.kind.clone()));
        new
    }

    /// The call recorded these events, in the name of somebody or of nobody.
    async fn call(
        &mut self,
        answer: &Response,
        actor: Option<(&TestPerson, Role)>,
        records: &[Record],
    ) -> Vec<RecordedEvent> {
        let events = self.next().await;
        assert_eq!(events.iter().map(|event| &event.record).collect::<Vec<_>>(), records.iter().collect::<Vec<_>>());
        for event in &events {
            let kind = &event.record.kind;
            assert_eq!(event.source, Some(Source::Portal), "{kind}");
            assert_eq!(
                (event.actor, event.role),
                (actor.map(|(person, _)| person.id), actor.map(|(_, role)| role)),
                "{kind}"
            );
            assert_eq!(event.request_id.as_deref(), answer.header("x-request-id"), "{kind}");
            assert_eq!(event.address.as_deref(), Some(ADDRESS), "{kind}");
            assert_eq!(event.on_behalf_of, None, "{kind}");
        }
        events
    }

    /// The same, by somebody who is signed in.
    pub(crate) async fn by(&mut self, answer: &Response, person: &TestPerson, role: Role, records: &[Record]) {
        assert!(answer.status < 300, "{}", answer.text());
        for event in self.call(answer, Some((person, role)), records).await {
            assert!(event.session.is_some(), "{}", event.record.kind);
        }
    }

    /// A job recorded this event.
    async fn job(&mut self, record: Record) {
        let events = self.next().await;
        let [event] = events.as_slice() else { panic!("{events:?}") };
        assert_eq!((&event.record, event.source), (&record, Some(Source::Job)));
        assert_eq!((event.actor, event.role, event.session), (None, None, None));
        assert_eq!((&event.request_id, &event.address), (&None, &None));
    }
}

pub(crate) fn about(kind: &'static str, person: &TestPerson) -> Record {
    Record::of(kind).about([person.id])
}

fn dates(dates: &[&str]) -> Vec<NaiveDate> {
    dates.iter().copied().map(day).collect()
}

async fn viewed(client: &Client, list: &str, path: &str) -> Response {
    let found = client.get(list).await.expect(200).data();
    let ids: Vec<&Value> = found["notifications"].as_array().unwrap().iter().map(|one| &one["_id"]).collect();
    client.post(path, json!({"notificationIds": ids})).await
}

/// Who stands in for whom.
async fn substitutes(app: &TestApp, log: &mut Log) {
    let (marco, anna) = (app.person("Marco", Role::Manager).await, app.person("Anna", Role::Manager).await);
    let client = app.sign_in(&marco).await;
    log.next().await;
    let body = json!({"substituteId": anna.id.to_string(), "from": TODAY, "to": "2026-06-12", "reason": "On holiday"});
    let answer = client.post("/api/substitutions", body).await;
    let told = |kind| {
        let record = Record::of(kind).about([marco.id, anna.id]).detail("manager", marco.id);
        let record = record.detail("substitute", anna.id).detail("from", day(TODAY)).detail("to", day("2026-06-12"));
        record.detail("reason", "On holiday")
    };
    log.by(&answer, &marco, Role::Manager, &[told("substitution-made")]).await;
    let id = answer.data()["substitution"]["_id"].as_str().unwrap().to_owned();
    let answer = client.delete(&format!("/api/substitutions/{id}")).await;
    let ended = told("substitution-ended").change("status", Some("running"), Some("ended"));
    log.by(&answer, &marco, Role::Manager, &[ended]).await;
}

/// Signing in and out, and whatever has to do with passwords.
async fn sessions(app: &TestApp, log: &mut Log) {
    let ann = app.person_with("Nia", Role::Manager, None, true).await;
    let failed = |outcome| Record::of("sign-in-failed").detail("outcome", outcome);
    let answer = log_in(app, &ann.email, "a guess").await.expect(401);
    log.call(&answer, None, &[failed("wrong-password").about([ann.id])]).await;
    let answer = log_in(app, "nobody@daybook.example", "a guess").await.expect(401);
    log.call(&answer, None, &[failed("unknown-address")]).await;

    let answer = log_in(app, &ann.email, PASSWORD).await.expect(200);
    let events = log.next().await;
    let session: SessionId = events[0].session.unwrap();
    assert_eq!(events[0].record, about("signed-in", &ann).detail("session", session));
    assert_eq!((events.len(), events[0].actor, events[0].role), (1, Some(ann.id), Some(Role::Manager)));
    assert_eq!(events[0].request_id.as_deref(), answer.header("x-request-id"));
    assert_eq!(events[0].address.as_deref(), Some(ADDRESS));
    let client = app.anonymous().with_token(text(&answer.data(), "token"));

    let own = json!({"newPassword": "a better one", "confirmPassword": "a better one"});
    let answer = client.put("/api/auth/change-first-login-password", own).await;
    log.by(&answer, &ann, Role::Manager, &[about("first-password-set", &ann)]).await;
    let change =
        json!({"currentPassword": "a better one", "newPassword": "the best one", "confirmPassword": "the best one"});
    let answer = client.patch("/api/users/change-password", change).await;
    log.by(&answer, &ann, Role::Manager, &[about("password-changed", &ann)]).await;
    let answer = client.post("/api/auth/logout", json!({})).await;
    log.by(&answer, &ann, Role::Manager, &[about("signed-out", &ann).detail("session", session)]).await;

    let answer = app.anonymous().post("/api/auth/forgot-password", json!({"email": ann.email})).await.expect(200);
    log.call(&answer, None, &[Record::of("reset-asked")]).await;
    let token = app.reset_token().await.unwrap();
    log.job(about("reset-link-made", &ann)).await;
    let reset = format!("/api/auth/reset-password/{token}");
    let answer = app.anonymous().post(&reset, json!({"password": "the last one"})).await.expect(200);
    log.call(&answer, Some((&ann, Role::Manager)), &[about("password-reset", &ann)]).await;
}

/// Accounts as they are created and changed, and who looks after whom.
async fn people(app: &TestApp, log: &mut Log) {
    let (admin, ann) = (app.person("Ada", Role::Admin).await, app.person("Pam", Role::Employee).await);
    let max = app.person("Mel", Role::Manager).await;
    let ada = app.sign_in(&admin).await;

    let mia = json!({"firstName": "Mia", "lastName": "Lee", "email": "mia@daybook.example", "role": "Employee",
        "department": "Works", "salary": 50_000});
    let answer = ada.post("/api/auth/register", mia).await.expect(201);
    let new: UserId = text(&answer.data()["user"], "_id").parse().unwrap();
    let created = Record::of("account-created")
        .about([new])
        .change("firstName", None, Some("Mia"))
        .change("lastName", None, Some("Lee"))
        .change("email", None, Some("mia@daybook.example"))
        .change("role", None, Some(Role::Employee))
        .change("isActive", None, Some(true))
        .change("department", None, Some("Works"))
        .masked("salary", &1, &2);
    let both = || [ANNUAL_LEAVE, SICK_LEAVE].map(|id| id.parse().unwrap()).to_vec();
    log.by(&answer, &admin, Role::Admin, &[created, allocated([new], both())]).await;

    let assign = json!({"employeeId": ann.id.to_string(), "managerId": max.id.to_string()});
    let answer = ada.post("/api/users/assign-manager", assign).await;
    log.by(&answer, &admin, Role::Admin, &[about("manager-assigned", &ann).change("manager", None, Some(max.id))])
        .await;

    // Neither the salary nor the telephone number stands in any event.
    let paid = json!({"salary": 61_234.56, "phoneNumber": "+44 20 7946 0123", "position": "Lead"});
    let answer = ada.put(&path(&ann), with(unchanged("Pam", &ann, "Employee"), paid)).await;
    let changed = about("account-changed", &ann).change("position", None, Some("Lead"));
    let changed = changed.masked("phoneNumber", &1, &2);
    let set = about("salary-set", &ann).detail("from", day("2026-06-10")).masked("salary", &1, &2);
    log.by(&answer, &admin, Role::Admin, &[set, changed]).await;

    let demoted = about("account-changed", &max).change("role", Some(Role::Manager), Some(Role::Employee));
    let answer = ada.put(&path(&max), unchanged("Mel", &max, "Employee")).await;
    let released = about("team-released", &ann).change("manager", Some(max.id), None);
    log.by(&answer, &admin, Role::Admin, &[released, demoted, allocated([max.id], both())]).await;

    let answer = ada.patch(&format!("{}/toggle-block", path(&ann)), json!({"isBlocked": true})).await;
    let blocked = about("block-toggled", &ann).change("isBlocked", Some(false), Some(true));
    log.by(&answer, &admin, Role::Admin, &[blocked]).await;
    let why = json!({"reason": "Locked out", "mail": true});
    let answer = ada.post(&format!("{}/reset-password", path(&max)), why).await;
    let reset = about("password-reset-for", &max).detail("reason", "Locked out");
    log.by(&answer, &admin, Role::Admin, &[reset]).await;
    let answer = log_in(app, &ann.email, PASSWORD).await.expect(403);
    log.call(&answer, None, &[about("sign-in-failed", &ann).detail("outcome", "blocked")]).await;

    let chosen = json!({"preferences": {"waiting": "off", "resubmission": "instant", "substitution": "instant"}});
    let answer = ada.put("/api/notifications/preferences", chosen).await;
    let set = about("mail-choices-changed", &admin).change("resubmission", Some("digest"), Some("instant")).change(
        "waiting",
        Some("digest"),
        Some("off"),
    );
    log.by(&answer, &admin, Role::Admin, &[set]).await;

    for (before, after) in [(None, 3u32), (Some(3u32), 4u32)] {
        let answer = ada.put("/api/settings/open-positions", json!({"value": after})).await;
        let set = Record::of("open-positions-set").change("value", before, Some(after));
        log.by(&answer, &admin, Role::Admin, &[set]).await;
    }

    let good = json!({"value": 75, "version": 0, "from": "2026-06-01"});
    let answer = ada.put("/api/settings/attendance.goodPercent", good).await;
    let set = Record::of("setting-changed").detail("key", "attendance.goodPercent").detail("from", day("2026-06-01"));
    log.by(&answer, &admin, Role::Admin, &[set.change("value", Some("80"), Some("75"))]).await;

    let pattern = json!({"workingDays": [2], "fullDayHours": 8, "halfDayHours": 4});
    let answer = ada.put("/api/work-patterns", json!({"pattern": pattern, "version": 0, "from": "2027-01-01"})).await;
    let whole = |hours| Some(domain::timesheet::Hours::whole(hours));
    let set = Record::of("work-pattern-changed")
        .detail("from", day("2027-01-01"))
        .change("workingDays", Some(vec![1u32, 2, 3, 4, 5]), Some(vec![2u32]))
        .change("fullDayHours", whole(9), whole(8))
        .change("halfDayHours", whole(5), whole(4));
    log.by(&answer, &admin, Role::Admin, &[set]).await;
}

/// Days, decisions and what is told of them.
async fn days(app: &TestApp, log: &mut Log) {
    let team = Team::of(app).await;
    let (ann, max) = (&team.member, &team.manager);
    let (employee, manager) = (app.sign_in(ann).await, app.sign_in(max).await);
    let submitted = |version: u32, is_resubmission: bool| {
        let record = about("day-submitted", ann).detail("date", day(TODAY)).detail("version", version);
        record.detail("isResubmission", is_resubmission)
    };
    let answer = employee.post("/api/timesheets/my", entry(TODAY, 8.0, "Nobody's business")).await.expect(201);
    let sheet = answer.data()["timesheet"].clone();
    let new = submitted(1, false).change("hours", None, Some(domain::timesheet::Hours::parse(8.0).unwrap()));
    log.by(&answer, ann, Role::Employee, &[new.change("status", None, Some("pending"))]).await;

    let answer =
        manager.post("/api/timesheets/bulk-reject", json!({"ids": [sheet["_id"]], "comment": "Too short"})).await;
    let rejected = about("days-decided", ann).detail("dates", dates(&[TODAY])).detail("reason", "Too short");
    log.by(&answer, max, Role::Manager, &[rejected.change("status", Some("pending"), Some("rejected"))]).await;
    let answer = viewed(&employee, "/api/notifications", "/api/notifications/viewed").await;
    log.by(&answer, ann, Role::Employee, &[about("notices-read", ann).detail("count", 1u32)]).await;

    let answer = employee.post("/api/timesheets/my", entry(TODAY, 8.5, "Nobody's business")).await;
    let hours = |hours| Some(domain::timesheet::Hours::parse(hours).unwrap());
    let again = submitted(3, true).change("hours", hours(8.0), hours(8.5));
    log.by(&answer, ann, Role::Employee, &[again.change("status", Some("rejected"), Some("pending"))]).await;
    let list = "/api/timesheets/notifications/resubmissions";
    let answer = viewed(&manager, list, "/api/timesheets/notifications/viewed").await;
    log.by(&answer, max, Role::Manager, &[about("resubmissions-viewed", max).detail("count", 1u32)]).await;

    let request = json!({"employeeId": ann.id.to_string(), "requestedDate": "2026-06-09", "reason": "Forgotten"});
    let answer = manager.post("/api/timesheet-unlock/direct-unlock", request).await;
    let unlocked = about("day-unlocked", ann).detail("date", day("2026-06-09")).detail("reason", "Forgotten");
    log.by(&answer, max, Role::Manager, &[unlocked]).await;
    submit(&employee, "2026-06-09").await;
    log.next().await;

    let of = |kind, request: &Value, date: &str| {
        about(kind, ann).detail("request", text(request, "_id").parse::<UnlockId>().unwrap()).detail("date", day(date))
    };
    let ask = async |date: &str, log: &mut Log| {
        let body = json!({"requestedDate": date, "reason": "Ill"});
        let answer = employee.post("/api/timesheet-unlock/request", body).await;
        let request = answer.data()["unlockRequest"].clone();
        let waits_for = text(&request, "waitsFor").to_owned();
        let asked = of("unlock-requested", &request, date).detail("reason", "Ill").detail("waitsFor", waits_for);
        log.by(&answer, ann, Role::Employee, &[asked]).await;
        request
    };
    let decide = async |request: &Value, how: &str| {
        let path = format!("/api/timesheet-unlock/requests/{}/{how}", text(request, "_id"));
        manager.post(&path, json!({"comment": "No"})).await
    };
    let request = ask("2026-06-09", log).await;
    let answer = decide(&request, "decline").await;
    log.by(&answer, max, Role::Manager, &[of("unlock-declined", &request, "2026-06-09").detail("comment", "No")]).await;
    let request = ask("2026-06-09", log).await;
    let answer = decide(&request, "approve").await;
    log.by(&answer, max, Role::Manager, &[of("day-unlocked", &request, "2026-06-09").detail("reason", "Ill")]).await;
    let request = ask("2026-06-08", log).await;
    app.clock.set("2026-06-18T00:00:00Z");
    assert_eq!(application::unlocks::expire(&app.ports).await, Ok(1));
    log.job(of("unlock-expired", &request, "2026-06-08").detail("reason", "Ill")).await;
    app.clock.set("2026-06-10T09:00:00Z");
}

/// The organisation's days: about nobody, or about everybody who was absent.
async fn calendar(app: &TestApp, log: &mut Log) {
    let hr = app.person("Hal", Role::Hr).await;
    let hal = app.sign_in(&hr).await;
    let answer = hal.post("/api/holidays", json!({"date": "2026-12-24", "name": "Founders' day"})).await.expect(201);
    let id = text(&answer.data(), "id").to_owned();
    let holiday: HolidayId = id.parse().unwrap();
    let of = |kind| Record::of(kind).detail("holiday", holiday);
    let added = of("holiday-added").change("date", None, Some(day("2026-12-24")));
    let added = added.change("name", None, Some("Founders' day")).change("isRecurring", None, Some(false));
    log.by(&answer, &hr, Role::Hr, &[added]).await;
    let moved = json!({"date": "2026-12-23", "name": "Founders' eve", "description": "Closed", "isRecurring": true});
    let answer = hal.put(&format!("/api/holidays/{id}"), moved).await;
    let changed = of("holiday-changed").change("date", Some(day("2026-12-24")), Some(day("2026-12-23")));
    let changed = changed.change("name", Some("Founders' day"), Some("Founders' eve"));
    let changed = changed.change("description", None, Some("Closed")).change("isRecurring", Some(false), Some(true));
    log.by(&answer, &hr, Role::Hr, &[changed]).await;
    let answer = hal.delete(&format!("/api/holidays/{id}")).await;
    let deleted = of("holiday-deleted").change("date", Some(day("2026-12-23")), None);
    let deleted = deleted.change("name", Some("Founders' eve"), None).change("description", Some("Closed"), None);
    log.by(&answer, &hr, Role::Hr, &[deleted.change("isRecurring", Some(true), None)]).await;

    let absent = [app.person("Abe", Role::Employee).await, app.person("Bea", Role::Employee).await];
    app.clock.set("2026-06-11T09:00:00Z");
    while application::absences::freeze(&app.ports).await.unwrap() != Frozen::Done {}
    let events = log.next().await;
    let [event] = events.as_slice() else { panic!("{events:?}") };
    assert!(absent.iter().all(|person| event.record.subjects.contains(&person.id)), "{event:?}");
    assert_eq!((event.record.kind.as_ref(), event.source, event.actor), ("day-frozen", Some(Source::Job), None));
    assert_eq!(event.record.details, Facts::default().with("date", day(TODAY)));
    assert!(event.record.changes.is_empty());
}

on_one_engine! {
    /// The person who registers is the one who acts
    async fn a_visitor_acts_as_the_employee_that_they_become(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { self_registration: true, ..Setup::default() }).await;
        let mut log = Log { database: database.database().clone(), seen: 0, kinds: BTreeSet::new() };
        let body = json!({"firstName": "Vic", "lastName": "Lee", "email": "vic@daybook.example"});
        let answer = app.anonymous().post("/api/auth/register", body).await.expect(201);
        let events = log.next().await;
        let [event, given] = events.as_slice() else { panic!("{events:?}") };
        let actor = event.actor.unwrap();
        assert_eq!((given.record.kind.as_ref(), given.actor, given.role), ("leave-allocated", Some(actor), event.role));
        assert_eq!((event.record.subjects.clone(), event.role), ([actor].into(), Some(Role::Employee)));
        assert_eq!(event.request_id.as_deref(), answer.header("x-request-id"));
        assert_eq!((event.session, event.address.as_deref()), (None, Some(ADDRESS)));
    }

    /// Behind a trusted proxy the address is the client's, and of IPv6 its network
    async fn the_address_is_that_which_attempts_are_counted_under(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let mut log = Log { database: database.database().clone(), seen: 0, kinds: BTreeSet::new() };
        let behind = app.anonymous().with_header("X-Forwarded-For", "2001:db8:0:7::42");
        behind.post("/api/auth/login", json!({"email": "nobody@daybook.example", "password": "x"})).await.expect(401);
        let events = log.next().await;
        assert_eq!(events[0].address.as_deref(), Some("2001:db8:0:7::/64"));
    }
}

on_both_engines! {
    /// Every kind of event that the portal records, as it is stored after the call
    async fn every_call_records_who_did_what_about_whom_and_from_where(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { self_registration: true, ..Setup::default() }).await;
        let mut log = Log { database: database.database().clone(), seen: 0, kinds: BTreeSet::new() };
        sessions(&app, &mut log).await;
        people(&app, &mut log).await;
        substitutes(&app, &mut log).await;
        days(&app, &mut log).await;
        calendar(&app, &mut log).await;
        leave::types(&app, &mut log).await;
        leave::ledger(&app, &mut log).await;
        leave::requests(&app, &mut log).await;
        leave::feeds(&app, &mut log).await;
        months::months(&app, database, &mut log).await;
        downloads::files(&app, &mut log).await;
        imports::imports(&app, &mut log).await;
        backups::backups(&app, &mut log).await;
        operator::accounts(&app, &mut log).await;
        second_factors::factors(&app, &mut log).await;
        invitations::asked_for(&app, &mut log).await;
        break_glass::sign_ins(database, &mut log).await;
        sign_in::ways(database, &mut log).await;
        audit::removing(&app, &mut log).await;
        assert_eq!(log.kinds.iter().map(AsRef::as_ref).collect::<Vec<&str>>(), KINDS, "an example of every kind");
    }
}
