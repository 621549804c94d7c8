//! The opening balance of a person, leave type and year: what they brought along when the portal began for them (moving-in.md 1.6).

use super::adjustment::{self, AdjustmentError};
use super::{LeaveDays, LedgerRow, RowKind};
use chrono::NaiveDate;

/// The note of the row that takes a replaced opening balance back.
pub const REPLACED: &str = "Replaced";

/// An opening balance as a file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedOpening {
    pub year: i32,
    pub days: LeaveDays,
    pub note: Option<String>,
}

/// An opening balance that can be entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The leave year in whose balance it is.
    pub year: i32,
    /// Never nothing, and below zero where somebody brought a debt.
    pub days: LeaveDays,
    pub note: Option<String>,
}

/// The opening balance that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredOpening {
    /// 1 for the first of its person, type and year, and one more each time it was replaced.
    pub number: i32,
    pub opening: Opening,
}

/// A row of the ledger that enters an opening balance, or takes one back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningRow {
    /// That of the opening balance; below zero where the row takes it back.
    pub number: i32,
    pub row: LedgerRow,
    pub note: Option<String>,
}

impl TypedOpening {
    /// The opening balance, by the rules of an adjustment, but that it needs no note. The one that holds already is accepted in
    /// whichever year: it changes nothing.
    pub fn parse(&self, held: Option<&Opening>, this_year: i32) -> Result<Opening, Vec<AdjustmentError>> {
        if let Some(held) = held.filter(|held| self.is(held)) {
            return Ok(held.clone());
        }
        let (year, days) = (adjustment::near(self.year, this_year), adjustment::something(self.days));
        match (year, days, self.note.as_deref().map(adjustment::note).transpose()) {
            (Ok(year), Ok(days), Ok(note)) => Ok(Opening { year, days, note }),
            (year, days, note) => Err([year.err(), days.err(), note.err()].into_iter().flatten().collect()),
        }
    }

    fn is(&self, held: &Opening) -> bool {
        (self.year, self.days, &self.note) == (held.year, held.days, &held.note)
    }
}

impl Opening {
    /// The rows, dated `today`, that make it the opening balance in place of `before`: none where it is that already.
    pub fn rows(&self, before: Option<&EnteredOpening>, today: NaiveDate) -> Vec<OpeningRow> {
        let row = |days| LedgerRow { year: self.year, kind: RowKind::Opening, days, date: today };
        if before.is_some_and(|before| before.opening == *self) {
            return Vec::new();
        }
        let taken_back = before.map(|EnteredOpening { number, opening }| OpeningRow {
            number: -number,
            row: row(-opening.days),
            note: Some(REPLACED.to_owned()),
        });
        let number = before.map_or(0, |before| before.number) + 1;
        let entered = OpeningRow { number, row: row(self.days), note: self.note.clone() };
        taken_back.into_iter().chain([entered]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leave::testing::{day, days};

    fn opening(number: f64, note: Option<&str>) -> Opening {
        Opening { year: 2026, days: days(number), note: note.map(str::to_owned) }
    }

    #[test]
    fn it_is_refused_as_an_adjustment_is_and_needs_no_note() {
        let typed =
            |year, number, note: Option<&str>| TypedOpening { year, days: days(number), note: note.map(str::to_owned) };
        assert_eq!(typed(2026, -2.5, None).parse(None, 2026), Ok(opening(-2.5, None)));
        assert_eq!(typed(2026, 12.0, Some(" Ghent ")).parse(None, 2026), Ok(opening(12.0, Some("Ghent"))));
        let wrong = typed(2024, 0.0, Some(&"n".repeat(501))).parse(None, 2026).unwrap_err();
        let sentences: Vec<String> = wrong.into_iter().map(AdjustmentError::sentence).collect();
        assert_eq!(
            sentences,
            [
                "The year must be the last, this or the next",
                "Days must be from -366 to 366 in steps of 0.5, and not 0",
                "Note must be at most 500 characters",
            ]
        );
        assert_eq!(typed(2026, 0.0, None).parse(None, 2026), Err(vec![AdjustmentError::Days]));
    }

    #[test]
    fn what_holds_already_is_accepted_in_whichever_year() {
        let held = opening(4.0, Some("Ghent"));
        let typed = |number, note: &str| TypedOpening { year: 2026, days: days(number), note: Some(note.to_owned()) };
        assert_eq!(typed(4.0, "Ghent").parse(Some(&held), 2029), Ok(held.clone()));
        for other in [typed(4.5, "Ghent"), typed(4.0, "Antwerp")] {
            assert_eq!(other.parse(Some(&held), 2029), Err(vec![AdjustmentError::Year]));
        }
    }

    #[test]
    fn another_one_takes_the_one_before_back_and_the_same_one_enters_nothing() {
        let today = day("2026-06-15");
        let rows = |before: Option<&EnteredOpening>, wanted: &Opening| {
            let rows = wanted.rows(before, today);
            assert!(rows.iter().all(|of| (of.row.kind, of.row.date, of.row.year) == (RowKind::Opening, today, 2026)));
            rows.into_iter().map(|of| (of.number, of.row.days.as_f64(), of.note)).collect::<Vec<_>>()
        };
        let first = opening(12.5, Some("Ghent"));
        assert_eq!(rows(None, &first), [(1, 12.5, Some("Ghent".to_owned()))]);
        let before = EnteredOpening { number: 1, opening: first.clone() };
        assert_eq!(rows(Some(&before), &first), []);
        let replaced = (-1, -12.5, Some(REPLACED.to_owned()));
        assert_eq!(rows(Some(&before), &opening(-3.0, None)), [replaced.clone(), (2, -3.0, None)]);
        let noted = (2, 12.5, Some("Antwerp".to_owned()));
        assert_eq!(rows(Some(&before), &opening(12.5, Some("Antwerp"))), [replaced, noted]);
        let second = EnteredOpening { number: 2, opening: opening(-3.0, None) };
        assert_eq!(rows(Some(&second), &first)[0], (-2, 3.0, Some(REPLACED.to_owned())));
    }
}
