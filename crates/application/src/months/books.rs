//! The people of a month, read piece by piece, and what their days come to.

use super::READ_TOGETHER;
use crate::ports::{EmployeeIds, PersonOfMonth, Reads};
use crate::working_days::WorkingDays;
use crate::{Moment, Ports, Result};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::month::{Blockers, Figures, Pay, PayrollRow};
use domain::person::{EmployeeId, Salaries};
use domain::time::{History, Month, WorkCalendar};
use domain::timesheet::Hours;

/// A month as it would be closed at a moment.
pub(super) struct Books {
    month: Month,
    today: NaiveDate,
    working: WorkingDays,
    half_days: Vec<Hours>,
}

impl Books {
    pub(super) async fn of(ports: &Ports, moment: &Moment, month: Month) -> Result<Self> {
        let working = WorkingDays::between(ports, moment, month.first(), month.last()).await?;
        let half_days = working.half_days_in(month);
        Ok(Self { month, today: moment.today, working, half_days })
    }

    /// The lengths of half a day by which entries are told apart.
    pub(super) fn half_days(&self) -> &[Hours] {
        &self.half_days
    }

    pub(super) fn calendar(&self, user: UserId) -> WorkCalendar<'_> {
        self.working.of(user)
    }

    /// Everybody in it, by employee ID.
    pub(super) fn people<'a>(&'a self, reads: &'a dyn Reads) -> People<'a> {
        self.people_with(EmployeeIds::All, reads)
    }

    /// Those in it with one of these employee IDs, by them.
    pub(super) fn people_with<'a>(&'a self, ids: EmployeeIds, reads: &'a dyn Reads) -> People<'a> {
        People { books: self, reads, ids, after: None, is_done: false }
    }

    pub(super) fn blockers(&self, of: &PersonOfMonth) -> Blockers {
        let calendar = self.calendar(of.person.id);
        Blockers::of(self.month, calendar, &of.facts, self.today, !of.deciders.is_empty())
    }

    /// The rows of these people, in one statement more.
    pub(super) async fn rows(&self, reads: &dyn Reads, people: &[PersonOfMonth]) -> Result<Vec<PayrollRow>> {
        let users: Vec<UserId> = people.iter().map(|of| of.person.id).collect();
        let salaries = reads.accounts().salaries_of_all(&users).await?;
        let none = History::always(None);
        let row = |of: &PersonOfMonth| self.row(of, salaries.get(&of.person.id).unwrap_or(&none));
        Ok(people.iter().map(row).collect())
    }

    fn row(&self, of: &PersonOfMonth, salaries: &Salaries) -> PayrollRow {
        let (month, calendar) = (self.month, self.calendar(of.person.id));
        PayrollRow {
            user: of.person.id,
            employee_id: of.person.employee_id,
            name: of.person.name.clone(),
            department: of.department.clone(),
            external_id: of.external_id.clone(),
            figures: Figures::of(month, calendar, &of.facts),
            pay: Pay::of(month, calendar, &of.facts, salaries, of.joining_date),
        }
    }
}

/// The people of a month, some at a time.
pub(super) struct People<'a> {
    books: &'a Books,
    reads: &'a dyn Reads,
    ids: EmployeeIds,
    after: Option<EmployeeId>,
    is_done: bool,
}

impl People<'_> {
    /// The next of them; `None` where everybody was read.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<PersonOfMonth>>> {
        if self.is_done {
            return Ok(None);
        }
        let Books { month, today, half_days, .. } = self.books;
        let (months, ids, after) = (self.reads.months(), self.ids, self.after);
        let people = months.people_of(*month, *today, half_days, ids, after, READ_TOGETHER).await?;
        self.after = people.last().map(|of| of.person.employee_id);
        self.is_done = people.len() < READ_TOGETHER as usize;
        Ok(Some(people))
    }
}
