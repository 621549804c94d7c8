//! The months that the table is asked about, and the requests about them.

use application::ports::KeptValue;
use serde_json::{Value, json};
use testkit::{Client, TestApp};

use super::Whose::Unknown;
use super::table::{Caller, EXPORTED, MALFORMED, Row};

/// Closed twice, and about to be exported.
const CLOSED_TWICE: &str = "2026-05";

/// HR closes some months, one of them twice, and reminds the managers of the present one.
pub(super) async fn close_some(app: &TestApp, hr: &Client) {
    let work = app.ports.store.begin().await.unwrap();
    work.kept_values().set(KeptValue::FrozenThrough, "2026-06-08").await.unwrap();
    work.commit().await.unwrap();
    let (forced, reason) = (json!({"force": true, "reason": "Payday"}), json!({"reason": "Once more"}));
    for month in ["2026-03", "2026-04", CLOSED_TWICE] {
        hr.post(&format!("/api/months/{month}/close"), forced.clone()).await.expect(200);
    }
    hr.post(&format!("/api/months/{CLOSED_TWICE}/reopen"), reason).await.expect(200);
    hr.post(&format!("/api/months/{CLOSED_TWICE}/close"), forced).await.expect(200);
    hr.post("/api/months/2026-06/remind", json!({"kind": "manager"})).await.expect(200);
}

/// The month that a call is about: one for each caller to close, and one to reopen.
pub(super) fn month_of(row: &Row, caller: Caller) -> &'static str {
    let is_about_people = ["remindAboutMonth", "acceptAsAbsent"].contains(&row.operation);
    match (row.operation, caller) {
        _ if row.how == MALFORMED => "no-month",
        _ if row.whose == Unknown && !is_about_people => "2026-07",
        _ if row.how == EXPORTED => CLOSED_TWICE,
        ("closeMonth", Caller::Admin) => "2026-02",
        ("closeMonth", _) => "2026-01",
        ("reopenMonth", Caller::Admin) => "2026-04",
        ("reopenMonth", _) => "2026-03",
        ("remindAboutMonth" | "acceptAsAbsent" | "monthReadiness", _) => "2026-06",
        _ => CLOSED_TWICE,
    }
}

/// The query and the body of a call about months; `None` where it is about something else.
pub(super) fn request(row: &Row, id: Option<&str>) -> Option<(String, Option<Value>)> {
    let body = match row.operation {
        "remindAboutMonth" => json!({"kind": "employee", "userIds": [id]}),
        "acceptAsAbsent" => json!({"items": [{"userId": id, "dates": ["2026-06-01"]}], "note": "Agreed"}),
        "closeMonth" => json!({"force": true, "reason": "Payday"}),
        "reopenMonth" => json!({"reason": "A day was forgotten"}),
        "exportPayroll" => json!({"format": "csv"}),
        "checkPayroll" => json!({"checksum": "0".repeat(64)}),
        "payrollDifferences" => return Some(("?from=1&to=2".to_owned(), None)),
        _ => return None,
    };
    Some((String::new(), Some(body)))
}
