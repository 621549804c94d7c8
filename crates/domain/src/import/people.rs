//! People (moving-in.md 1.3).

use super::columns::Places;
use super::keys::{self, EMAIL, EMPLOYEE_ID, EXTERNAL_ID, KEYS};
use super::rows::{self, Cells, line};
use super::{Choices, Column, FileRefusal, Given, PersonKeys, Reading, Table};
use crate::hours::{Hours, HoursError};
use crate::person::{EmailAddress, EmployeeId, Role, Salary, SalaryError};
use crate::text::folded;
use crate::time::{PatternError, Weekdays};
use chrono::{NaiveDate, Weekday};

const FIRST_NAME: Column = Column::text("First Name", &["Vorname"]);
const LAST_NAME: Column = Column::text("Last Name", &["Nachname"]);
const ROLE: Column = Column::text("Role", &["Rolle"]);
const DEPARTMENT: Column = Column::text("Department", &["Abteilung"]);
const POSITION: Column = Column::text("Position", &[]);
const DESIGNATION: Column = Column::text("Designation", &[]);
const PHONE: Column = Column::text("Phone", &["Telefon"]);
const JOINING_DATE: Column = Column::date("Joining Date", &["Eintritt"]);
const RECORDS_FROM: Column = Column::date("Records From", &["Erfassung ab"]);
const SALARY: Column = Column::number("Salary", &["Gehalt"]);
const SALARY_FROM: Column = Column::date("Salary From", &["Gehalt ab"]);
const WORKING_DAYS: Column = Column::text("Working Days", &["Arbeitstage"]);
const FULL_DAY_HOURS: Column = Column::number("Full Day Hours", &[]);
const HALF_DAY_HOURS: Column = Column::number("Half Day Hours", &[]);
const PATTERN_FROM: Column = Column::date("Pattern From", &[]);
const MANAGER: Column = Column::text("Manager", &["Führungskraft"]);
const STATUS: Column = Column::text("Status", &[]);

/// The columns, in the order of templates and exports.
pub const COLUMNS: [Column; 20] = [
    EMPLOYEE_ID,
    EXTERNAL_ID,
    FIRST_NAME,
    LAST_NAME,
    EMAIL,
    ROLE,
    DEPARTMENT,
    POSITION,
    DESIGNATION,
    PHONE,
    JOINING_DATE,
    RECORDS_FROM,
    SALARY,
    SALARY_FROM,
    WORKING_DAYS,
    FULL_DAY_HOURS,
    HALF_DAY_HOURS,
    PATTERN_FROM,
    MANAGER,
    STATUS,
];

/// A person as a row has them. A text is trimmed, not blank, and has no hidden characters; its length is a matter of its field. A value
/// that cannot be cleared is `None` where the cell is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PeopleRow {
    pub employee_id: Option<EmployeeId>,
    pub external_id: Given<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<EmailAddress>,
    pub role: Option<Role>,
    pub department: Given<String>,
    pub position: Given<String>,
    pub designation: Given<String>,
    pub phone: Given<String>,
    pub joining_date: Given<NaiveDate>,
    pub records_from: Option<NaiveDate>,
    pub salary: Given<Salary>,
    pub salary_from: Option<NaiveDate>,
    /// Cleared where the person shall work by the organisation's pattern.
    pub working_days: Given<Weekdays>,
    pub full_day_hours: Option<Hours>,
    pub half_day_hours: Option<Hours>,
    pub pattern_from: Option<NaiveDate>,
    pub manager: Given<ManagerKey>,
    pub is_active: Option<bool>,
}

impl PeopleRow {
    pub fn keys(&self) -> PersonKeys<'_> {
        let external_id = match &self.external_id {
            Given::Value(id) => Some(id.as_str()),
            Given::Absent | Given::Cleared => None,
        };
        PersonKeys { employee_id: self.employee_id, external_id, email: self.email.as_ref() }
    }
}

/// How a row names the manager of its person.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ManagerKey {
    EmployeeId(EmployeeId),
    Email(EmailAddress),
}

/// The rows of a file of people. A row that names nobody lacks the email of a new person.
pub fn read(table: Table, choices: Choices) -> Result<Reading<PeopleRow>, FileRefusal> {
    let places = Places::new(&COLUMNS, &table)?;
    places.require_key(&KEYS)?;
    rows::read(table, &COLUMNS, places, choices, who, |cells| Some(person(cells)))
}

fn who(cells: &Cells<'_>) -> String {
    let name = cells.shown(&[FIRST_NAME, LAST_NAME], " ");
    if name.is_empty() { rows::key(cells) } else { name }
}

fn person(cells: &mut Cells<'_>) -> PeopleRow {
    cells.require_key();
    PeopleRow {
        employee_id: cells.value(EMPLOYEE_ID, keys::employee_id),
        external_id: cells.optional(EXTERNAL_ID, line(EXTERNAL_ID)),
        first_name: cells.value(FIRST_NAME, line(FIRST_NAME)),
        last_name: cells.value(LAST_NAME, line(LAST_NAME)),
        email: cells.value(EMAIL, keys::email),
        role: cells.value(ROLE, role),
        department: cells.optional(DEPARTMENT, line(DEPARTMENT)),
        position: cells.optional(POSITION, line(POSITION)),
        designation: cells.optional(DESIGNATION, line(DESIGNATION)),
        phone: cells.optional(PHONE, line(PHONE)),
        joining_date: cells.optional(JOINING_DATE, cells.date(JOINING_DATE)),
        records_from: cells.value(RECORDS_FROM, cells.date(RECORDS_FROM)),
        salary: cells.optional(SALARY, salary(cells)),
        salary_from: cells.value(SALARY_FROM, cells.date(SALARY_FROM)),
        working_days: cells.optional(WORKING_DAYS, working_days),
        full_day_hours: cells.value(FULL_DAY_HOURS, hours(cells, FULL_DAY_HOURS)),
        half_day_hours: cells.value(HALF_DAY_HOURS, hours(cells, HALF_DAY_HOURS)),
        pattern_from: cells.value(PATTERN_FROM, cells.date(PATTERN_FROM)),
        manager: cells.optional(MANAGER, manager),
        is_active: cells.value(STATUS, status),
    }
}

fn role(text: &str) -> Result<Role, String> {
    let role = Role::GRANTABLE.into_iter().find(|role| folded(role.name()) == folded(text));
    role.ok_or_else(|| "The role must be Employee, Manager, HR, Admin or Boss".to_owned())
}

fn salary(cells: &Cells<'_>) -> impl Fn(&str) -> Result<Salary, String> + use<> {
    let cents = cells.number(SALARY, 100, SalaryError.sentence());
    move |text| Salary::from_cents(cents(text)?).ok_or_else(|| SalaryError.sentence().to_owned())
}

fn hours(cells: &Cells<'_>, column: Column) -> impl Fn(&str) -> Result<Hours, String> + use<> {
    let halves = cells.number(column, 2, HoursError.sentence());
    move |text| {
        let halves = u8::try_from(halves(text)?).map_err(|_| HoursError);
        halves.and_then(Hours::from_half_hours).map_err(|why| why.sentence().to_owned())
    }
}

fn manager(text: &str) -> Result<ManagerKey, String> {
    match EmployeeId::parse(text) {
        Some(id) => Ok(ManagerKey::EmployeeId(id)),
        None => EmailAddress::parse(text)
            .map(ManagerKey::Email)
            .map_err(|_| "Please name the manager by email address or employee ID".to_owned()),
    }
}

fn status(text: &str) -> Result<bool, String> {
    match folded(text).as_str() {
        "active" => Ok(true),
        "inactive" => Ok(false),
        _ => Err("The status must be active or inactive".to_owned()),
    }
}

/// Reads days as `1-5`, `1,3,5` or `Mon Tue Thu`, from 1 for Monday to 7 for Sunday. A name may be written out, and a range may have
/// names.
fn working_days(text: &str) -> Result<Weekdays, String> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let mut days: Vec<Weekday> = Vec::new();
    for part in text.split(is_between).filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
        let range = weekday(first).zip(weekday(last)).filter(|(first, last)| first <= last);
        let (first, last) = range.ok_or("Please write the working days as 1-5, 1,3,5 or Mon Tue Thu")?;
        days.extend((first..=last).filter_map(|place| Weekday::try_from(place).ok()));
    }
    let weekdays = Weekdays::new(days.iter().copied()).filter(|all| all.iso_numbers().count() == days.len());
    weekdays.ok_or_else(|| PatternError::WorkingDays.sentence().to_owned())
}

/// The place of a weekday from Monday on.
fn weekday(text: &str) -> Option<u8> {
    let place = match text.parse::<u8>() {
        Ok(number) => number.checked_sub(1),
        // `mon` and `Monday`, in any case.
        Err(_) => text.parse::<Weekday>().ok().and_then(|day| u8::try_from(day.num_days_from_monday()).ok()),
    };
    place.filter(|place| *place < 7)
}
