use super::*;
use crate::Error;
use crate::events::Record;
use crate::memory::State;
use crate::ports::NewLedgerRow;
use crate::testing::{Fakes, at, caller, day, holiday, seed, user, writing};
use domain::access::Forbidden;
use domain::id::LedgerRowId;
use domain::leave::{LeaveDays, LedgerRow, RowKind};
use domain::person::Salary;
use uuid::Uuid;

/// Employee 1 of manager 2, Employee 3 who is inactive, HR and an administrator.
fn portal() -> State {
    let people = [(1, Role::Employee), (2, Role::Manager), (3, Role::Employee), (8, Role::Hr), (9, Role::Admin)];
    let mut state = State::of(&people);
    state.person(1).record.manager = Some(user(2));
    state.person(3).record.standing.is_active = false;
    state
}

fn words(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.to_string(),
        Cell::Date(day) => day.to_string(),
        Cell::Halves(halves) => sheet::halves(*halves),
        Cell::Amount(cents) => sheet::cents(*cents),
        Cell::Nothing => String::new(),
        other => panic!("{other:?}"),
    }
}

/// The lines of a file below its headings, which are those of `columns`. Its download is recorded under `name`.
async fn exported(
    state: State,
    columns: &[import::Column],
    name: &str,
    export: impl AsyncFnOnce(Ports) -> Result<Spreadsheet>,
) -> Vec<String> {
    let (fakes, written) = writing(Fakes::over(state));
    assert_eq!(export(fakes.ports()).await.map(|file| file.name), Ok(name.to_owned()));
    let noted: Vec<Record> = fakes.state().events.iter().map(|event| event.record.clone()).collect();
    assert_eq!(noted, [Record::of("file-downloaded").detail("fileName", name)]);
    let lines = written.lock().unwrap();
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let line = |cells: &Vec<Cell>| cells.iter().map(words).collect::<Vec<_>>().join("|");
    assert_eq!(line(&lines[0]), names.join("|"));
    assert!(lines.iter().all(|line| line.len() == columns.len()), "each cell has its column");
    lines[1..].iter().map(line).collect()
}

async fn exported_people(state: State, role: Role) -> Vec<String> {
    let name = "People_2026-06-10.csv";
    let export = async |ports: Ports| people(&ports, &caller(9, role)).await;
    exported(state, &import::people::COLUMNS, name, export).await
}

#[tokio::test]
async fn people_have_what_an_import_would_set() {
    let mut state = portal();
    let from = (day("2026-01-01"), day("2026-07-01"));
    let salary = |cents| (Some(Salary::from_cents(cents).unwrap()), at("2026-01-01T08:00:00Z"), None);
    state.salaries = [
        ((user(1), from.0), salary(3_600_050)),
        ((user(1), from.1), salary(4_000_000)),
        ((user(2), from.1), salary(0)),
        ((user(3), from.0), salary(1)),
        ((user(3), day("2026-02-01")), (None, at("2026-01-01T08:00:00Z"), None)),
    ]
    .into();
    let ann = &mut state.person(1).record;
    (ann.external_id, ann.phone_number) = (Some("0017".into()), Some("+44 20".into()));
    (ann.department, ann.designation, ann.records_from) = (Some("=1".into()), None, Some(day("2026-06-01")));
    let rest = "Senior|'+44 20 7946 0000|2025-06-01|";
    let expected = [
        "EMP1001|'0017|First1|Last1|p1@x.org|Employee|'=1|Developer||'+44 20|2025-06-01|2026-06-01|36000.50|2026-01-01|||||p2@x.org|active".to_owned(),
        format!("EMP1002|X-2|First2|Last2|p2@x.org|Manager|Engineering|Developer|{rest}|0.00|2026-07-01||||||active"),
        format!("EMP1003|X-3|First3|Last3|p3@x.org|Employee|Engineering|Developer|{rest}||||||||inactive"),
    ];
    assert_eq!(exported_people(state.clone(), Role::Hr).await, expected);
    let all = exported_people(state, Role::Admin).await;
    assert_eq!((all.len(), &all[..3]), (5, &expected[..]), "an administrator lists everybody");
}

fn entered(n: u128, year: i32, halves: i32, number: i32, note: Option<&str>) -> NewLedgerRow {
    let row =
        LedgerRow { year, kind: RowKind::Opening, days: LeaveDays::from_half_days(halves), date: day("2026-06-01") };
    let id =
        LedgerRowId::new(Uuid::from_u128(n * 1_000 + u128::from(number.unsigned_abs()) + u128::from(number < 0) * 100));
    NewLedgerRow {
        id,
        user: user(n),
        leave_type: seed(1),
        row,
        note: note.map(str::to_owned),
        request: None,
        opening_number: Some(number),
        by: None,
        created_at: at("2026-06-01T08:00:00Z"),
    }
}

#[tokio::test]
async fn balances_are_the_opening_ones_that_hold() {
    let mut state = portal();
    state.leave_ledger = vec![
        entered(1, 2026, 9, 1, None),
        entered(1, 2026, -9, -1, Some("Replaced")),
        entered(1, 2026, -5, 2, Some("-")),
        entered(1, 2025, 4, 1, None),
        entered(3, 2026, 24, 1, Some("From Ghent")),
    ];
    let in_year = async |year: Option<i32>, name: &str| {
        let export = async |ports: Ports| balances(&ports, &caller(9, Role::Hr), year).await;
        exported(state.clone(), &import::balances::COLUMNS, name, export).await
    };
    let expected =
        ["EMP1001|X-1|p1@x.org|Annual Leave|2026|-2.5|'-", "EMP1003|X-3|p3@x.org|Annual Leave|2026|12.0|From Ghent"];
    assert_eq!(in_year(None, "Leave_balances_2026.csv").await, expected);
    assert_eq!(in_year(Some(2025), "Leave_balances_2025.csv").await, ["EMP1001|X-1|p1@x.org|Annual Leave|2025|2.0|"]);
}

#[tokio::test]
async fn holidays_are_all_of_them_by_date() {
    let mut state = portal();
    for mut of in [holiday("2027-01-01", false), holiday("2019-12-25", true)] {
        of.holiday.description = of.holiday.is_recurring.then(|| "@home".to_owned());
        state.keep_holiday(of);
    }
    let export = async |ports: Ports| holidays(&ports, &caller(8, Role::Hr)).await;
    let lines = exported(state, &import::holidays::COLUMNS, "Holidays.csv", export).await;
    assert_eq!(lines, ["2019-12-25|Holiday of 2019-12-25|'@home|yes", "2027-01-01|Holiday of 2027-01-01||no"]);
}

#[tokio::test]
async fn nobody_else_exports_anything() {
    for role in [Role::Employee, Role::Manager, Role::Boss] {
        // Nothing is asked: the store would fail.
        let (ports, caller) = (Fakes::default().ports(), caller(1, role));
        let refused = Some(Error::Forbidden(Forbidden::Role));
        assert_eq!(people(&ports, &caller).await.err(), refused, "{role}");
        assert_eq!(balances(&ports, &caller, None).await.err(), refused, "{role}");
        assert_eq!(holidays(&ports, &caller).await.err(), refused, "{role}");
    }
}
