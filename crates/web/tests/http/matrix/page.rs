//! The table as a page for people: `docs/access.md`.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use super::Whose::{ABoss, AManager, AnAdmin, AnEmployee, AnHr, Everyone, Nobodys, Own, Team, Unknown};
use super::table::{Caller, Row, rows};
use super::{Operation, operations};

/// Set, it has the test write the page anew instead of comparing it.
const SWITCH: &str = "DAYBOOK_WRITE_DOCS";

const HEAD: &str = "\
# Who may do what

Every call of the portal, by every kind of caller, for whose things. This page is drawn from the table that the tests
walk through: each cell below is a request that `cargo xtask test` sends to a running portal, on SQLite and on PostgreSQL,
and an operation without a row fails the tests. So what stands here is what the server does, whatever a screen shows or
hides. The table is `crates/web/tests/http/matrix/table.rs`, with its
parts about oversight and imports in `oversight.rs` and `imports.rs` beside it. After a change of it, the page is written anew with

```sh
DAYBOOK_WRITE_DOCS=1 cargo test -p web --test http the_page_is_up_to_date
```

**Callers.** *Visitor*: no session. *New*: signed in with a generated password that has not been changed yet. The others
by role.

**Cells.** *yes*: it is done. A number is the status of a refusal: 400 a rule of the request, 401 not signed in, 403 not
permitted, 404 there is no such thing, 409 a clash with how things stand. Refusals come in a fixed order: 401, the generated
password, a second factor that is overdue, 413 and 415, 403 for the role, 400, 404, 403 for whose it is, 409.

**What holds beyond the table**, each with tests of its own:

- A salary stands in answers to HR and administrators only, and a password or its hash in none, but for the generated
  password that a registration answers once.
- A Boss is shown no telephone number, not even their own, no salary and no type of leave.
- The directory shows the name, employee ID, e-mail address, role, department and position of active people, and no
  telephone number, salary, joining date or block.
- A field that does not belong into a body changes nothing.
- A block, a deactivation and a change of role hold from the very next request on, on every instance. The socket of somebody who is
  blocked or deactivated is closed within a second. After a change of role it stays open as what it was; its messages name topics and
  carry no data.
- Rights over a team follow the present manager.
- One active administrator remains, whatever is asked for.
";

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/access.md");
    let wanted = page();
    if std::env::var_os(SWITCH).is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "docs/access.md is stale: its head says how to write it anew");
}

/// A heading for each area of the API document, in its order.
fn page() -> String {
    let operations = operations();
    let document: Value = serde_json::from_str(&web::openapi()).unwrap();
    let mut page = HEAD.to_owned();
    let mut written = 0;
    for area in document["tags"].as_array().unwrap() {
        let mut of_area: Vec<_> = operations.iter().filter(|(_, operation)| operation.tag == area["name"]).collect();
        of_area.sort_by_key(|(id, _)| rows().position(|row| row.operation == *id));
        writeln!(page, "\n## {}", area["description"].as_str().unwrap()).unwrap();
        for (id, operation) in of_area {
            write_operation(&mut page, id, operation);
            written += 1;
        }
    }
    assert_eq!(written, operations.len(), "each operation has the tag of an area");
    page
}

fn write_operation(page: &mut String, id: &str, operation: &Operation) {
    let Operation { method, path, summary, .. } = operation;
    let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
    writeln!(page, "\n### `{method} {path}`\n\n{summary}\n").unwrap();
    let headings = Caller::COLUMNS.map(Caller::heading).join(" | ");
    writeln!(page, "| whose | {headings} |\n|---{}|", "|---".repeat(Caller::COLUMNS.len())).unwrap();
    for row in rows().filter(|row| row.operation == id) {
        let cells = row.expected().map(|(_, status)| cell(status)).collect::<Vec<_>>().join(" | ");
        writeln!(page, "| {} | {cells} |", whose(row)).unwrap();
    }
}

fn cell(status: u16) -> String {
    if status == 101 || (200..300).contains(&status) { "yes".to_owned() } else { status.to_string() }
}

fn whose(row: &Row) -> String {
    let whose = match row.whose {
        AnEmployee if ["register", "users"].contains(&row.operation) => "an Employee",
        Nobodys => "–",
        Everyone => "the directory (`viewAll=true`)",
        Own => "the caller's own",
        Team => "an Employee of the manager's team",
        AnEmployee => "an Employee of another team",
        AManager => "a Manager",
        AnHr => "somebody in HR",
        AnAdmin => "an administrator",
        ABoss => "a Boss",
        Unknown => "nobody: the id is unknown",
    };
    if row.how.is_empty() { whose.to_owned() } else { format!("{whose}, {}", row.how) }
}
