//! What changed between revisions, and between a revision and the present (months.md 4, and 9, cases 13, 17 and 25).

use super::*;

fn file(revision: u32, currency: &str) -> PayrollFile {
    PayrollFile::new(june(), revision, currency, PayrollForm::NEWEST)
}

fn said(changes: &[FieldChange]) -> Vec<String> {
    changes.iter().map(|change| format!("{} {} → {}", change.field, change.from, change.to)).collect()
}

/// The person of case 2 without an entry on 30 June, and with it.
fn case_13() -> (PayrollRow, PayrollRow) {
    let full = Person::full().earning("2026-06-15", 4_200_000);
    (full.clone().without(30).row(), full.row())
}

#[test]
fn case_13_a_row_that_changed_names_each_cell() {
    let (was, is) = case_13();
    let (first, second) = (file(1, "EUR"), file(2, "EUR"));
    let difference = compare((&first, Some(&was)), (&second, Some(&is))).unwrap();
    assert_eq!((difference.employee_id.number(), difference.name.as_str()), (1003, "Ann Berg"));
    assert_eq!(difference.kind.name(), "changed");
    let expected = [
        "Approved Days 20.0 → 21.0",
        "Absent Days 1.0 → 0.0",
        "Payable Days 20.0 → 21.0",
        "Approved Hours 180.0 → 189.0",
        "Gross Pay 3095.24 → 3261.90",
    ];
    assert_eq!(said(&difference.fields), expected);
    assert_eq!(compare((&first, Some(&is)), (&second, Some(&is))), None, "month and revision are not compared");
    assert!(is_another_statement(Some(&was.figures), &is.figures));
    assert!(!is_another_statement(Some(&is.figures), &is.figures));
    assert!(is_another_statement(None, &is.figures));
}

#[test]
fn somebody_is_added_or_removed_without_cells() {
    let (_, row) = case_13();
    let (first, second) = (file(1, "EUR"), file(2, "EUR"));
    let kind = |before, after| compare((&first, before), (&second, after)).map(|of| (of.kind.name(), of.fields.len()));
    assert_eq!(kind(None, Some(&row)), Some(("added", 0)));
    assert_eq!(kind(Some(&row), None), Some(("removed", 0)));
    assert_eq!(kind(None, None), None);
}

#[test]
fn name_department_and_currency_are_compared_between_revisions() {
    let (_, row) = case_13();
    let name = FullName { first: "Ann".into(), last: "Berg-Lee".into() };
    let renamed = PayrollRow { name, department: None, ..row.clone() };
    let difference = compare((&file(1, "EUR"), Some(&row)), (&file(2, "USD"), Some(&renamed))).unwrap();
    assert_eq!(difference.name, "Ann Berg-Lee", "as the second revision has it");
    assert_eq!(said(&difference.fields), ["Name Ann Berg → Ann Berg-Lee", "Department Works → ", "Currency EUR → USD"]);
}

#[test]
fn external_ids_are_compared_where_both_revisions_have_them() {
    let (_, row) = case_13();
    let known = PayrollRow { external_id: Some("A-17".into()), ..row.clone() };
    let original = PayrollFile::new(june(), 1, "EUR", PayrollForm::Original);
    let newest = file(2, "EUR");
    assert_eq!(compare((&original, Some(&row)), (&newest, Some(&known))), None);
    assert_eq!(compare((&newest, Some(&known)), (&original, Some(&row))), None);
    let difference = compare((&newest, Some(&row)), (&file(3, "EUR"), Some(&known))).unwrap();
    assert_eq!(said(&difference.fields), ["External ID  → A-17"]);
    assert_eq!(drift(&newest, Some(&row), Some(&known)), [], "it follows the person");
}

#[test]
fn a_check_of_the_night_compares_people_figures_and_amounts_alone() {
    let (was, is) = case_13();
    let file = file(1, "EUR");
    let moved = PayrollRow { department: None, name: FullName { first: "A".into(), last: "B".into() }, ..is.clone() };
    assert_eq!(drift(&file, Some(&is), Some(&moved)), []);
    let found = said(&drift(&file, Some(&was), Some(&is)));
    assert_eq!((found.len(), found[3].as_str()), (5, "Approved Hours 180.0 → 189.0"));
    let unpaid = PayrollRow { pay: None, ..is.clone() };
    let amounts =
        ["Annual Salary 42000.00 → ", "Salary Since 2026-06-15 → ", "Monthly Base 3261.90 → ", "Gross Pay 3261.90 → "];
    assert_eq!(said(&drift(&file, Some(&is), Some(&unpaid))), amounts);
    assert_eq!(said(&drift(&file, Some(&is), None)), ["Row there → missing"]);
    assert_eq!(said(&drift(&file, None, Some(&is))), ["Row missing → there"]);
    assert_eq!(drift(&file, None, None), []);
}
