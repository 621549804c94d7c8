//! What became of the rows of a piece.

use super::{Counts, DueRow, Outcome, Problem};
use std::collections::BTreeSet;

/// The sentence for a row that a large import leaves out.
const CHANGED_ROW: &str = "It has changed since the plan was made";
/// What is said before the reason for which a later pass leaves out a row of a large import.
const IN_PART: &str = "This row was imported in part.";

/// What became of rows.
pub(super) struct Sorted {
    pub(super) has_changed: bool,
    pub(super) left_out: Vec<(u32, Problem)>,
    /// The lines of those.
    pub(super) lines: BTreeSet<u32>,
}

impl Sorted {
    pub(super) fn of<R>(rows: &[DueRow<R>], outcomes: Vec<Outcome>) -> Self {
        let mut sorted = Self { has_changed: false, left_out: Vec::new(), lines: BTreeSet::new() };
        for (row, outcome) in rows.iter().zip(outcomes) {
            match outcome {
                Outcome::Done => {}
                Outcome::Changed => {
                    sorted.has_changed = true;
                    // In a large import it is left out like any other row that no longer fits.
                    let sentence = CHANGED_ROW.to_owned();
                    sorted.left_out.push((row.line, Problem { column: "".into(), value: String::new(), sentence }));
                }
                Outcome::LeftOut(problem) => sorted.left_out.push((row.line, problem)),
            }
        }
        sorted.lines = sorted.left_out.iter().map(|(line, _)| *line).collect();
        sorted
    }

    /// Says of what a later pass leaves out that it is there in part.
    pub(super) fn are_there_in_part(&mut self) {
        for (_, problem) in &mut self.left_out {
            problem.sentence = format!("{IN_PART} {}", problem.sentence);
        }
    }

    /// The counts of a plan without what was left out of these rows.
    pub(super) fn counts<R>(&self, counts: Counts, rows: &[DueRow<R>]) -> Counts {
        let gone = rows.iter().filter(|row| self.lines.contains(&row.line));
        gone.fold(counts, |counts, row| counts.leaving_out(row.action))
    }
}
