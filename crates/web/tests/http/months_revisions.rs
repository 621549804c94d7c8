//! Revisions of a month: what changed between them, their files, and how they are known again (months.md 1.6, 1.9).

use application::months::tell_next;
use domain::person::Role;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testkit::{Client, Response, Setup, TestApp, TestPerson, on_one_engine};

use super::accounts::{path, unchanged};
use super::leave::{said, told};
use super::leave_races::at;
use super::months::{JUNE, NOW, World, accept, amounts, attendance, close, june, payroll, reopen, row};
use super::months_own::RECEIPT;
use super::reading::Printed;
use super::text;

const MIB: usize = 1024 * 1024;

/// The checksum of the file of case 1 (months.md 1.9), with an empty external ID.
const VECTOR: &str = "6e0e687b57413f5b0c01bd22d7e54179a64836453841ddc79b8d1d2a9ca68e26";

pub(crate) async fn export(client: &Client, body: Value) -> Response {
    client.post(&format!("{JUNE}/export"), body).await
}

pub(crate) async fn csv(client: &Client) -> Response {
    export(client, json!({"format": "csv"})).await.expect(200)
}

async fn check(client: &Client, file: &[u8]) -> Response {
    client.with_header("Content-Type", "text/csv").send("POST", "/api/months/check", Some(file)).await
}

async fn look_up(client: &Client, checksum: &str) -> Response {
    client.post("/api/months/check", json!({"checksum": checksum})).await
}

fn found(result: &str, revision: Option<u32>) -> Value {
    json!({"result": result, "month": revision.map(|_| "2026-06"), "revision": revision})
}

/// The file without its byte order mark and its last column, and what stands in that.
pub(crate) fn canonical(file: &[u8]) -> (String, Vec<String>) {
    let text = std::str::from_utf8(file).unwrap().strip_prefix('\u{feff}').expect("a byte order mark");
    let cells = text.strip_suffix("\r\n").unwrap().split("\r\n").map(|line| line.rsplit_once(',').unwrap());
    let (lines, last): (Vec<_>, Vec<_>) = cells.map(|(line, last)| (format!("{line}\r\n"), last.to_owned())).unzip();
    (lines.concat(), last)
}

pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Tells everybody who has still to be told, and gives the notices of a person about closed months.
async fn notices(app: &TestApp, person: &TestPerson) -> Vec<(String, String)> {
    while tell_next(&app.ports).await.unwrap() {}
    let found = app.sign_in(person).await.get("/api/notifications").await.expect(200).data()["notifications"].clone();
    let of_months = found.as_array().unwrap().iter().filter(|notice| notice["kind"] == "month-closed");
    of_months.map(|notice| (text(notice, "title").to_owned(), text(notice, "body").to_owned())).collect()
}

on_one_engine! {
    /// [months.md §9, 13]
    async fn a_second_revision_tells_of_what_it_changes(app: &TestApp) {
        let world = World::of(app).await;
        let bea = world.with_full_month(app, "Bea").await;
        let ann = world.employee(app, "Ann", json!({})).await;
        world.change("Ann", &ann, json!({"salary": 42_000, "salaryFrom": "2026-06-15"})).await;
        world.full(app, &ann, &[30]).await;
        close(&world.hr).await.expect(200);
        assert_eq!(amounts(&row(&world.hr, "Ann").await), (3_261.90, 3_095.24));
        let first = |days: &str| ("June 2026 is closed".to_owned(), format!("Your statement is ready: {days} payable days."));
        assert_eq!(notices(app, &ann).await, [first("20")]);
        assert_eq!(notices(app, &bea).await, [first("21")]);
        let opened = reopen(&world.hr).await.expect(200);
        assert_eq!(opened.message(), "June 2026 is open again");
        let month = opened.data()["month"].clone();
        assert_eq!((text(&month, "state"), &month["revision"]), ("reopened", &json!(1)));
        let newest = (&month["newest"]["reopenReason"], &month["newest"]["reopenedBy"]["firstName"]);
        assert_eq!(newest, (&json!("A day was forgotten"), &json!("Hal")));
        world.approve(&world.record(app, &ann, &[(30, 9.0)]).await).await;
        assert_eq!(close(&world.hr).await.expect(200).message(), "June 2026 is closed (revision 2)");
        let differences = world.hr.get(&format!("{JUNE}/differences?from=1&to=2")).await.expect(200).data();
        let field = |field: &str, from: &str, to: &str| json!({"field": field, "from": from, "to": to});
        let totals = |payable: f64, gross: f64| {
            json!({"employees": 2, "payableDays": payable, "monthlyBase": 6_261.90, "grossPay": gross, "missingSalary": 0})
        };
        assert_eq!(differences, json!({
            "differences": [{
                "employeeId": ann.employee_id.to_string(), "name": "Ann Berg", "kind": "changed", "fields": [
                    field("Approved Days", "20.0", "21.0"), field("Absent Days", "1.0", "0.0"), field("Payable Days", "20.0", "21.0"),
                    field("Approved Hours", "180.0", "189.0"), field("Gross Pay", "3095.24", "3261.90"),
                ],
            }],
            "added": 0, "removed": 0, "changed": 1, "unchanged": 1,
            "totals": {"from": totals(41.0, 6_095.24), "to": totals(42.0, 6_261.90)},
            "pagination": {"current": 1, "pages": 1, "total": 1},
        }));
        let again = ("June 2026 was closed again".to_owned(), "Your statement has changed: 21 payable days.".to_owned());
        assert_eq!(notices(app, &ann).await, [again, first("20")]);
        assert_eq!(notices(app, &bea).await, [first("21")]);
        let revisions = june(&world.hr).await["revisions"].clone();
        let numbers: Vec<_> = revisions.as_array().unwrap().iter().map(|revision| revision["revision"].clone()).collect();
        assert_eq!(numbers, [json!(2), json!(1)]);
    }

    /// [months.md §9, 14]
    async fn an_exported_month_is_reopened_by_an_administrator_alone(app: &TestApp) {
        let world = World::of(app).await;
        world.with_full_month(app, "Ann").await;
        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        close(&world.hr).await.expect(200);
        let first = csv(&world.hr).await;
        assert_eq!(first.header("content-type"), Some("text/csv; charset=utf-8"));
        let name = "attachment; filename=\"Payroll_2026-06_r1.csv\"; filename*=UTF-8''Payroll_2026-06_r1.csv";
        assert_eq!(first.header("content-disposition"), Some(name));
        app.clock.pass(60);
        let paper = export(&ada, json!({"format": "pdf"})).await.expect(200);
        assert_eq!(paper.header("content-type"), Some("application/pdf"));
        let name = "attachment; filename=\"Payroll_2026-06_r1.pdf\"; filename*=UTF-8''Payroll_2026-06_r1.pdf";
        assert_eq!(paper.header("content-disposition"), Some(name));
        let newest = june(&world.hr).await["month"]["newest"].clone();
        assert_eq!((text(&newest, "exportedAt"), &newest["exportedBy"]["firstName"]), ("2026-07-02T09:00:00Z", &json!("Hal")));
        let refused = reopen(&world.hr).await.expect(403);
        let sentence = "Only an administrator can reopen June 2026: its payroll has been exported";
        assert_eq!(said(&refused), told("FORBIDDEN", sentence));
        reopen(&ada).await.expect(200);
        let open = export(&world.hr, json!({"format": "csv"})).await.expect(409);
        assert_eq!(said(&open), told("CONFLICT", "June 2026 is not closed"));
        close(&world.hr).await.expect(200);
        let by_number = export(&world.hr, json!({"format": "csv", "revision": 1})).await.expect(200);
        assert_eq!(by_number.body, first.body, "the same bytes as before");
        let again = export(&world.hr, json!({"format": "pdf", "revision": 1})).await.expect(200);
        assert_eq!(again.body, paper.body, "the same bytes as before");
        assert_eq!(june(&world.hr).await["month"]["newest"]["exportedAt"], Value::Null, "an older one is not noted");
        reopen(&world.hr).await.expect(200);
        assert_eq!(said(&reopen(&world.hr).await.expect(409)), told("CONFLICT", "June 2026 is not closed"));
    }

    /// [months.md §9, 15 and 24]
    async fn the_checksum_is_that_of_the_exported_file_and_stands_on_the_papers_of_which_an_employees_has_no_amount(app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.joiner(app).await;
        accept(&world.hr, &ann, &[26]).await.expect(200);
        let month = close(&world.hr).await.expect(200).data()["month"].clone();
        assert_eq!(text(&month["newest"], "checksum"), VECTOR);
        let file = csv(&world.hr).await.body;
        let (lines, last) = canonical(&file);
        assert_eq!(last, ["Checksum", VECTOR]);
        assert_eq!(sha256(&lines), VECTOR);
        let header = "Month,Revision,Employee ID,Name,Department,Scheduled Days,Working Days,Approved Days,Paid Leave,Unpaid Leave,\
            Absent Days,Pending Days,Payable Days,Extra Days,Approved Hours,Currency,Annual Salary,Salary Since,Monthly Base,Gross Pay,External ID\r\n";
        let row = "2026-06,1,EMP1003,Ann Berg,Works,21.0,14.0,10.5,0.0,0.0,3.5,0.0,10.5,0.0,95.0,EUR,36000.00,,3000.00,1500.00,\r\n";
        assert_eq!(lines, format!("{header}{row}"));
        assert_eq!(check(&world.hr, &file).await.expect(200).data(), found("current", Some(1)));
        let paper = Printed::read(&export(&world.hr, json!({"format": "pdf"})).await.expect(200).body).run_on();
        let printed = paper.split_once("Checksum").and_then(|(_, after)| after.get(..64)).unwrap_or_else(|| panic!("{paper}"));
        assert_eq!(printed, VECTOR);
        assert_eq!(look_up(&world.hr, printed).await.expect(200).data(), found("current", Some(1)));
        let attendance = world.hr.get("/api/users/attendance-summary/pdf?month=6&year=2026").await.expect(200);
        let attendance = Printed::read(&attendance.body).run_on();
        let note = format!("Closed,revision1.Checksum{VECTOR}");
        assert!(attendance.contains("AnnBerg") && attendance.contains(&note), "{attendance}");
        let receipt = Printed::read(&app.sign_in(&ann).await.get(RECEIPT).await.expect(200).body).run_on();
        assert!(["AnnBerg", "EMP1003", "2026-06-26", VECTOR].iter().all(|word| receipt.contains(word)), "{receipt}");
        for word in ["36,000", "36000", "alary", "Gross", "EUR"] {
            assert!(!receipt.contains(word), "{word}: {receipt}");
        }

        // What a spreadsheet would take for a formula.
        reopen(&app.sign_in(&app.person("Ada", Role::Admin).await).await).await.expect(200);
        world.change("Ann", &ann, json!({"department": "=1+1"})).await;
        let month = close(&world.hr).await.expect(200).data()["month"].clone();
        let file = csv(&world.hr).await.body;
        let (lines, last) = canonical(&file);
        assert!(lines.contains(",Ann Berg,'=1+1,21.0,"), "{lines}");
        assert_eq!(last, ["Checksum".to_owned(), sha256(&lines)]);
        assert_eq!(month["newest"]["checksum"], last[1]);
        assert_eq!(check(&world.hr, &file).await.expect(200).data(), found("current", Some(2)));
    }

    /// [months.md §9, 16]
    async fn a_file_is_known_again(app: &TestApp) {
        let world = World::of(app).await;
        world.with_full_month(app, "Ann").await;
        let month = close(&world.hr).await.expect(200).data()["month"].clone();
        let checksum = text(&month["newest"], "checksum").to_owned();
        let spaced = checksum.to_uppercase().split("").collect::<Vec<_>>().join(" ");
        assert_eq!(look_up(&world.hr, &format!(" {spaced}\n")).await.expect(200).data(), found("current", Some(1)));
        let file = String::from_utf8(csv(&world.hr).await.body).unwrap();
        let other = file.replace("21.0", "22.0");
        assert_eq!(check(&world.hr, other.as_bytes()).await.expect(200).data(), found("changed", Some(1)));
        let none: [&[u8]; 3] = [b"Date,Hours\r\n2026-06-01,9.0\r\n", b"", b"\xff\xfe\x00"];
        for file in none {
            assert_eq!(check(&world.hr, file).await.expect(200).data(), found("unknown", None), "{file:?}");
        }
        assert_eq!(look_up(&world.hr, &"0".repeat(64)).await.expect(200).data(), found("unknown", None));
        let refused = look_up(&world.hr, &checksum[1..]).await.expect(400);
        assert_eq!(said(&refused), told("VALIDATION_FAILED", "Enter the 64 characters of a checksum"));
        reopen(&app.sign_in(&app.person("Ada", Role::Admin).await).await).await.expect(200);
        assert_eq!(look_up(&world.hr, &checksum).await.expect(200).data(), found("superseded", Some(1)));
        close(&world.hr).await.expect(200);
        assert_eq!(check(&world.hr, file.as_bytes()).await.expect(200).data(), found("superseded", Some(1)));

        check(&world.hr, &vec![b'x'; 8 * MIB]).await.expect(200);
        let large = check(&world.hr, &vec![b'x'; 8 * MIB + 1]).await.expect(413);
        assert_eq!(said(&large), told("PAYLOAD_TOO_LARGE", "The request is too large. At most 8 MiB are accepted."));
        let client = world.hr.with_header("Content-Type", "text/plain");
        let plain = client.send("POST", "/api/months/check", Some(b"x")).await.expect(415);
        assert_eq!(plain.message(), "The request body must be plain JSON (application/json) or CSV (text/csv)");
        // Elsewhere the limit stays.
        let reason = json!({"reason": "x".repeat(64 * 1024)});
        world.hr.post(&format!("{JUNE}/reopen"), reason).await.expect(413);
    }

    /// [months.md 1.8, and §9, 25] Another name of anybody or anything, another manager, currency or zone is for the next revision.
    async fn what_changes_later_is_not_in_it_and_its_papers_are_the_same_bytes(database: &TestDatabase, app: &TestApp) {
        let world = World::of(app).await;
        let ann = world.with_full_month(app, "Ann").await;
        close(&world.hr).await.expect(200);
        let own = app.sign_in(&ann).await;
        let papers = async |hr: &Client, own: &Client, revision: u32| {
            let payroll = export(hr, json!({"format": "pdf", "revision": revision})).await.expect(200);
            [payroll.body, own.get(RECEIPT).await.expect(200).body]
        };
        let (first, before) = (papers(&world.hr, &own, 1).await, payroll(&world.hr, "").await["rows"].clone());

        let ada = app.sign_in(&app.person("Ada", Role::Admin).await).await;
        for (setting, value) in [("organisation.name", "Northwind"), ("money.currency", "USD")] {
            ada.put(&format!("/api/settings/{setting}"), json!({"value": value, "version": 0})).await.expect(200);
        }
        ada.put(&path(&world.hal), unchanged("Harold", &world.hal, "HR")).await.expect(200);
        let moe = app.person("Moe", Role::Manager).await;
        let assigned = json!({"employeeId": ann.id.to_string(), "managerId": moe.id.to_string()});
        world.hr.post("/api/users/assign-manager", assigned).await.expect(200);
        world.change("Anna", &ann, json!({"department": "Yard"})).await;
        assert_eq!(payroll(&world.hr, "").await["rows"], before);
        assert_eq!(june(&world.hr).await["month"]["newest"]["currency"], "EUR");
        assert!(csv(&world.hr).await.text().contains(",EUR,"));
        assert!(papers(&world.hr, &own, 1).await == first, "after it was renamed");
        let listed = async |client: &Client| client.get("/api/users/attendance-summary?month=6&year=2026").await.expect(200).json();
        assert_eq!(listed(&world.lead).await, json!([]), "the present team");
        assert_eq!(attendance(&app.sign_in(&moe).await, "Ann").await, json!([21.0, 21.0, 100.0]));
        let elsewhere = Setup { zone: chrono_tz::Pacific::Kiritimati, ..Setup::default() };
        let there = TestApp::start_over(database.another_instance().await, elsewhere).await;
        there.clock.set(NOW);
        assert!(papers(&at(&there, &world.hr), &at(&there, &own), 1).await == first, "in another zone");

        app.clock.set("2026-07-03T03:00:00Z");
        while application::months::check_next(&app.ports).await.unwrap() {}
        let (hr, own) = (app.sign_in(&world.hal).await, app.sign_in(&ann).await);
        let check = june(&hr).await["month"]["check"].clone();
        assert_eq!((&check["differences"], &check["checksumHolds"]), (&json!(0), &json!(true)));
        reopen(&app.sign_in(&app.person("Abe", Role::Admin).await).await).await.expect(200);
        let again = close(&hr).await.expect(200).data()["month"]["newest"].clone();
        assert_eq!((text(&again, "currency"), &row(&hr, "Anna").await["department"]), ("USD", &json!("Yard")));
        let [payroll, receipt] = papers(&hr, &own, 2).await;
        assert!(payroll != first[0] && receipt != first[1], "the next revision has what holds by then");
        assert!(export(&hr, json!({"format": "pdf", "revision": 1})).await.expect(200).body == first[0]);
    }
}
