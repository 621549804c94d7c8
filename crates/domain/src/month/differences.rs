//! What changed between two revisions of a month, and between a revision and the present (months.md 1.10, 4).

use super::payroll::ORIGINAL;
use super::{Figures, PayrollFile, PayrollRow};
use crate::person::EmployeeId;
use std::ops::RangeInclusive;

/// A cell that is another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The heading of its column.
    pub field: &'static str,
    pub from: String,
    pub to: String,
}

crate::names! {
    /// How a person differs.
    pub enum DifferenceKind {
        /// In the second revision alone.
        Added = "added",
        /// In the first one alone.
        Removed = "removed",
        /// In both, with another row.
        Changed = "changed",
    }
}

/// A person in whom two revisions differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub employee_id: EmployeeId,
    /// The name, as the second revision has it where the person is in it.
    pub name: String,
    pub kind: DifferenceKind,
    /// The cells that are other ones. Empty unless the row has changed.
    pub fields: Vec<FieldChange>,
}

/// The columns that tell one revision from another: all but month and revision.
const COMPARED: RangeInclusive<usize> = 2..=ORIGINAL;
/// Those of figures and amounts. What stands between them is the currency.
const FIGURES: RangeInclusive<usize> = 5..=14;
const AMOUNTS: RangeInclusive<usize> = 16..=19;

/// How a person differs between the rows of two revisions, each with its file; `None` where not at all.
pub fn compare(
    before: (&PayrollFile, Option<&PayrollRow>),
    after: (&PayrollFile, Option<&PayrollRow>),
) -> Option<Difference> {
    let of = |row: &PayrollRow, kind, fields| {
        Some(Difference { employee_id: row.employee_id, name: row.name.to_string(), kind, fields })
    };
    match (before.1, after.1) {
        (None, None) => None,
        (None, Some(row)) => of(row, DifferenceKind::Added, Vec::new()),
        (Some(row), None) => of(row, DifferenceKind::Removed, Vec::new()),
        (Some(was), Some(is)) => {
            let fields = changes((before.0, was), (after.0, is), &[COMPARED]);
            if fields.is_empty() { None } else { of(is, DifferenceKind::Changed, fields) }
        }
    }
}

/// The heading under which a row stands that is missing, or should not be there.
const ROW: &str = "Row";

/// What no longer agrees between somebody's row of a revision and what it would be now: figures and amounts, and whether there is
/// a row at all. Names and departments follow the person. Somebody without a row is handed in only where they have an entry.
pub fn drift(file: &PayrollFile, closed: Option<&PayrollRow>, now: Option<&PayrollRow>) -> Vec<FieldChange> {
    match (closed, now) {
        (Some(closed), Some(now)) => changes((file, closed), (file, now), &[FIGURES, AMOUNTS]),
        (None, None) => Vec::new(),
        (closed, now) => {
            let stands = |row: Option<&PayrollRow>| if row.is_some() { "there" } else { "missing" }.to_owned();
            vec![FieldChange { field: ROW, from: stands(closed), to: stands(now) }]
        }
    }
}

/// The cells that are other ones, in the columns that both files have.
fn changes(
    (before, was): (&PayrollFile, &PayrollRow),
    (after, is): (&PayrollFile, &PayrollRow),
    compared: &[RangeInclusive<usize>],
) -> Vec<FieldChange> {
    let cells = before.headings().iter().zip(before.cells(was).into_iter().zip(after.cells(is))).enumerate();
    cells
        .filter(|(at, (_, (was, is)))| was != is && compared.iter().any(|columns| columns.contains(at)))
        .map(|(_, (field, (from, to)))| FieldChange { field, from, to })
        .collect()
}

/// Whether an employee whose figures were `before`, where there were any, reads another statement now.
pub fn is_another_statement(before: Option<&Figures>, now: &Figures) -> bool {
    before != Some(now)
}
