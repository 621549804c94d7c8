//! What is exported is planned again, also after a spreadsheet has opened and saved it (moving-in.md 7, case 17).

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{Client, TestApp, TestPerson, on_both_engines};

use super::super::accounts::{path, unchanged, with};
use super::super::{Team, staff, text};

/// Set, it has the test write the exported files anew instead of comparing them.
const SWITCH: &str = "DAYBOOK_WRITE_DOCS";

/// What stands in the way of a file: formulas, apostrophes, zeros in front, a dash, separators and quotes, and what a spreadsheet takes
/// for a number, a date or a truth.
const AWKWARD: [&str; 13] =
    ["=1+1", "'=1", "''-2", "-", "0017", "a;b,\"c\"", "1,5", "@x", "SEP-12", "3. Oktober", "false", "(5)", "5 €"];
const NAMES: [(&str, &str); 8] = [
    ("Zoë", "O'Brien"),
    ("Jörg", "Müller"),
    ("Siân", "Smith, Jr."),
    ("Anna", "Çelik-Groß"),
    ("François", "\"Ace\" Ventura"),
    ("May", "1.5"),
    ("Jan", "May 4"),
    ("Ann", "Example"),
];

async fn change(client: &Client, person: &TestPerson, place: usize, fields: Value) {
    let (first, last) = NAMES[place % NAMES.len()];
    let named = with(unchanged(first, person, "Employee"), json!({"lastName": last}));
    client.put(&path(person), with(named, fields)).await.expect(200);
}

/// HR and an administrator of a portal where every column of every kind of file has something, and all of it stands in the way.
async fn awkward(app: &TestApp) -> (Client, Client) {
    let Team { manager, member } = Team::of(app).await;
    let mut people = vec![member];
    for n in 1..AWKWARD.len() {
        people.push(app.member(&format!("Ann{n}"), &manager).await);
    }
    let (hal, ada) = staff(app).await;
    for (place, (person, typed)) in people.iter().zip(AWKWARD).enumerate() {
        let fields = json!({"department": typed, "position": typed, "designation": typed, "externalId": typed});
        change(&hal, person, place, fields).await;
    }
    for (place, from, salary) in
        [(0, "2026-01-05", 48_000.5), (0, "2026-09-01", 50_000.0), (1, "2026-07-01", 0.0), (4, "2026-02-28", 1_234.56)]
    {
        let paid = json!({"salary": salary, "salaryFrom": from, "phoneNumber": "+49 30 1"});
        change(&hal, &people[place], place, paid).await;
    }
    change(&hal, &people[2], 2, json!({"isActive": false})).await;
    change(&hal, &people[3], 3, json!({"recordsFrom": "2026-03-04"})).await;
    for (version, from) in [(0, "2026-03-02"), (1, "2026-08-03")] {
        let pattern = json!({"workingDays": [1, 2, 4], "fullDayHours": 8, "halfDayHours": 4.5});
        let body = json!({"userId": people[0].id.to_string(), "from": from, "version": version, "pattern": pattern});
        hal.put("/api/work-patterns", body).await.expect(200);
    }
    let [ann, bob] = [&people[0], &people[1]].map(|person| person.employee_id);
    let openings = format!(
        "Employee ID,Leave Type,Year,Days,Note\n{ann},Annual Leave,2026,-2.5,=moved\n{ann},Sick Leave,2026,0.5,3/4\n\
         {bob},Annual Leave,2026,12,\n"
    );
    let plan = planned(&hal, "balances", openings.as_bytes()).await;
    let body = json!({"mode": "all", "invite": "no"});
    hal.post(&format!("/api/imports/{}/apply", text(&plan, "_id")), body).await.expect(200);
    app.holiday("2026-12-25", "Christmas").await;
    app.holiday("2026-05-04", "May 4").await;
    let founders = json!({"date": "2026-06-19", "name": "-", "description": "Since 1999,\n=1+1", "isRecurring": true});
    hal.post("/api/holidays", founders).await.expect(201);
    (hal, ada)
}

async fn planned(client: &Client, kind: &str, file: &[u8]) -> Value {
    let with_file = client.with_header("Content-Type", "text/csv");
    with_file.send("POST", &format!("/api/imports/{kind}"), Some(file)).await.expect(201).data()["plan"].clone()
}

async fn exported(client: &Client, kind: &str) -> Vec<u8> {
    client.get(&format!("/api/exports/{kind}")).await.expect(200).body
}

/// Plans a file, which has to be so many rows of what is there already.
async fn changes_nothing(client: &Client, kind: &str, file: &[u8], rows: u32, what: &str) {
    let plan = planned(client, kind, file).await;
    let all = client.get(&format!("/api/imports/{}/rows?limit=100", text(&plan, "_id"))).await.expect(200).text();
    let counts = json!({"create": 0, "change": 0, "same": rows, "refuse": 0});
    assert_eq!((&plan["state"], &plan["counts"]), (&json!("ready"), &counts), "{what}: {plan} {all}");
}

fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http/exports/files").join(name)
}

/// The kinds, and how many rows of each HR exports.
const KINDS: [(&str, u32); 3] = [("people", 14), ("balances", 3), ("holidays", 3)];

on_both_engines! {
    async fn what_is_exported_is_the_same_when_it_is_planned_again(app: &TestApp) {
        let (hal, ada) = awkward(app).await;
        for (kind, rows) in KINDS {
            changes_nothing(&hal, kind, &exported(&hal, kind).await, rows, kind).await;
            // An administrator lists HR and administrators too.
            let rows = if kind == "people" { rows + 2 } else { rows };
            changes_nothing(&ada, kind, &exported(&ada, kind).await, rows, kind).await;
        }
    }

    async fn what_libreoffice_opens_and_saves_is_the_same_when_it_is_planned(app: &TestApp) {
        let (hal, _) = awkward(app).await;
        for (kind, _) in KINDS {
            let (path, file) = (stored(&format!("{kind}.csv")), exported(&hal, kind).await);
            if std::env::var_os(SWITCH).is_some() {
                fs::write(&path, &file).unwrap();
            }
            let is_stored = fs::read(&path).unwrap_or_default() == file;
            assert!(is_stored, "{kind}.csv is stale: exports/files/README.md says how to make the files anew");
        }
        for (kind, rows) in KINDS {
            for locale in ["en-US", "de-DE"] {
                let name = format!("{kind}-{locale}.csv");
                changes_nothing(&hal, kind, &fs::read(stored(&name)).unwrap(), rows, &name).await;
            }
        }
    }
}
