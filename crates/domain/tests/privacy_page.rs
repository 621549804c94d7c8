//! The tables of `docs/privacy.md` are drawn from the register of personal data and from the table of permissions.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use domain::access::{Capability, Reach, reach};
use domain::person::Role;
use domain::privacy::{Category, register};
use domain::settings::{Key, Settings};

/// Set, it has the test write the page anew instead of comparing it.
const SWITCH: &str = "DAYBOOK_WRITE_DOCS";

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/privacy.md");
    let found = std::fs::read_to_string(&path).unwrap();
    let parts = [("categories", categories()), ("removed", removed()), ("roles", roles()), ("columns", columns())];
    let wanted = parts.iter().fold(found.clone(), |page, (name, lines)| drawn(&page, name, lines));
    if std::env::var_os(SWITCH).is_some() {
        std::fs::write(&path, &wanted).unwrap();
    } else {
        assert!(found == wanted, "docs/privacy.md is stale: its end says how to write it anew");
    }
}

/// The page with these lines between the marks of a part.
fn drawn(page: &str, name: &str, lines: &[String]) -> String {
    let begin = format!("<!-- drawn: {name} -->\n");
    let (before, rest) = page.split_once(&begin).expect("the marks of each part are in the page");
    let (_, after) = rest.split_once("<!-- end -->").expect("each part has an end");
    format!("{before}{begin}{}\n<!-- end -->{after}", lines.join("\n"))
}

fn row<T: AsRef<str>>(cells: impl IntoIterator<Item = T>) -> String {
    cells.into_iter().fold("|".to_owned(), |row, cell| format!("{row} {} |", cell.as_ref()))
}

fn table(heading: &[&str], rows: impl IntoIterator<Item = String>) -> Vec<String> {
    [row(heading), row(heading.iter().map(|_| "---"))].into_iter().chain(rows).collect()
}

fn categories() -> Vec<String> {
    let of = |category: Category| row([category.label(), holds(category), category.purpose(), &kept(category)]);
    table(&["category", "what", "why", "kept"], Category::ALL.map(of))
}

const fn holds(category: Category) -> &'static str {
    match category {
        Category::Account => {
            "names, email address, telephone number, department, position, designation, joining date, service history, \
             working hours, manager, role, substitutions"
        }
        Category::Pay => "salaries, and the amounts of closed months",
        Category::Days => {
            "recorded days with all versions, comments and decisions; unlocks and requests for them; absences; accepted days"
        }
        Category::Leave => "requests with their steps and days, and the ledger of balances",
        Category::Months => "for each close of a month its figures by person, and who closed, exported and reopened it",
        Category::Messages => "notices, mails, choices of mails, fingerprints of calendar feeds",
        Category::SignIns => {
            "sessions and their IP addresses, counted attempts, hashes of passwords, second factors, accounts at providers, \
             links to set a password"
        }
        Category::History => "who did what to whom, when, and from which IP address",
    }
}

fn kept(category: Category) -> String {
    match category {
        Category::Account | Category::Days | Category::Leave | Category::Months => "for ever".to_owned(),
        Category::Pay => "for ever, with the account and with the closed month".to_owned(),
        Category::Messages => "notices and mails as below, the rest while the account has them".to_owned(),
        Category::SignIns => {
            "as below; password, second factor, last sign-in and accounts at providers while the account has them"
                .to_owned()
        }
        Category::History => {
            let months = Settings::default().integer(Key::AuditRetentionMonths);
            format!("{months} months, unless *Months the audit log is kept* says otherwise")
        }
    }
}

fn removed() -> Vec<String> {
    let gone = register().filter_map(|table| Some(row([format!("`{}`", table.name), table.removed?.to_owned()])));
    table(&["table", "removed"], gone)
}

/// What somebody can read, and the capability that opens it.
const READS: [(&str, Capability); 13] = [
    ("accounts and profiles", Capability::ListPeople),
    ("telephone numbers", Capability::SeePhoneNumbers),
    ("salaries", Capability::SeeSalaries),
    ("recorded days", Capability::ReadTimesheets),
    ("earlier versions of a day", Capability::ReadEntryHistory),
    ("attendance", Capability::ReadAttendance),
    ("leave", Capability::ReadLeave),
    ("who is away when", Capability::SeeLeaveCalendar),
    ("closed months, with amounts", Capability::KeepMonths),
    ("statements of closed months, without amounts", Capability::ReadStatements),
    ("figures of departments", Capability::SeeReports),
    ("notices", Capability::ReadNotices),
    ("the audit log", Capability::ReadAuditLog),
];

fn roles() -> Vec<String> {
    let heading: Vec<&str> = std::iter::once("what").chain(Role::ALL.iter().map(|role| role.name())).collect();
    let cell = |reach: Reach| match reach {
        Reach::Nothing => "–",
        Reach::Own => "their own",
        Reach::Team => "their team's",
        Reach::TeamsOfOthers => "as a substitute",
        Reach::Everyone => "everybody's",
    };
    let line = |(what, capability): (&str, Capability)| {
        row(std::iter::once(what).chain(Role::ALL.iter().map(|role| cell(reach(*role, capability)))))
    };
    table(&heading, READS.map(line))
}

fn columns() -> Vec<String> {
    let mut lines = Vec::new();
    for of in register() {
        lines.extend([format!("### `{}`", of.name), String::new(), of.holds.to_owned(), String::new()]);
        let quoted = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let rows = of.columns.iter().map(|columns| {
            let category = columns.category.map_or("nothing personal", Category::label);
            let whose = columns.whose.map_or_else(|| "–".to_owned(), |whose| format!("`{whose}`"));
            row([category, &whose, &quoted(columns.names)])
        });
        lines.extend(table(&["category", "whose", "columns"], rows));
        lines.push(String::new());
    }
    lines.pop();
    lines
}
