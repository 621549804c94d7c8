//! What each row of opening balances comes to, by the rules of an adjustment.

use super::super::Problem;
use super::super::subjects::Subjects;
use crate::ports::PersonRecord;
use domain::id::{LeaveTypeId, UserId};
use domain::import::Given;
use domain::import::balances::BalanceRow;
use domain::leave::{AdjustmentError, BalanceRefusal, EnteredOpening, LeaveType, Opening, TypedOpening, check_balance};
use domain::text::folded;
use std::collections::HashMap;

/// What is known of the people and types that rows name.
pub(super) struct Known {
    pub(super) subjects: Subjects,
    /// By [`LeaveType::name_key`].
    pub(super) types: HashMap<String, LeaveType>,
    /// The opening balances that hold, by person, type and year.
    pub(super) openings: HashMap<(UserId, LeaveTypeId, i32), EnteredOpening>,
    pub(super) this_year: i32,
}

/// What a row wants.
pub(super) struct Wanted<'a> {
    pub(super) account: &'a PersonRecord,
    pub(super) leave_type: &'a LeaveType,
    pub(super) before: Option<&'a EnteredOpening>,
    pub(super) opening: Opening,
}

pub(super) enum Decided<'a> {
    Wanted(Wanted<'a>),
    /// With the person, where the row names one.
    Refused(Option<&'a PersonRecord>, Problem),
}

impl Wanted<'_> {
    pub(super) fn is_there(&self) -> bool {
        self.before.is_some_and(|before| before.opening == self.opening)
    }
}

impl Decided<'_> {
    /// See [`PlannedRow::seen`](super::PlannedRow::seen).
    pub(super) fn seen(&self) -> Option<String> {
        let Self::Wanted(wanted) = self else { return None };
        let number = wanted.before.map_or(0, |before| before.number);
        let (changed_at, version) = (wanted.account.updated_at.to_rfc3339(), wanted.leave_type.version);
        Some(format!("{} {changed_at} {} {version} {number}", wanted.account.id, wanted.leave_type.id))
    }
}

/// Decides all rows, each with its line. Two rows of one person, type and year are both refused.
pub(super) fn decide<'a>(known: &'a Known, rows: &[(u32, &BalanceRow)]) -> Vec<Decided<'a>> {
    let mut decided: Vec<Decided<'a>> = rows.iter().map(|(_, row)| of_row(known, row)).collect();
    let key = |decided: &Decided<'_>| match decided {
        Decided::Wanted(wanted) => Some((wanted.account.id, wanted.leave_type.id, wanted.opening.year)),
        Decided::Refused(..) => None,
    };
    let mut lines: HashMap<_, Vec<u32>> = HashMap::new();
    for ((line, _), decided) in rows.iter().zip(&decided) {
        if let Some(key) = key(decided) {
            lines.entry(key).or_default().push(*line);
        }
    }
    for ((line, row), decided) in rows.iter().zip(&mut decided) {
        let Decided::Wanted(wanted) = &*decided else { continue };
        let own = key(decided).and_then(|key| lines.get(&key));
        if let Some(twin) = own.into_iter().flatten().find(|other| *other != line) {
            let (column, value) = row.keys().first();
            let sentence = format!("Line {twin} has the same person, leave type and year");
            *decided = Decided::Refused(Some(wanted.account), Problem { column: column.into(), value, sentence });
        }
    }
    decided
}

fn of_row<'a>(known: &'a Known, row: &BalanceRow) -> Decided<'a> {
    let refused = |account, column: &'static str, value: String, sentence: String| {
        Decided::Refused(account, Problem { column: column.into(), value, sentence })
    };
    let (account, leave_type) = (known.subjects.named(row.keys()), known.types.get(&folded(&row.leave_type)));
    let before = account
        .as_ref()
        .ok()
        .zip(leave_type)
        .and_then(|(account, leave_type)| known.openings.get(&(account.id, leave_type.id, row.year)));
    let held = before.map(|before| &before.opening);
    let note = match &row.note {
        Given::Value(note) => Some(note.clone()),
        Given::Absent => held.and_then(|held| held.note.clone()),
        Given::Cleared => None,
    };
    let typed = TypedOpening { year: row.year, days: row.days, note };
    let opening = match typed.parse(held, known.this_year) {
        Ok(opening) => opening,
        Err(wrong) => {
            let why = wrong.first().copied().unwrap_or(AdjustmentError::Days);
            let (column, value) = match why {
                AdjustmentError::Year => ("Year", row.year.to_string()),
                AdjustmentError::Days => ("Days", row.days.to_string()),
                AdjustmentError::Note(_) => ("Note", typed.note.unwrap_or_default()),
            };
            return refused(None, column, value, why.sentence());
        }
    };
    let account = match account {
        Ok(account) => account,
        Err((column, cell, sentence)) => return refused(None, column, cell, sentence),
    };
    let Some(leave_type) = leave_type else {
        let sentence = "Leave type not found".to_owned();
        return refused(Some(account), "Leave Type", row.leave_type.clone(), sentence);
    };
    if let Err(why) = check_balance(account.standing.role, leave_type) {
        let (column, value) = match why {
            BalanceRefusal::NotAnEmployee => row.keys().first(),
            BalanceRefusal::NoLimit => ("Leave Type", row.leave_type.clone()),
        };
        return refused(Some(account), column, value, why.sentence().to_owned());
    }
    Decided::Wanted(Wanted { account, leave_type, before, opening })
}
