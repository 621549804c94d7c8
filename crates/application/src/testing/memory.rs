//! The read ports over plain lists, true to their contracts.

use super::{number, person};
use crate::ports::{
    ApprovalCount, Credentials, DirectoryEntry, EntryView, FrozenDays, HeadCount, HolidayReads, HolidayView,
    MonthRecord, OwnEntry, PeopleFigures, PeopleFilter, PeopleReads, PersonView, StoreError, TeamPresence,
    TimesheetReads, UnlockView,
};
use crate::testing::{at, own, view};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::attendance::Recorded;
use domain::id::UserId;
use domain::person::{Employment, Role, Salary};
use domain::time::{Month, Week};
use domain::timesheet::{Entry, Status};
use std::collections::BTreeMap;

/// What there is to read.
#[derive(Default, Clone)]
pub(crate) struct Memory {
    pub(crate) people: Vec<Employment>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) unlocked: Vec<(UserId, NaiveDate)>,
    /// The days on which somebody was marked absent.
    pub(crate) absent: Vec<(UserId, NaiveDate)>,
    pub(crate) holidays: Vec<HolidayView>,
}

impl Memory {
    fn covers(&self, scope: Scope, employee: Option<UserId>, user: UserId) -> bool {
        let manager = self.people.iter().find(|person| person.user == user).and_then(|person| person.manager);
        scope.covers(user, manager) && employee.is_none_or(|employee| employee == user)
    }

    fn views(&self, keep: impl Fn(&Entry) -> bool) -> Vec<EntryView> {
        let mut views: Vec<EntryView> = self.entries.iter().filter(|entry| keep(entry)).cloned().map(view).collect();
        views.sort_by_key(|view| (std::cmp::Reverse(view.entry.date), view.person.name.last.clone()));
        views
    }

    fn is_frozen(&self, user: UserId, day: NaiveDate) -> bool {
        self.absent.contains(&(user, day))
            && !self.unlocked.contains(&(user, day))
            && !self.entries.iter().any(|entry| entry.user == user && entry.date == day)
    }
}

fn days_of(all: &[(UserId, NaiveDate)], user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<NaiveDate> {
    all.iter().filter(|(owner, day)| *owner == user && (from..=to).contains(day)).map(|(_, day)| *day).collect()
}

#[async_trait]
impl TimesheetReads for Memory {
    async fn of_user(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<OwnEntry>, StoreError> {
        let mut entries: Vec<OwnEntry> =
            self.entries.iter().filter(|e| e.user == user && (from..=to).contains(&e.date)).cloned().map(own).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.date));
        Ok(entries)
    }

    async fn of_scope(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<Vec<EntryView>, StoreError> {
        Ok(self.views(|entry| self.covers(scope, employee, entry.user) && (from..=to).contains(&entry.date)))
    }

    async fn waiting_weeks(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        before: NaiveDate,
    ) -> Result<Vec<EntryView>, StoreError> {
        let waits = |entry: &Entry| {
            self.entries.iter().any(|other| {
                other.user == entry.user
                    && other.status == Status::Pending
                    && other.date < before
                    && Week::of(other.date) == Week::of(entry.date)
            })
        };
        Ok(self.views(|entry| self.covers(scope, employee, entry.user) && waits(entry)))
    }

    async fn unlocked_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError> {
        Ok(days_of(&self.unlocked, user, from, to))
    }

    async fn oldest_fillable(&self, user: UserId) -> Result<Option<NaiveDate>, StoreError> {
        let unlocked = self.unlocked.iter().filter(|(owner, _)| *owner == user).map(|(_, day)| *day);
        let rejected = self.entries.iter().filter(|e| e.user == user && e.status == Status::Rejected).map(|e| e.date);
        Ok(unlocked.chain(rejected).min())
    }

    async fn approval_counts(&self, users: Option<&[UserId]>) -> Result<Vec<ApprovalCount>, StoreError> {
        let mut counts: BTreeMap<UserId, ApprovalCount> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| users.is_none_or(|users| users.contains(&entry.user))) {
            let none = ApprovalCount { user: entry.user, pending: 0, approved: 0, rejected: 0 };
            let count = counts.entry(entry.user).or_insert(none);
            *match entry.status {
                Status::Pending => &mut count.pending,
                Status::Approved => &mut count.approved,
                Status::Rejected => &mut count.rejected,
            } += 1;
        }
        Ok(counts.into_values().collect())
    }

    async fn absent_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError> {
        Ok(days_of(&self.absent, user, from, to))
    }

    async fn rejected_days(&self, user: UserId, before: NaiveDate, limit: u32) -> Result<Vec<NaiveDate>, StoreError> {
        let is_asked = |e: &&Entry| e.user == user && e.status == Status::Rejected && e.date < before;
        let mut days: Vec<NaiveDate> = self.entries.iter().filter(is_asked).map(|entry| entry.date).collect();
        days.sort_unstable();
        days.truncate(limit as usize);
        Ok(days)
    }

    async fn unlocks(&self, _: UserId, _: u32) -> Result<Vec<UnlockView>, StoreError> {
        panic!("nobody asks who unlocked what here")
    }

    async fn page(
        &self,
        from: NaiveDate,
        to: NaiveDate,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<EntryView>, u32), StoreError> {
        let views = self.views(|entry| (from..=to).contains(&entry.date));
        let total = u32::try_from(views.len()).unwrap();
        Ok((views.into_iter().skip(((page - 1) * limit) as usize).take(limit as usize).collect(), total))
    }

    async fn newest(&self, limit: u32) -> Result<Vec<EntryView>, StoreError> {
        let mut views = self.views(|_| true);
        views.sort_by_key(|view| std::cmp::Reverse(view.entry.created_at));
        views.truncate(limit as usize);
        Ok(views)
    }
}

#[async_trait]
impl HolidayReads for Memory {
    async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>, StoreError> {
        let may_fall =
            |view: &&HolidayView| view.holiday.date <= to && (view.holiday.is_recurring || from <= view.holiday.date);
        Ok(self.holidays.iter().filter(may_fall).cloned().collect())
    }
}

#[async_trait]
impl PeopleReads for Memory {
    async fn credentials(&self, _: &str, _: &str, _: Instant) -> Result<Option<Credentials>, StoreError> {
        panic!("nobody signs in here")
    }

    async fn person(&self, user: UserId) -> Result<Option<PersonView>, StoreError> {
        let found = self.people.iter().find(|person| person.user == user);
        Ok(found.map(|found| PersonView {
            person: person(user.uuid().as_u128()),
            email: "p@x.org".into(),
            phone_number: None,
            role: Role::Employee,
            department: None,
            designation: None,
            position: None,
            joining_date: found.joining_date,
            is_active: true,
            is_blocked: false,
            is_first_login: false,
            manager: found.manager.map(|manager| (manager, person(number(manager)).name)),
            salary: Salary::from_cents(5_240_050),
            updated_at: at("2026-06-01T08:00:00Z"),
        }))
    }

    async fn employment(&self, user: UserId) -> Result<Option<Employment>, StoreError> {
        Ok(self.people.iter().find(|person| person.user == user).cloned())
    }

    async fn presence(&self, manager: UserId, today: NaiveDate) -> Result<TeamPresence, StoreError> {
        let team: Vec<&Employment> = self
            .people
            .iter()
            .filter(|person| {
                person.manager == Some(manager) && person.joining_date.is_none_or(|joined| joined <= today)
            })
            .collect();
        let has_entry = |person: &&&Employment| self.entries.iter().any(|e| e.user == person.user && e.date == today);
        let without_entry = team.len() - team.iter().filter(has_entry).count();
        Ok(TeamPresence {
            members: u32::try_from(team.len()).unwrap(),
            without_entry: u32::try_from(without_entry).unwrap(),
        })
    }

    async fn list(&self, _: &PeopleFilter, _: u32, _: u32) -> Result<(Vec<PersonView>, u32), StoreError> {
        panic!("nobody is listed here")
    }

    async fn directory(
        &self,
        _: &[Role],
        _: Option<&str>,
        _: u32,
        _: u32,
    ) -> Result<(Vec<DirectoryEntry>, u32), StoreError> {
        panic!("nobody is listed here")
    }

    async fn head_count(&self) -> Result<HeadCount, StoreError> {
        panic!("nobody is counted here")
    }

    async fn figures(&self, _: NaiveDate, _: NaiveDate, _: Instant) -> Result<PeopleFigures, StoreError> {
        panic!("nobody is counted here")
    }

    async fn frozen(&self, since: NaiveDate, limit: u32) -> Result<Vec<FrozenDays>, StoreError> {
        let of = |found: &Employment| {
            let mut days = days_of(&self.absent, found.user, since, NaiveDate::MAX);
            days.retain(|day| self.is_frozen(found.user, *day));
            days.sort_unstable();
            FrozenDays { person: person(number(found.user)), days }
        };
        let is_some = |found: &FrozenDays| !found.days.is_empty();
        Ok(self.people.iter().map(of).filter(is_some).take(limit as usize).collect())
    }

    async fn month_records(&self, scope: Scope, month: Month) -> Result<Vec<MonthRecord>, StoreError> {
        let of = |found: &Employment| {
            let days = self.entries.iter().filter(|entry| entry.user == found.user && month.contains(entry.date));
            MonthRecord {
                person: person(number(found.user)),
                joining_date: found.joining_date,
                recorded: days.fold(Recorded::default(), |all, e| all.with(e.date, e.hours, e.status)),
            }
        };
        Ok(self.people.iter().filter(|found| self.covers(scope, None, found.user)).map(of).collect())
    }
}
