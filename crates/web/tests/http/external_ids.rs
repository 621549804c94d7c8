//! The number that a person has in another program: who sees, changes and finds it, and the payroll file that has it.

use application::ports::{Imprint, NewRevision};
use domain::id::CloseId;
use domain::month::{PayrollFile, PayrollForm};
use domain::person::Role;
use domain::time::Month;
use serde_json::{Value, json};
use testkit::{Client, Response, TestApp, TestPerson, on_both_engines, on_one_engine};

use super::accounts::{path, unchanged, with};
use super::months::{JUNE, World, close, june, payroll, reopen};
use super::months_revisions::{canonical, csv, export, sha256};
use super::{Team, staff};

async fn give(client: &Client, person: &TestPerson, id: Value) -> Response {
    client.put(&path(person), with(unchanged("Ann", person, "Employee"), json!({"externalId": id}))).await
}

async fn read(client: &Client, person: &TestPerson) -> Option<Value> {
    client.get(&path(person)).await.expect(200).data()["user"].get("externalId").cloned()
}

async fn found(client: &Client, query: &str) -> u64 {
    let list = client.get(&format!("/api/users?{query}")).await.expect(200).data();
    list["pagination"]["total"].as_u64().unwrap()
}

on_one_engine! {
    async fn hr_and_administrators_see_and_change_and_find_it(app: &TestApp) {
        let Team { manager, member } = Team::of(app).await;
        let (hal, ada) = staff(app).await;
        assert_eq!(read(&hal, &member).await, Some(Value::Null));
        let given = give(&hal, &member, json!(" 4711-Ä ")).await.expect(200).data();
        assert_eq!(given["user"]["externalId"], "4711-Ä");
        hal.put(&path(&member), unchanged("Ann", &member, "Employee")).await.expect(200);
        assert_eq!(read(&ada, &member).await, Some(json!("4711-Ä")), "left out, it stays");
        let listed = hal.get("/api/users?search=4711-%C3%A4").await.expect(200).data();
        assert_eq!((listed["users"][0]["externalId"].as_str(), listed["users"].as_array().unwrap().len()), (Some("4711-Ä"), 1));
        let (max, ann) = (app.sign_in(&manager).await, app.sign_in(&member).await);
        assert_eq!((read(&max, &member).await, read(&ann, &member).await), (None, None));
        assert!(max.get("/api/users").await.expect(200).data()["users"][0].get("externalId").is_none());
        assert!(ann.get("/api/auth/profile").await.expect(200).data()["user"].get("externalId").is_none());
        assert_eq!((found(&max, "search=4711").await, found(&max, "search=ann").await), (0, 1));
        for client in [&hal, &max, &ann] {
            assert_eq!(found(client, "viewAll=true&search=4711").await, 0, "the directory is everybody's");
        }
        give(&max, &member, json!("1")).await.expect(403);
        assert_eq!(give(&ada, &member, Value::Null).await.expect(200).data()["user"]["externalId"], Value::Null);
    }

    async fn what_does_not_fit_is_refused_at_its_field(app: &TestApp) {
        let Team { manager, member } = Team::of(app).await;
        let other = app.member("Bob", &manager).await;
        let (hal, _) = staff(app).await;
        give(&hal, &member, json!("a".repeat(64))).await.expect(200);
        for (id, sentence) in [
            ("a".repeat(65), "External ID must be at most 64 characters"),
            ("4\u{202e}7".to_owned(), "External ID contains characters that are not allowed"),
        ] {
            let refused = give(&hal, &other, json!(id)).await.expect(400);
            assert_eq!(refused.json()["errors"], json!({"externalId": sentence}));
        }
        let taken = give(&hal, &other, json!("A".repeat(64))).await.expect(409);
        let sentence = "An account with this external ID already exists";
        assert_eq!((taken.code().as_str(), taken.message().as_str()), ("CONFLICT", sentence));
        assert_eq!(taken.json()["errors"], json!({"externalId": sentence}));
        assert_eq!(read(&hal, &other).await, Some(Value::Null));
    }
}

/// Closes June as a program does that knows no external ID, with the rows of the first revision, and gives the checksum.
async fn close_in_the_original_form(app: &TestApp, revision: u32, by: &TestPerson) -> String {
    let month = Month::parse("2026-06").unwrap();
    let rows = app.ports.reads.months().rows_after(month, 1, None, 10).await.unwrap();
    let file = PayrollFile::new(month, revision, "EUR", PayrollForm::Original);
    let mut digest = file.digest();
    for row in &rows {
        digest.add(&file.line(row));
    }
    let new = NewRevision {
        revision,
        closed_at: app.ports.clock.now(),
        closed_by: by.id,
        reason: None,
        employees: 1,
        blocked: 0,
        currency: "EUR".into(),
        good_percent: 80,
        checksum: digest.checksum(),
        imprint: Imprint { organisation: "Northwind".into(), minutes_ahead: 0 },
        form: PayrollForm::Original,
    };
    let close = CloseId::new(app.ports.ids.next());
    let unit = app.ports.store.begin_alone(month).await.unwrap();
    assert!(unit.months().begin_close(month, close).await.unwrap());
    unit.months().add_rows(month, close, &rows).await.unwrap();
    unit.months().finish_close(month, close, &new).await.unwrap();
    unit.commit().await.unwrap();
    new.checksum
}

on_both_engines! {
    async fn a_revision_keeps_the_columns_of_its_close_and_those_of_both_are_compared(app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.with_full_month(app, "Ann").await;
        world.change("Ann", &ann, json!({"externalId": "=17"})).await;
        close(&world.hr).await.expect(200);
        let (lines, last) = canonical(&csv(&world.hr).await.body);
        assert!(lines.contains(",Gross Pay,External ID\r\n") && lines.ends_with(",3000.00,3000.00,'=17\r\n"), "{lines}");
        assert_eq!(last, ["Checksum".to_owned(), sha256(&lines)]);
        assert_eq!(payroll(&world.hr, "search=%3D17").await["rows"].as_array().unwrap().len(), 1);

        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        reopen(&ada).await.expect(200);
        let original = close_in_the_original_form(app, 2, &world.hal).await;
        let second = csv(&world.hr).await;
        let (lines, last) = canonical(&second.body);
        assert!(lines.contains(",Monthly Base,Gross Pay\r\n") && lines.ends_with(",3000.00,3000.00\r\n"), "{lines}");
        assert_eq!(last, ["Checksum".to_owned(), original.clone()]);
        assert_eq!(sha256(&lines), original);
        app.clock.set("2026-07-03T03:00:00Z");
        while application::months::check_next(&app.ports).await.unwrap() {}
        let hr = app.sign_in(&world.hal).await;
        let check = june(&hr).await["month"]["check"].clone();
        assert_eq!((&check["differences"], &check["checksumHolds"]), (&json!(0), &json!(true)));

        reopen(&app.sign_in(&app.person("Abe", Role::Admin).await).await).await.expect(200);
        let world = World { hr, ..world };
        world.change("Ann", &ann, json!({"externalId": "18"})).await;
        close(&world.hr).await.expect(200);
        let by_number = export(&world.hr, json!({"format": "csv", "revision": 2})).await.expect(200);
        assert_eq!(by_number.body, second.body, "the same bytes as before");
        let differences = async |of: &str| world.hr.get(&format!("{JUNE}/differences?{of}")).await.expect(200).data();
        for between in ["from=1&to=2", "from=2&to=3"] {
            let found = differences(between).await;
            assert_eq!((&found["changed"], &found["unchanged"]), (&json!(0), &json!(1)), "{between}");
        }
        let changed = json!([{"field": "External ID", "from": "'=17", "to": "18"}]);
        assert_eq!(differences("from=1&to=3").await["differences"][0]["fields"], changed);
    }
}
