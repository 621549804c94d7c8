//! A person's month as a spreadsheet: what a reader finds in it, under which name it comes, and who gets it.

use domain::person::Role;
use serde_json::json;
use testkit::{Client, Response, TestPerson, app::unknown_id, on_one_engine};

use super::accounts::path;
use super::{Team, entry, submit};

const HEADER: [&str; 6] = ["Date", "Day", "Hours", "Description", "Status", "Comment"];
const MARK: &[u8] = b"\xEF\xBB\xBF";

async fn download(client: &Client, person: &TestPerson, month: u32) -> Response {
    client.get(&format!("/api/timesheets/download?userId={}&month={month}&year=2026", person.id)).await
}

/// The rows below the header, as a reader of such files finds them.
fn rows(answer: &Response) -> Vec<Vec<String>> {
    let table = answer.body.strip_prefix(MARK).expect("a byte order mark");
    assert!(!table.starts_with(MARK), "one mark");
    let mut reader = csv::ReaderBuilder::new().has_headers(true).from_reader(table);
    assert_eq!(reader.headers().unwrap(), &csv::StringRecord::from(HEADER.to_vec()));
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

on_one_engine! {
    async fn every_entry_is_a_row(app: &TestApp) {
        let team = Team::of(app).await;
        let written = [
            ("2026-06-01", 0.0, "=HYPERLINK(\"http://evil.example\")", "'=HYPERLINK(\"http://evil.example\")"),
            ("2026-06-02", 8.5, "Said \"no\", twice; and 'once'", "Said \"no\", twice; and 'once'"),
            ("2026-06-03", 24.0, "one\ntwo\n\n\tfour", "one\ntwo\n\n\tfour"),
            ("2026-06-04", 7.5, "שלום, עולם", "שלום, עולם"),
            ("2026-06-05", 9.0, "مرحبا 👩‍👩‍👧 🏁", "مرحبا 👩‍👩‍👧 🏁"),
            ("2026-06-06", 1.0, "@SUM(A1)", "'@SUM(A1)"),
        ];
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        // Recorded out of order: the file has an order of its own.
        for (date, hours, description, _) in written.iter().rev() {
            app.unlock(&team.member, &team.manager, date).await;
            ann.post("/api/timesheets/my", entry(date, *hours, description)).await.expect(201);
        }
        app.unlock(&team.member, &team.manager, "2026-05-31").await;
        submit(&ann, "2026-05-31").await;
        let all = ann.get("/api/timesheets/my?month=6&year=2026").await.expect(200).data()["timesheets"].clone();
        let id = |date: &str| all.as_array().unwrap().iter().find(|sheet| sheet["date"] == date).unwrap()["_id"].clone();
        let reason = "=which project?\n\"Apollo\"";
        max.post("/api/timesheets/bulk-reject", json!({"ids": [id("2026-06-02")], "comment": reason})).await.expect(200);
        max.post("/api/timesheets/bulk-approve", json!({"ids": [id("2026-06-03")]})).await.expect(200);

        let answer = download(&ann, &team.member, 6).await.expect(200);
        assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
        assert_eq!((answer.header("transfer-encoding"), answer.header("content-length")), (None, Some(answer.body.len().to_string().as_str())), "it is one piece");
        assert_eq!((answer.header("cache-control"), answer.header("x-content-type-options")), (Some("no-store"), Some("nosniff")));
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
        let hours = ["0.0", "8.5", "24.0", "7.5", "9.0", "1.0"];
        let expected: Vec<Vec<String>> = written
            .iter()
            .zip(days.iter().zip(hours))
            .map(|((date, _, _, cell), (day, hours))| {
                let (status, comment) = match *date {
                    "2026-06-02" => ("rejected", "'=which project?\n\"Apollo\""),
                    "2026-06-03" => ("approved", ""),
                    _ => ("pending", ""),
                };
                [*date, day, hours, cell, status, comment].map(str::to_owned).to_vec()
            })
            .collect();
        assert_eq!(rows(&answer), expected);
        let text = answer.text();
        assert!(text.starts_with("\u{feff}Date,Day,Hours,Description,Status,Comment\r\n2026-06-01,Monday,0.0,"), "{text}");
        assert!(text.ends_with(",pending,\r\n") && text.matches("\r\n").count() == 7, "CRLF ends rows, and stands nowhere else: {text:?}");
        assert_eq!(rows(&download(&max, &team.member, 5).await.expect(200)).len(), 1, "the next month is another file");
    }

    async fn the_file_is_named_after_its_person_as_far_as_file_systems_and_headers_take_it(app: &TestApp) {
        let team = Team::of(app).await;
        let hal = app.sign_in(&app.person("Hal", Role::Hr).await).await;
        submit(&app.sign_in(&team.member).await, "2026-06-10").await;
        for (first, last, plain, own) in [
            ("Ann", "Example", "Ann_Example", "Ann_Example"),
            ("Mary Ann", "O'Neil-Smith", "Mary_Ann_O'Neil-Smith", "Mary_Ann_O%27Neil-Smith"),
            ("Jürgen", "Großmann", "J_rgen_Gro_mann", "J%C3%BCrgen_Gro%C3%9Fmann"),
            ("../etc", "a/b\\c:d\"e;f%g", "_._etc_a_b_c_d_e_f_g", "_._etc_a_b_c_d_e_f_g"),
            ("Ζωή", "😀", "_____", "%CE%96%CF%89%CE%AE_%F0%9F%98%80"),
        ] {
            let named = json!({"firstName": first, "lastName": last, "email": team.member.email, "role": "Employee"});
            hal.put(&path(&team.member), named).await.expect(200);
            let answer = download(&hal, &team.member, 6).await.expect(200);
            let end = "_timesheet_June_2026.csv";
            let expected = format!("attachment; filename=\"{plain}{end}\"; filename*=UTF-8''{own}{end}");
            assert_eq!(answer.header("content-disposition"), Some(expected.as_str()));
        }
    }

    async fn a_month_of_nobody_and_one_without_entries_are_not_found(app: &TestApp) {
        let team = Team::of(app).await;
        let zoe = app.person("Zoe", Role::Manager).await;
        let eve = app.member("Eve", &zoe).await;
        let (ann, hal) = (app.sign_in(&team.member).await, app.sign_in(&app.person("Hal", Role::Hr).await).await);
        submit(&ann, "2026-06-10").await;
        let unknown = TestPerson { id: unknown_id().parse().unwrap(), ..eve.clone() };
        let empty = "No timesheet entries found for the selected month and year.";
        for client in [&ann, &hal] {
            let none = download(client, &team.member, 7).await.expect(404);
            assert_eq!((none.code().as_str(), none.message().as_str()), ("NOT_FOUND", empty));
        }
        assert_eq!(download(&hal, &eve, 6).await.expect(404).message(), empty);
        assert_eq!(download(&hal, &unknown, 6).await.expect(404).message(), "User not found");
    }
}
