//! What keeps a month open, and what HR does about it: reminders, and days accepted as absent (months.md 1.3).

use domain::person::Role;
use serde_json::{Value, json};
use testkit::{Client, TestApp, TestPerson, on_one_engine};

use super::accounts::path;
use super::leave::{said, told};
use super::months::{JUNE, SCHEDULED, World, accept, close, june, row, settle, tamper};
use super::months_worked::{in_july, staff};
use super::{entry, text};

async fn remind(client: &Client, kind: &str) -> Value {
    client.post(&format!("{JUNE}/remind"), json!({"kind": kind})).await.expect(200).data()
}

fn reminded(reminded: u32, already_today: u32, unreachable: u32) -> Value {
    json!({"reminded": reminded, "alreadyToday": already_today, "unreachable": unreachable})
}

/// The notices about a month that is not complete, newest first.
async fn notices(client: &Client) -> Vec<(String, String)> {
    let found = client.get("/api/notifications").await.expect(200).data()["notifications"].clone();
    let of_months = found.as_array().unwrap().iter().filter(|notice| notice["kind"] == "month-reminder");
    of_months.map(|notice| (text(notice, "title").to_owned(), text(notice, "body").to_owned())).collect()
}

/// To whom new mails go.
async fn mailed(app: &TestApp) -> Vec<String> {
    let mut to: Vec<String> = app.mails().await.into_iter().map(|mail| mail.to).collect();
    to.sort_unstable();
    to
}

/// What is said of somebody in June.
async fn readiness(client: &Client, name: &str) -> Value {
    let found = client.get(&format!("{JUNE}/readiness?search={name}")).await.expect(200).data();
    let [row] = found["rows"].as_array().unwrap().as_slice() else { panic!("{name}: {found}") };
    row.clone()
}

/// Those of June, where there are any.
async fn frozen_dates(client: &Client, name: &str) -> Value {
    let found = client.get("/api/timesheets/frozen-users").await.expect(200).data();
    let users = found["users"].as_array().unwrap();
    let user = users.iter().find(|user| text(user, "userName").starts_with(name));
    let dates = user.into_iter().flat_map(|user| user["frozenDates"].as_array().unwrap());
    dates.filter(|date| date.as_str().unwrap().starts_with("2026-06")).cloned().collect()
}

async fn name_substitute(client: &Client, manager: &TestPerson, substitute: &TestPerson, day: &str) {
    let days = json!({"managerId": manager.id.to_string(), "substituteId": substitute.id.to_string(), "from": day, "to": day, "reason": "Away"});
    client.post("/api/substitutions", days).await.expect(201);
}

on_one_engine! {
    /// [months.md §9, 18]
    async fn those_who_can_decide_are_reminded_once_a_day(app: &TestApp) {
        let world = World::of(app).await;
        let moe = app.person("Moe", Role::Manager).await;
        let ann = world.employee(app, "Ann", json!({})).await;
        world.full(app, &ann, &[30]).await;
        world.record(app, &ann, &[(30, 9.0)]).await;
        world.with_full_month(app, "Bea").await;
        mailed(app).await;
        assert_eq!(remind(&world.hr, "manager").await, reminded(1, 0, 0));
        assert_eq!(remind(&world.hr, "manager").await, reminded(0, 1, 0));
        let waits = ("June 2026 waits for you".to_owned(), "1 pending entry and 0 leave requests of 1 person.".to_owned());
        assert_eq!((notices(&world.lead).await, mailed(app).await), (vec![waits.clone()], vec![world.max.email.clone()]));
        assert_eq!(readiness(&world.hr, "Ann").await["remindedToday"], json!({"manager": true, "employee": false}));
        assert_eq!(world.lead.get("/api/session").await.expect(200).data()["badges"]["notifications"], 1);
        name_substitute(&world.hr, &world.max, &moe, "2026-07-02").await;
        mailed(app).await;
        assert_eq!(remind(&world.hr, "manager").await, reminded(1, 1, 0), "the substitute too");
        let substitute = app.sign_in(&moe).await;
        assert_eq!((notices(&substitute).await, mailed(app).await), (vec![waits.clone()], vec![moe.email.clone()]));
        assert_eq!(remind(&world.hr, "employee").await, reminded(0, 0, 0), "nothing of hers blocks");

        app.clock.set("2026-07-03T09:00:00Z");
        settle(app).await;
        let (hr, lead) = (app.sign_in(&world.hal).await, app.sign_in(&world.max).await);
        mailed(app).await;
        assert_eq!(remind(&hr, "manager").await, reminded(1, 0, 0), "the next day again");
        assert_eq!((notices(&lead).await, mailed(app).await), (vec![waits.clone(), waits], vec![world.max.email.clone()]));
        let notice = lead.get("/api/notifications").await.expect(200).data()["notifications"][0]["_id"].clone();
        let viewed = lead.post("/api/notifications/viewed", json!({"notificationIds": [notice]})).await.expect(200);
        assert_eq!(viewed.data()["updated"], 1);
        assert_eq!(lead.get("/api/session").await.expect(200).data()["badges"]["notifications"], 1);

        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        ada.patch(&format!("{}/toggle-block", path(&world.max)), json!({"isBlocked": true})).await.expect(200);
        let stuck = async || {
            let found = june(&hr).await["readiness"].clone();
            (found["nobodyCanDecide"].clone(), readiness(&hr, "Ann").await["nobodyCanDecide"].clone())
        };
        assert_eq!((stuck().await, remind(&hr, "manager").await), ((json!(1), json!(true)), reminded(0, 0, 1)));
        name_substitute(&hr, &world.max, &moe, "2026-07-03").await;
        assert_eq!((stuck().await, remind(&hr, "manager").await), ((json!(0), json!(false)), reminded(1, 0, 0)));
        // Who is named is reminded about, and who lacks it is passed over.
        let others = json!({"kind": "manager", "userIds": [ann.id.to_string(), ann.id.to_string(), moe.id.to_string()]});
        assert_eq!(hr.post(&format!("{JUNE}/remind"), others).await.expect(200).data(), reminded(0, 1, 0));
    }

    /// [months.md §9, 19]
    async fn who_is_not_ready_is_listed_and_a_day_is_accepted_until_something_is_done_about_it(app: &TestApp) {
        let (max, hal, _) = staff(app).await;
        let (ann, bob) = (app.member("Ann", &max).await, app.member("Bob", &max).await);
        app.clock.set("2026-06-10T06:00:00Z");
        settle(app).await;
        let world = in_july(app, max, hal).await;
        for person in [&ann, &bob] {
            world.full(app, person, &[8, 9]).await;
        }
        let both = json!(["2026-06-08", "2026-06-09"]);
        let found = readiness(&world.hr, "Ann").await;
        assert_eq!((&found["isReady"], &found["frozenDates"]), (&json!(false), &both));
        assert_eq!(frozen_dates(&world.hr, "Ann").await, both);
        assert_eq!(said(&close(&world.hr).await.expect(409)).1, "2 employees are not ready");
        mailed(app).await;
        let only_ann = json!({"kind": "employee", "userIds": [ann.id.to_string()]});
        assert_eq!(world.hr.post(&format!("{JUNE}/remind"), only_ann).await.expect(200).data(), reminded(1, 0, 0));
        let own = app.sign_in(&ann).await;
        let lacks = ("June 2026 is not complete".to_owned(), "Frozen: 2026-06-08, 2026-06-09.".to_owned());
        assert_eq!((notices(&own).await, mailed(app).await), (vec![lacks], vec![ann.email.clone()]));
        assert_eq!(readiness(&world.hr, "Ann").await["remindedToday"], json!({"manager": false, "employee": true}));

        assert_eq!(accept(&world.hr, &ann, &[8, 9, 8]).await.expect(200).data(), json!({"accepted": 2}));
        assert_eq!(accept(&world.hr, &ann, &[8, 9]).await.expect(200).data(), json!({"accepted": 0}));
        let found = readiness(&world.hr, "Ann").await;
        assert_eq!((&found["isReady"], &found["frozenDates"], &found["missingDays"]), (&json!(true), &json!([]), &json!(0)));
        assert_eq!(frozen_dates(&world.hr, "Ann").await, json!([]));

        // Unlocked it is a missing day, recorded it waits.
        let unlock = json!({"employeeId": ann.id.to_string(), "requestedDate": "2026-06-08", "reason": "Was there"});
        let ada = app.sign_in(&app.person("Abe", Role::Admin).await).await;
        ada.post("/api/timesheet-unlock/direct-unlock", unlock).await.expect(201);
        let found = readiness(&world.hr, "Ann").await;
        assert_eq!((&found["isReady"], &found["missingDays"]), (&json!(true), &json!(1)));
        own.post("/api/timesheets/my", entry("2026-06-08", 9.0, "x")).await.expect(201);
        let found = readiness(&world.hr, "Ann").await;
        assert_eq!((&found["isReady"], &found["pendingEntries"], &found["missingDays"]), (&json!(false), &json!(1), &json!(0)));

        // One that was filled meanwhile: none is accepted.
        world.record(app, &bob, &[(8, 9.0)]).await;
        let refused = accept(&world.hr, &bob, &[8, 9]).await.expect(409);
        assert_eq!(said(&refused), told("CONFLICT", "Some days have changed since you opened them. Please review them again."));
        assert_eq!(readiness(&world.hr, "Bob").await["frozenDates"], json!(["2026-06-09"]));
        let order: Vec<Value> = world.hr.get(&format!("{JUNE}/readiness")).await.expect(200).data()["rows"].as_array().unwrap()
            .iter().map(|row| json!([row["name"], row["isReady"]])).collect();
        assert_eq!(order, [json!(["Ann Example", false]), json!(["Bob Example", false])]);
    }

    /// [months.md §9, 17]
    async fn what_no_longer_agrees_is_found_at_night(database: &TestDatabase, app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.with_full_month(app, "Ann").await;
        world.with_full_month(app, "Bea").await;
        let admins = ["Ada", "Abe"].map(|name| format!("{}@daybook.example", name.to_lowercase()));
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        app.person("Abe", Role::Admin).await;
        // Who is blocked gets no mail.
        let zoe = app.person("Zoe", Role::Admin).await;
        ada.patch(&format!("{}/toggle-block", path(&zoe)), json!({"isBlocked": true})).await.expect(200);
        close(&world.hr).await.expect(200);
        let night = async |day: u32| {
            app.clock.set(&format!("2026-07-{day:02}T03:00:00Z"));
            while application::months::check_next(&app.ports).await.unwrap() {}
            let hr = app.sign_in(&world.hal).await;
            (june(&hr).await["month"]["check"].clone(), mailed(app).await)
        };
        mailed(app).await;
        let agrees = |day: u32| {
            json!({"checkedAt": format!("2026-07-{day:02}T03:00:00Z"), "differences": 0, "checksumHolds": true, "samples": []})
        };
        assert_eq!(night(3).await, (agrees(3), Vec::new()));

        let number = ann.employee_id.number();
        tamper(database, &format!("UPDATE month_rows SET approved = 40 WHERE employee_number = {number}")).await;
        let (check, mails) = night(4).await;
        let sample = json!({"employeeId": ann.employee_id.to_string(), "name": "Ann Berg", "field": "Approved Days", "closed": "20.0", "now": "21.0"});
        assert_eq!((&check["differences"], &check["checksumHolds"]), (&json!(1), &json!(false)));
        assert!(check["samples"].as_array().unwrap().contains(&sample), "{check}");
        assert_eq!(mails, [admins[1].clone(), admins[0].clone()]);
        assert_eq!(row(&app.sign_in(&world.hal).await, "Ann").await["approvedDays"], 20.0, "it changes nothing");
        let (check, mails) = night(5).await;
        assert_eq!((&check["differences"], mails), (&json!(1), Vec::new()), "no mail the night after");

    }

    async fn a_list_of_everybody_s_days_is_accepted_in_one_call(app: &TestApp) {
        let (max, hal, _) = staff(app).await;
        let mut people = Vec::new();
        for n in 0..200 {
            people.push(app.member(&format!("Member{n}"), &max).await.id.to_string());
        }
        let world = in_july(app, max, hal).await;
        let dates = |month: u32, days: &[u32]| days.iter().map(|day| format!("2026-{month:02}-{day:02}")).collect::<Vec<_>>();
        let list = |people: &[String], dates: &[String]| {
            let items: Vec<Value> = people.iter().map(|id| json!({"userId": id, "dates": dates})).collect();
            serde_json::to_string_pretty(&json!({"items": items, "note": "\u{1f3d6}".repeat(500)})).unwrap()
        };
        let accept = async |month: &str, body: &str| {
            world.hr.send("POST", &format!("/api/months/{month}/accept"), Some(body.as_bytes())).await
        };
        let body = list(&people, &dates(6, &SCHEDULED));
        assert!(body.len() > 64 * 1024, "{}", body.len());
        assert_eq!(accept("2026-06", &body).await.expect(200).data(), json!({"accepted": 200 * 21}));

        // As many people and days as can be named, with blanks, are read: only nobody knows these people.
        let strangers: Vec<String> = (1..=500_u128).map(|n| uuid::Uuid::from_u128(n).to_string()).collect();
        let longest = list(&strangers, &dates(5, &(1..=31).collect::<Vec<_>>()));
        assert_eq!(said(&accept("2026-05", &longest).await.expect(404)), told("NOT_FOUND", "User not found"));
        let exact = format!("{longest}{}", " ".repeat(512 * 1024 - longest.len()));
        accept("2026-05", &exact).await.expect(404);
        let larger = accept("2026-05", &format!("{exact} ")).await.expect(413);
        assert_eq!(said(&larger), told("PAYLOAD_TOO_LARGE", "The request is too large. At most 512 KiB are accepted."));
    }
}
