//! The calls of imports.

use serde_json::{Value, json};

use super::Whose::{Nobodys, Unknown};
use super::table::{Row, row};

pub(super) const TABLE: &[Row] = &[
    //                                        none  new  Emp  Mgr   HR  Adm  Boss
    row("importCountries", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("planCountry", Nobodys, [401, 403, 403, 403, 201, 201, 403]),
    // Their body is no file.
    row("planImport", Unknown, [401, 403, 415, 415, 415, 415, 415]),
    row("importPlan", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("importRows", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("applyImport", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("refusedRows", Unknown, [401, 403, 403, 403, 404, 404, 403]),
];

/// The query and the body of such a call; `None` where it is about something else.
pub(super) fn request(row: &Row) -> Option<(String, Option<Value>)> {
    let body = match row.operation {
        "planCountry" => json!({"country": "DE", "years": [2026]}),
        "planImport" | "applyImport" => json!({}),
        _ => return None,
    };
    Some((String::new(), Some(body)))
}
