//! Months: what keeps them open or closed, and their revisions.

use super::records::{CLOSE_LASTS, KeptMonth, KeptRevision};
use super::state::State;
use super::{Unit, lock};
use application::ports::{
    By, Imprint, MonthCheck, MonthRepository, MonthView, NewRevision, ReminderKind, Result, Revision, Untold,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{CloseId, LeaveRequestId, UserId};
use domain::month::{ChangedDays, Concerned, Figures, Held, MonthFacts, MonthState, PayrollForm, PayrollRow, Standing};
use domain::person::{EmployeeId, FullName, Role};
use domain::time::Month;
use domain::timesheet::Hours;

impl State {
    /// Closes a month, past every port, with rows that say nothing of these people.
    pub fn close(&mut self, month: Month, users: &[UserId]) {
        let row = |user: &UserId| {
            let record = &self.people.get(user)?.record;
            let (employee_id, name) = (record.employee_id, record.name.clone());
            let (department, external_id) = (record.department.clone(), record.external_id.clone());
            let figures = Figures::default();
            Some(PayrollRow { user: *user, employee_id, name, department, external_id, figures, pay: None })
        };
        let mut rows: Vec<PayrollRow> = users.iter().filter_map(row).collect();
        rows.sort_by_key(|row| row.employee_id.number());
        let kept = self.months.entry(month).or_default();
        let revision = kept.standing().revision + 1;
        let made = NewRevision {
            revision,
            closed_at: Instant::UNIX_EPOCH,
            closed_by: UserId::new(uuid::Uuid::nil()),
            reason: None,
            employees: super::state::count(rows.len()),
            blocked: 0,
            currency: "EUR".to_owned(),
            good_percent: 80,
            checksum: format!("{month} {revision}"),
            imprint: Imprint { organisation: "Daybook".to_owned(), minutes_ahead: 0 },
            form: PayrollForm::NEWEST,
        };
        let closed_by = (made.closed_by, FullName { first: "Hal".to_owned(), last: "Human".to_owned() });
        kept.revisions.push(KeptRevision { is_told: true, ..KeptRevision::new(made, closed_by, rows) });
    }

    /// Whether the day lies in a closed month.
    pub(super) fn is_closed(&self, day: NaiveDate) -> bool {
        self.standing(Month::of(day)).state == MonthState::Closed
    }

    pub(super) fn standing(&self, month: Month) -> Standing {
        self.months.get(&month).map_or(Standing::NEVER_CLOSED, KeptMonth::standing)
    }

    /// What a write of these days finds.
    pub(super) fn held(&self, days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Held {
        let touched = || self.months.iter().filter(|(month, _)| **month <= Month::of(today) && days.touch(**month));
        let is_concerned = |kept: &KeptMonth| match concerned {
            Concerned::Anybody => kept.current().is_some(),
            Concerned::Person(user) => {
                kept.current().is_some_and(|revision| revision.rows.iter().any(|row| row.user == user))
            }
        };
        if let Some((month, _)) = touched().find(|(_, kept)| is_concerned(kept)) {
            return Held::Closed(*month);
        }
        touched().find(|(_, kept)| kept.is_closing()).map_or(Held::Open, |(month, _)| Held::Closing(*month))
    }

    fn by(&self, user: UserId) -> By {
        (user, self.name_of(user).unwrap_or_else(|| FullName { first: String::new(), last: String::new() }))
    }

    pub(super) fn revision_view(&self, kept: &KeptRevision) -> Revision {
        let NewRevision { revision, closed_at, employees, blocked, good_percent, .. } = kept.made;
        Revision {
            revision,
            closed_at,
            closed_by: kept.closed_by.clone(),
            reason: kept.made.reason.clone(),
            employees,
            blocked,
            currency: kept.made.currency.clone(),
            good_percent,
            checksum: kept.made.checksum.clone(),
            imprint: kept.made.imprint.clone(),
            form: kept.made.form,
            exported: kept.exported.map(|(at, by)| (at, self.by(by))),
            reopened: kept.reopened.as_ref().map(|(at, by, reason)| (*at, self.by(*by), reason.clone())),
        }
    }

    pub(super) fn month_view(&self, month: Month) -> MonthView {
        let Some(kept) = self.months.get(&month) else { return MonthView::never_closed(month) };
        let newest = kept.revisions.last().map(|revision| self.revision_view(revision));
        MonthView { month, state: kept.standing().state, newest, check: kept.check.clone() }
    }

    /// The close of which somebody has still to be told.
    pub(super) fn untold_month(&self) -> Option<(Month, &KeptMonth)> {
        let mut closed = self.months.iter().filter(|(_, kept)| kept.current().is_some_and(|made| !made.is_told));
        closed.next().map(|(month, kept)| (*month, kept))
    }

    fn kept(&mut self, month: Month) -> &mut KeptMonth {
        self.months.entry(month).or_default()
    }
}

#[async_trait]
impl MonthRepository for Unit {
    async fn hold_open(&self, days: &ChangedDays, concerned: Concerned, today: NaiveDate) -> Result<Held> {
        self.ask("MonthRepository::hold_open", |state| state.held(days, concerned, today))
    }

    async fn hold_all(&self, days: &[(ChangedDays, Concerned)], today: NaiveDate) -> Result<Vec<Held>> {
        self.ask("MonthRepository::hold_all", |state| {
            days.iter().map(|(days, concerned)| state.held(days, *concerned, today)).collect()
        })
    }

    async fn standing(&self, month: Month) -> Result<Standing> {
        self.ask("MonthRepository::standing", |state| state.standing(month))
    }

    async fn begin_close(&self, month: Month, close: CloseId) -> Result<bool> {
        self.ask("MonthRepository::begin_close", |state| {
            if state.months.values().any(KeptMonth::is_closing) {
                return false;
            }
            state.kept(month).close = Some((close, std::time::Instant::now() + CLOSE_LASTS));
            true
        })
    }

    async fn discard_rows(&self, month: Month, close: CloseId, limit: u32) -> Result<bool> {
        self.run("MonthRepository::discard_rows", |state| {
            let kept = state.kept(month);
            kept.prolong(close)?;
            kept.unfinished.drain(..kept.unfinished.len().min(limit as usize));
            Ok(!kept.unfinished.is_empty())
        })
    }

    async fn add_rows(&self, month: Month, close: CloseId, rows: &[PayrollRow]) -> Result<()> {
        self.run("MonthRepository::add_rows", |state| {
            let kept = state.kept(month);
            kept.prolong(close)?;
            kept.unfinished.extend_from_slice(rows);
            Ok(())
        })
    }

    async fn finish_close(&self, month: Month, close: CloseId, revision: &NewRevision) -> Result<()> {
        self.run("MonthRepository::finish_close", |state| {
            let closed_by = state.by(revision.closed_by);
            let kept = state.kept(month);
            kept.prolong(close)?;
            let mut rows = std::mem::take(&mut kept.unfinished);
            rows.sort_by_key(|row| row.employee_id.number());
            kept.revisions.push(KeptRevision::new(revision.clone(), closed_by, rows));
            (kept.close, kept.check) = (None, None);
            Ok(())
        })
    }

    async fn abandon_close(&self, month: Month, close: CloseId) -> Result<()> {
        self.ask("MonthRepository::abandon_close", |state| {
            let kept = state.kept(month);
            kept.close = kept.close.filter(|(running, _)| *running != close);
        })
    }

    async fn reopen(&self, month: Month, by: UserId, reason: &str, at: Instant) -> Result<()> {
        self.ask("MonthRepository::reopen", |state| {
            if let Some(newest) = state.kept(month).revisions.last_mut() {
                newest.reopened = Some((at, by, reason.to_owned()));
            }
        })
    }

    async fn note_export(&self, month: Month, revision: u32, by: UserId, at: Instant) -> Result<bool> {
        self.ask("MonthRepository::note_export", |state| {
            let mut revisions = state.kept(month).revisions.iter_mut();
            let Some(kept) = revisions.find(|kept| kept.made.revision == revision) else { return false };
            let is_first = kept.exported.is_none();
            kept.exported = kept.exported.or(Some((at, by)));
            is_first
        })
    }

    async fn has_row_besides(&self, month: Month, users: &[UserId]) -> Result<bool> {
        self.ask("MonthRepository::has_row_besides", |state| {
            let newest = state.kept(month).revisions.last();
            newest.is_some_and(|newest| newest.rows.iter().any(|row| !users.contains(&row.user)))
        })
    }

    async fn is_exported(&self, month: Month) -> Result<bool> {
        self.ask("MonthRepository::is_exported", |state| {
            state.kept(month).revisions.last().is_some_and(|newest| newest.exported.is_some())
        })
    }

    async fn accept(
        &self,
        days: &[(UserId, NaiveDate)],
        note: &str,
        by: UserId,
        at: Instant,
    ) -> Result<Vec<(UserId, NaiveDate)>> {
        self.ask("MonthRepository::accept", |state| {
            let new = days.iter().filter(|day| !state.accepted.contains_key(*day));
            let new: Vec<(UserId, NaiveDate)> = new.copied().collect();
            state.accepted.extend(new.iter().map(|day| (*day, (note.to_owned(), by, at))));
            new
        })
    }

    async fn end_acceptance(&self, user: UserId, day: NaiveDate) -> Result<()> {
        self.ask("MonthRepository::end_acceptance", |state| {
            state.accepted.remove(&(user, day));
        })
    }

    async fn end_acceptance_on_leave(&self, requests: &[LeaveRequestId]) -> Result<()> {
        self.ask("MonthRepository::end_acceptance_on_leave", |state| {
            let of = |id: &LeaveRequestId| {
                let made = &state.leaves.get(id)?.made;
                Some(made.period.dates().map(|(date, _)| (made.user, date)).collect::<Vec<_>>())
            };
            let days: Vec<(UserId, NaiveDate)> = requests.iter().filter_map(of).flatten().collect();
            for (user, day) in days {
                if state.is_on_leave(user, day) {
                    state.accepted.remove(&(user, day));
                }
            }
        })
    }

    async fn facts_of(&self, month: Month, users: &[UserId], half_days: &[Hours]) -> Result<Vec<(UserId, MonthFacts)>> {
        lock(&self.memory.0.plan).locked.extend(users);
        self.ask("MonthRepository::facts_of", |state| {
            let known = users.iter().filter_map(|user| state.people.get(user));
            known.map(|account| (account.record.id, state.month_facts(account, month, half_days))).collect()
        })
    }

    async fn remind(&self, month: Month, kind: ReminderKind, users: &[UserId], day: NaiveDate) -> Result<Vec<UserId>> {
        self.ask("MonthRepository::remind", |state| {
            let new = users.iter().copied().filter(|user| state.reminders.insert((month, kind.name(), *user, day)));
            new.collect()
        })
    }

    async fn keep_check(&self, month: Month, revision: u32, check: &MonthCheck) -> Result<bool> {
        self.ask("MonthRepository::keep_check", |state| {
            let kept = state.kept(month);
            let is_current = kept.standing() == Standing { state: MonthState::Closed, revision };
            if is_current {
                kept.check = Some(check.clone());
            }
            is_current
        })
    }

    async fn untold(&self, limit: u32) -> Result<Option<Untold>> {
        self.ask("MonthRepository::untold", |state| {
            let (month, kept) = state.untold_month()?;
            let (made, before) = kept.revisions.split_last()?;
            let is_employee = |user: UserId| {
                state.people.get(&user).is_some_and(|account| account.record.standing.role == Role::Employee)
            };
            let is_left = |row: &&PayrollRow| {
                is_employee(row.user)
                    && made.told_through.is_none_or(|through| row.employee_id.number() > through.number())
            };
            let former = |row: &PayrollRow| {
                let is_told = |kept: &&KeptRevision| kept.is_told || kept.told_through >= Some(row.employee_id);
                let before = before.last().filter(is_told)?;
                before.rows.iter().find(|former| former.user == row.user).cloned()
            };
            let left = made.rows.iter().filter(is_left).take(limit as usize);
            let rows = left.map(|row| (row.clone(), former(row))).collect();
            Some(Untold { month, revision: made.made.revision, rows })
        })
    }

    async fn told(&self, month: Month, revision: u32, through: Option<EmployeeId>) -> Result<()> {
        self.ask("MonthRepository::told", |state| {
            let mut revisions = state.kept(month).revisions.iter_mut();
            if let Some(kept) = revisions.find(|kept| kept.made.revision == revision) {
                (kept.told_through, kept.is_told) = (through, through.is_none());
            }
        })
    }
}
