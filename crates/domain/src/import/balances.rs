//! Opening balances of leave (moving-in.md 1.6).

use super::columns::Places;
use super::keys::{self, EMAIL, EMPLOYEE_ID, EXTERNAL_ID, KEYS};
use super::rows::{self, Cells, line, prose};
use super::{Choices, Column, FileRefusal, Given, PersonKeys, Reading, Table};
use crate::leave::LeaveDays;
use crate::person::{EmailAddress, EmployeeId};

const LEAVE_TYPE: Column = Column::text("Leave Type", &["Urlaubsart", "Abwesenheitsart"]);
const YEAR: Column = Column::text("Year", &["Jahr"]);
const DAYS: Column = Column::number("Days", &["Tage"]);
const NOTE: Column = Column::text("Note", &["Notiz", "Bemerkung"]);

/// The columns, in the order of templates and exports.
pub const COLUMNS: [Column; 7] = [EMPLOYEE_ID, EXTERNAL_ID, EMAIL, LEAVE_TYPE, YEAR, DAYS, NOTE];

/// The opening balance of a person, a type and a year. At least one of employee ID, external ID and email is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceRow {
    pub employee_id: Option<EmployeeId>,
    pub external_id: Option<String>,
    pub email: Option<EmailAddress>,
    /// The name of the type, trimmed.
    pub leave_type: String,
    pub year: i32,
    /// Up to 366 days either way.
    pub days: LeaveDays,
    pub note: Given<String>,
}

impl BalanceRow {
    pub fn keys(&self) -> PersonKeys<'_> {
        PersonKeys {
            employee_id: self.employee_id,
            external_id: self.external_id.as_deref(),
            email: self.email.as_ref(),
        }
    }
}

/// The rows of a file of balances.
pub fn read(table: Table, choices: Choices) -> Result<Reading<BalanceRow>, FileRefusal> {
    let places = Places::new(&COLUMNS, &table)?;
    places.require_key(&KEYS)?;
    places.require(&[LEAVE_TYPE, YEAR, DAYS])?;
    rows::read(table, &COLUMNS, places, choices, rows::key, balance)
}

fn balance(cells: &mut Cells<'_>) -> Option<BalanceRow> {
    let employee_id = cells.value(EMPLOYEE_ID, keys::employee_id);
    let external_id = cells.value(EXTERNAL_ID, line(EXTERNAL_ID));
    let email = cells.value(EMAIL, keys::email);
    cells.require_key();
    let leave_type = cells.required(LEAVE_TYPE, line(LEAVE_TYPE));
    let year = cells.required(YEAR, year);
    let days = cells.required(DAYS, days(cells));
    let note = cells.optional(NOTE, prose(NOTE));
    Some(BalanceRow { employee_id, external_id, email, leave_type: leave_type?, year: year?, days: days?, note })
}

fn year(text: &str) -> Result<i32, String> {
    let year = text.parse().ok().filter(|year| (1_000..=9_999).contains(year));
    year.ok_or_else(|| "Please write the year with four digits".to_owned())
}

fn days(cells: &Cells<'_>) -> impl Fn(&str) -> Result<LeaveDays, String> + use<> {
    const BOUNDS: &str = "Days must be from -366 to 366 in steps of 0.5";
    let halves = cells.number(DAYS, 2, BOUNDS);
    move |text| {
        let days = i32::try_from(halves(text)?).map(LeaveDays::from_half_days).ok();
        days.filter(|days| (-LeaveDays::YEAR..=LeaveDays::YEAR).contains(days)).ok_or_else(|| BOUNDS.to_owned())
    }
}
