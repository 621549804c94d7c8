//! What the seals are made of, and what becomes of the chain when somebody reaches past the portal.

use std::collections::BTreeMap;
use std::fmt::Write;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use testkit::{TestDatabase, on_both_engines};

use super::*;

type Row = BTreeMap<String, String>;

/// What a column holds, whatever the engine writes around it; nothing where it is null.
fn cell(row: &Row, column: &str) -> Option<String> {
    let written = row[column].as_str();
    match written.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(quoted) => Some(quoted.replace("''", "'")),
        None => (written != "NULL").then(|| written.to_owned()),
    }
}

/// An id as it is written with hyphens. SQLite has its bytes.
fn id(row: &Row, column: &str) -> Option<String> {
    let written = cell(row, column)?;
    let digits: String = written.trim_start_matches("X'").chars().filter(char::is_ascii_hexdigit).collect();
    let digits = digits.to_lowercase();
    let part = |from: usize, to: usize| digits[from..to].to_owned();
    Some([part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-"))
}

fn number(row: &Row, column: &str) -> i64 {
    row[column].parse().unwrap()
}

/// The hash of each position, by the words of the specification alone: nothing of the portal is asked.
fn computed(contents: &BTreeMap<String, Vec<Row>>) -> Vec<(i64, String)> {
    let mut seals: Vec<&Row> = contents["audit_seals"].iter().collect();
    seals.sort_by_key(|row| number(row, "position"));
    let mut before = vec![0u8; 32];
    let mut hashes = Vec::new();
    for seal in seals {
        let event = contents["events"].iter().find(|row| row["seq"] == seal["event_seq"]).unwrap();
        let about = contents["event_subjects"].iter().filter(|row| row["event_seq"] == event["seq"]);
        let mut subjects: Vec<String> = about.map(|row| id(row, "user_id").unwrap()).collect();
        subjects.sort();
        let at = cell(event, "at").unwrap().replace(' ', "T").replace("+00:00", "+00").replace("+00", "+00:00");
        let at: DateTime<Utc> = at.parse::<DateTime<chrono::FixedOffset>>().unwrap().to_utc();
        // Keys in the order of their bytes, and no blanks: as this map is written.
        let canonical = json!({
            "actorId": id(event, "actor_id"),
            "actorRole": cell(event, "actor_role"),
            "at": at.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string(),
            "id": id(event, "id"),
            "ip": cell(event, "address"),
            "kind": cell(event, "kind"),
            "onBehalfOfId": id(event, "on_behalf_of"),
            "payload": cell(event, "payload"),
            "requestId": cell(event, "request_id"),
            "seq": number(event, "seq"),
            "source": cell(event, "source"),
            "subjectIds": subjects,
        });
        let text = canonical.to_string();
        before = Sha256::new().chain_update(&before).chain_update(text.as_bytes()).finalize().to_vec();
        let mut hash = String::new();
        for byte in &before {
            write!(hash, "{byte:02x}").unwrap();
        }
        hashes.push((number(seal, "position"), hash));
    }
    hashes
}

fn kept(contents: &BTreeMap<String, Vec<Row>>) -> Vec<(i64, String)> {
    let seal = |row: &Row| (number(row, "position"), cell(row, "hash").unwrap());
    let mut kept: Vec<_> = contents["audit_seals"].iter().map(seal).collect();
    kept.sort();
    kept
}

/// Thirty events: sign-ins, days with odd words, decisions, a setting and what a job did.
async fn thirty(app: &TestApp) -> Client {
    let team = Team::of(app).await;
    let (ann, max, ada) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await, admin(app).await);
    for n in 0..9 {
        let submitted = ann.post("/api/timesheets/my", entry(TODAY, 8.0, "work")).await.data()["timesheet"].clone();
        let comment = format!("\"Why\\{n}?\"\né😀");
        let reject = json!({"ids": [submitted["_id"]], "comment": comment});
        max.post("/api/timesheets/bulk-reject", reject).await.expect(200);
    }
    for value in 1..=11 {
        ada.put("/api/settings/open-positions", json!({"value": value})).await.expect(200);
    }
    app.log_in(&team.member).await;
    ada
}

/// The owner of the database takes the guards away.
async fn unguard(database: &TestDatabase) {
    let of = |table: &str| if database.is_postgres() { format!(" ON {table}") } else { String::new() };
    for table in ["events", "audit_seals"] {
        database.execute(&format!("DROP TRIGGER tr_{table}_no_update{}", of(table))).await;
    }
}

/// What the health of the data says of the log.
async fn breaks(ada: &Client) -> Value {
    let checks = ada.get("/api/reports/system/health").await.expect(200).data()["checks"].clone();
    let check = checks.as_array().unwrap().iter().find(|check| check["check"] == "audit-breaks").unwrap().clone();
    check["count"].clone()
}

on_both_engines! {
    /// Each hash is that of the formula, and built on the one before; an event that was changed past the portal is found, told once, and
    /// counted
    async fn one_verification_at_a_time_finds_where_a_changed_event_breaks_the_chain(database: &TestDatabase, app: &TestApp) {
        let ada = thirty(app).await;
        seal(app).await;
        let contents = Viewer::open(database).await.contents().await;
        let (computed, kept) = (computed(&contents), kept(&contents));
        assert!(kept.len() >= 30, "{}", kept.len());
        assert_eq!(computed, kept);
        assert!((1..).zip(&kept).all(|(position, (kept, _))| position == *kept), "without a gap");
        assert_eq!(page(&ada, "limit=1").await["newest"]["hash"], kept.last().unwrap().1);
        let begun = ada.post(VERIFY, json!({})).await.expect(200).data()["verification"].clone();
        assert_eq!((&begun["state"], &begun["isIntact"], &begun["checked"]), (&json!("running"), &Value::Null, &json!(0)));
        assert_eq!(ada.post(VERIFY, json!({})).await.expect(200).data()["verification"], begun, "one at a time");
        verify(app).await;
        let done = ada.get(VERIFY).await.expect(200).data()["verification"].clone();
        assert_eq!((&done["state"], &done["isIntact"], &done["brokenAt"]), (&json!("done"), &json!(true), &Value::Null));
        assert_eq!(done["checked"], done["total"]);
        assert_eq!(done["checkpoint"], json!({"position": 0, "hash": "0".repeat(64)}));
        assert_eq!(done["newest"], page(&ada, "limit=1").await["newest"]);
        assert_eq!(breaks(&ada).await, 0);

        unguard(database).await;
        database.execute("UPDATE events SET payload = replace(payload, 'Why', 'Who') WHERE seq = 4").await;
        app.clock.set("2026-06-11T03:00:00Z");
        app.mails().await;
        verify(app).await;
        let ada = app.sign_in(&app.person("Eva", Role::Admin).await).await;
        let found = ada.get(VERIFY).await.expect(200).data()["verification"].clone();
        assert_eq!((&found["state"], &found["isIntact"], &found["checked"]), (&json!("done"), &json!(false), &json!(4)));
        let broken = json!({"position": 4, "seq": 4, "at": "2026-06-10T09:00:00Z", "action": "days-decided"});
        assert_eq!(found["brokenAt"], broken);
        assert_eq!(breaks(&ada).await, 1);
        let kinds: Vec<String> = app.mails().await.iter().map(|mail| format!("{} {}", mail.to, mail.letter.kind())).collect();
        assert_eq!(kinds, ["ada@daybook.example audit-broken"], "Eva came later");
        app.clock.set("2026-06-12T03:00:00Z");
        verify(app).await;
        assert!(app.mails().await.is_empty(), "it is known");
        let ada = app.sign_in(&app.person("Una", Role::Admin).await).await;
        assert_eq!(breaks(&ada).await, 1);
    }
}
