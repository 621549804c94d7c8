//! What is read of months: their people, and the rows of their revisions.

use super::Memory;
use super::records::KeptRevision;
use super::state::{Account, State, page_of};
use application::ports::{
    EmployeeIds, MonthReads, MonthView, NewRevision, OwnRow, PayrollTotals, PersonOfMonth, ReminderKind, Result,
    Revision,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::attendance::Days;
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned, Held, MonthFacts, MonthState, PayrollRow, Standing};
use domain::person::{EmployeeId, Role};
use domain::text::folded;
use domain::time::Month;
use domain::timesheet::Hours;

impl State {
    /// What is known of a person's month.
    pub(super) fn month_facts(&self, account: &Account, month: Month, half_days: &[Hours]) -> MonthFacts {
        let user = account.record.id;
        let own = self.entries.values().filter(|entry| entry.user() == user && month.contains(entry.date()));
        let recorded = own.fold(MonthFacts::default(), |facts, entry| {
            facts.with_entry(entry.date(), entry.hours(), entry.status(), half_days)
        });
        let waits = |leave: &&super::LeaveRecord| {
            let period = leave.made.period;
            leave.made.user == user
                && leave.made.status.waits()
                && period.start() <= month.last()
                && month.first() <= period.end()
        };
        MonthFacts {
            in_service: Days::of(month, |day| account.served(day)),
            paid_leave: self.leave_in_of(user, month, true),
            unpaid_leave: self.leave_in_of(user, month, false),
            marked: Days::of(month, |day| self.marks.contains_key(&(user, day))),
            before_joining: Days::of(month, |day| !account.has_begun(day)),
            unlocked: Days::of(month, |day| self.open_unlock(user, day).is_some()),
            accepted: Days::of(month, |day| self.accepted.contains_key(&(user, day))),
            pending_leave: super::state::count(self.leaves.values().filter(waits).count()),
            ..recorded
        }
    }

    /// Who can decide for somebody.
    fn deciders(&self, account: &Account, today: NaiveDate) -> Vec<UserId> {
        let Some(manager) = account.record.manager.and_then(|manager| self.people.get(&manager)) else {
            return Vec::new();
        };
        let (id, standing) = (manager.record.id, manager.record.standing);
        let own = standing.acts_as(Role::Manager).then_some(id);
        let substitutes = if standing.can_be_represented() { self.substitutes_of(id, today) } else { Vec::new() };
        own.into_iter().chain(substitutes).collect()
    }

    fn revision(&self, month: Month, revision: u32) -> Option<&KeptRevision> {
        self.months.get(&month)?.revisions.iter().find(|kept| kept.made.revision == revision)
    }

    fn rows(&self, month: Month, revision: u32) -> Vec<PayrollRow> {
        self.revision(month, revision).map(|kept| kept.rows.clone()).unwrap_or_default()
    }

    fn own_rows(&self, user: UserId) -> Vec<OwnRow> {
        let current = self.months.iter().rev().filter_map(|(month, kept)| Some((*month, kept.current()?)));
        let own = current.filter_map(|(month, kept)| {
            let row = kept.rows.iter().find(|row| row.user == user)?.clone();
            let NewRevision { revision, closed_at, checksum, imprint, .. } = kept.made.clone();
            Some(OwnRow { month, revision, closed_at, checksum, imprint, row })
        });
        own.collect()
    }
}

/// Whether a search finds the row by name, employee ID, department or external ID.
fn is_found(row: &PayrollRow, search: Option<&str>) -> bool {
    let Some(search) = search.map(folded) else { return true };
    let (department, external_id) = (row.department.clone(), row.external_id.clone());
    let fields = [Some(row.name.to_string()), Some(row.employee_id.to_string()), department, external_id];
    fields.iter().flatten().any(|field| folded(field).contains(&search))
}

#[async_trait]
impl MonthReads for Memory {
    async fn look(&self, days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Result<Held> {
        self.read("MonthReads::look", |state| state.held(days, concerned, today))
    }

    async fn closing(&self) -> Result<Option<Month>> {
        self.read("MonthReads::closing", |state| {
            let closing = |kept: &super::KeptMonth| kept.standing().state == MonthState::Closing;
            state.months.iter().find(|(_, kept)| closing(kept)).map(|(month, _)| *month)
        })
    }

    async fn has_untold(&self) -> Result<bool> {
        self.read("MonthReads::has_untold", |state| state.untold_month().is_some())
    }

    async fn standing_of(&self, month: Month) -> Result<Standing> {
        self.read("MonthReads::standing_of", |state| state.standing(month))
    }

    async fn closed_between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<(Month, u32, Instant)>> {
        self.read("MonthReads::closed_between", |state| {
            let within = state.months.range(Month::of(from)..=Month::of(to));
            let closed = within.filter_map(|(month, kept)| Some((*month, &kept.current()?.made)));
            closed.map(|(month, made)| (month, made.revision, made.closed_at)).collect()
        })
    }

    async fn months_of(&self, year: i32) -> Result<Vec<MonthView>> {
        self.read("MonthReads::months_of", |state| {
            let of_year = state.months.keys().filter(|month| month.year() == year);
            let views = of_year.map(|month| state.month_view(*month));
            views.filter(|view| view.state != MonthState::Open).collect()
        })
    }

    async fn month(&self, month: Month) -> Result<MonthView> {
        self.read("MonthReads::month", |state| state.month_view(month))
    }

    async fn years_closed(&self) -> Result<Vec<i32>> {
        self.read("MonthReads::years_closed", |state| {
            let closed = state.months.iter().filter(|(_, kept)| !kept.revisions.is_empty());
            let mut years: Vec<i32> = closed.map(|(month, _)| month.year()).collect();
            years.dedup();
            years
        })
    }

    async fn revisions(&self, month: Month) -> Result<Vec<Revision>> {
        self.read("MonthReads::revisions", |state| {
            let kept = state.months.get(&month).map(|kept| kept.revisions.as_slice()).unwrap_or_default();
            kept.iter().rev().map(|revision| state.revision_view(revision)).collect()
        })
    }

    async fn people_of(
        &self,
        month: Month,
        today: NaiveDate,
        half_days: &[Hours],
        ids: EmployeeIds,
        after: Option<EmployeeId>,
        limit: u32,
    ) -> Result<Vec<PersonOfMonth>> {
        self.read("MonthReads::people_of", |state| {
            let mut people: Vec<&Account> = state.people.values().collect();
            people.sort_by_key(|account| account.record.employee_id.number());
            let is_wanted = |account: &&Account| {
                let id = account.record.employee_id;
                ids.have(id) && after.is_none_or(|after| id.number() > after.number())
            };
            let of = |account: &Account| {
                let facts = state.month_facts(account, month, half_days);
                let is_in = facts.in_service.or(facts.recorded()).count() > 0;
                is_in.then(|| PersonOfMonth {
                    person: account.name(),
                    department: account.record.department.clone(),
                    external_id: account.record.external_id.clone(),
                    manager: account.record.manager.and_then(|manager| state.named(manager)),
                    joining_date: account.record.joining_date,
                    can_act: account.record.standing.acts_as(Role::Employee),
                    deciders: state.deciders(account, today),
                    facts,
                })
            };
            people.into_iter().filter(is_wanted).filter_map(of).take(limit as usize).collect()
        })
    }

    async fn reminded(&self, month: Month, day: NaiveDate) -> Result<Vec<(ReminderKind, UserId)>> {
        self.read("MonthReads::reminded", |state| {
            let noted = state.reminders.iter().filter(|(of, .., on)| *of == month && *on == day);
            noted.filter_map(|(_, kind, user, _)| Some((ReminderKind::named(kind)?, *user))).collect()
        })
    }

    async fn rows_after(
        &self,
        month: Month,
        revision: u32,
        after: Option<EmployeeId>,
        limit: u32,
    ) -> Result<Vec<PayrollRow>> {
        self.read("MonthReads::rows_after", |state| {
            let rows = state.rows(month, revision).into_iter();
            let behind = |row: &PayrollRow| after.is_none_or(|after| row.employee_id.number() > after.number());
            rows.filter(behind).take(limit as usize).collect()
        })
    }

    async fn rows_page(
        &self,
        month: Month,
        revision: u32,
        search: Option<&str>,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<PayrollRow>, u32)> {
        self.read("MonthReads::rows_page", |state| {
            let mut rows = state.rows(month, revision);
            rows.retain(|row| is_found(row, search));
            page_of(rows, page, limit)
        })
    }

    async fn totals(&self, month: Month, revision: u32) -> Result<PayrollTotals> {
        self.read("MonthReads::totals", |state| {
            state.rows(month, revision).iter().fold(PayrollTotals::default(), |totals, row| PayrollTotals {
                employees: totals.employees + 1,
                payable: totals.payable + u64::from(row.figures.payable()),
                monthly_base: totals.monthly_base + row.pay.map_or(0, |pay| pay.monthly_base),
                gross: totals.gross + row.pay.map_or(0, |pay| pay.gross),
                missing_salary: totals.missing_salary + u32::from(row.pay.is_none()),
            })
        })
    }

    async fn rows_in(&self, month: Month, revision: u32, scope: &Scope) -> Result<Vec<PayrollRow>> {
        self.read("MonthReads::rows_in", |state| {
            let mut rows = state.rows(month, revision);
            rows.retain(|row| state.is_in(scope, row.user));
            rows.sort_by_cached_key(|row| {
                (folded(&format!("{}\t{}", row.name.first, row.name.last)), row.employee_id.number())
            });
            rows
        })
    }

    async fn by_checksum(&self, checksum: &str) -> Result<Option<(Month, u32)>> {
        self.read("MonthReads::by_checksum", |state| {
            let all = state.months.iter().flat_map(|(month, kept)| kept.revisions.iter().map(move |of| (*month, of)));
            let mut found = all.filter(|(_, of)| of.made.checksum == checksum);
            found.next().map(|(month, of)| (month, of.made.revision))
        })
    }

    async fn own_rows(&self, user: UserId, page: u32, limit: u32) -> Result<(Vec<OwnRow>, u32)> {
        self.read("MonthReads::own_rows", |state| page_of(state.own_rows(user), page, limit))
    }

    async fn own_row(&self, user: UserId, month: Month) -> Result<Option<OwnRow>> {
        self.read("MonthReads::own_row", |state| state.own_rows(user).into_iter().find(|own| own.month == month))
    }

    async fn all_closed(&self) -> Result<Vec<Month>> {
        self.read("MonthReads::all_closed", |state| {
            let closed = state.months.iter().filter(|(_, kept)| kept.current().is_some());
            closed.map(|(month, _)| *month).collect()
        })
    }
}
