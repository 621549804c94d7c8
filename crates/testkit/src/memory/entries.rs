//! Entries and their versions.

use super::state::{State, page_of};
use super::{Memory, Unit, Unlock};
use application::events::Event;
use application::ports::{
    ApprovalCount, DecidedEntry, EntryHistory, EntryVersion, EntryView, OwnEntry, Result, StoreError, StoredDay,
    TimesheetReads, TimesheetRepository, UniqueKey, WaitingTotals, WeekFacts,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::access::Scope;
use domain::id::{TimesheetId, UserId};
use domain::mail_choices::MailKind;
use domain::month::{ChangedDays, Concerned};
use domain::person::service::ServicePeriod;
use domain::time::{Holidays, Month, Week};
use domain::timesheet::{Entry, Status};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

impl State {
    fn all_holidays(&self) -> Arc<Holidays> {
        Arc::new(Holidays::new(self.holidays.values().map(|(holiday, _)| holiday)))
    }

    /// Whether the entry waits for a decision: one in a closed month waits for nobody.
    pub(super) fn waits(&self, entry: &Entry) -> bool {
        entry.status() == Status::Pending && !self.is_closed(entry.date())
    }

    fn insert_entry(&mut self, entry: &Entry) -> Result<()> {
        if !self.people.contains_key(&entry.user()) {
            return Err(StoreError::Backend("an entry belongs to somebody".into()));
        }
        if self.entries.contains_key(&entry.id()) {
            return Err(StoreError::Conflict(UniqueKey::Other));
        }
        if self.entry_of(entry.user(), entry.date()).is_some() {
            return Err(StoreError::Conflict(UniqueKey::EntryOfDay));
        }
        self.entries.insert(entry.id(), entry.clone());
        self.versions.push((entry.clone(), entry.user()));
        Ok(())
    }

    fn history_of(&self, id: TimesheetId) -> Option<EntryHistory> {
        let user = self.entries.get(&id)?.user();
        let version = |(entry, by): &(Entry, UserId)| {
            let decided = entry.decided().filter(|_| entry.status() != Status::Pending);
            Some(EntryVersion {
                number: entry.version(),
                at: entry.updated_at(),
                status: entry.status(),
                hours: entry.hours(),
                description: entry.description().to_owned(),
                comment: entry.rejection().map(|rejection| rejection.comment.clone()),
                by: self.name_of(*by)?,
                on_behalf_of: decided.and_then(|decided| self.name_of(decided.on_behalf_of?)),
            })
        };
        let versions = self.versions.iter().filter(|(entry, _)| entry.id() == id).filter_map(version).collect();
        Some(EntryHistory { id, user, manager: self.manager_of(user), versions })
    }

    fn save_next(&mut self, entry: &Entry, actor: UserId) -> Result<()> {
        let before = self.entries.get_mut(&entry.id()).ok_or(StoreError::Stale)?;
        if before.version() + 1 != entry.version() {
            return Err(StoreError::Stale);
        }
        before.clone_from(entry);
        self.versions.push((entry.clone(), actor));
        Ok(())
    }
}

#[async_trait]
impl TimesheetRepository for Unit {
    async fn of_day(&self, user: UserId, date: NaiveDate) -> Result<Option<Entry>> {
        self.ask("TimesheetRepository::of_day", |state| state.entry_of(user, date).cloned())
    }

    async fn for_submission(&self, user: UserId, date: NaiveDate, today: NaiveDate) -> Result<Option<StoredDay>> {
        self.ask("TimesheetRepository::for_submission", |state| {
            Some(StoredDay {
                person: state.employment(user, today)?,
                unlock: state.open_unlock(user, date).map(|unlock| unlock.made.id),
                entry: state.entry_of(user, date).cloned(),
                is_on_leave: state.is_covered(user, date),
                holidays: state.all_holidays(),
                held: state.held(&ChangedDays::of([date]), Concerned::Anybody, today),
            })
        })
    }

    async fn for_decision(&self, ids: &[TimesheetId]) -> Result<Vec<DecidedEntry>> {
        self.ask("TimesheetRepository::for_decision", |state| {
            let found = state.entries.values().filter(|entry| ids.contains(&entry.id()));
            found
                .map(|entry| DecidedEntry {
                    entry: entry.clone(),
                    manager: state.manager_of(entry.user()),
                    chosen_for_approvals: state.mail_choices.get(&(entry.user(), MailKind::Approved)).copied(),
                })
                .collect()
        })
    }

    async fn insert(&self, entries: &[Entry]) -> Result<()> {
        self.run("TimesheetRepository::insert", |state| entries.iter().try_for_each(|entry| state.insert_entry(entry)))
    }

    async fn record(&self, entry: &Entry, event: &Event) -> Result<()> {
        self.run("TimesheetRepository::record", |state| {
            state.insert_entry(entry)?;
            state.accepted.remove(&(entry.user(), entry.date()));
            state.events.push(event.clone());
            Ok(())
        })
    }

    async fn rewrite(&self, entry: &Entry) -> Result<()> {
        self.run("TimesheetRepository::rewrite", |state| {
            if state.is_covered(entry.user(), entry.date()) {
                return Err(StoreError::Stale);
            }
            state.save_next(entry, entry.user())
        })
    }

    async fn decide(&self, entries: &[Entry], actor: UserId) -> Result<()> {
        self.run("TimesheetRepository::decide", |state| {
            entries.iter().try_for_each(|entry| state.save_next(entry, actor))
        })
    }
}

#[async_trait]
impl TimesheetReads for Memory {
    async fn of_user(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<OwnEntry>> {
        self.read("TimesheetReads::of_user", |state| {
            let asked = |entry: &&Entry| entry.user() == user && (from..=to).contains(&entry.date());
            let mut found: Vec<OwnEntry> = state.entries.values().filter(asked).cloned().map(OwnEntry::from).collect();
            found.sort_by_key(|entry| Reverse(entry.date));
            found
        })
    }

    async fn of_scope(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<Vec<EntryView>> {
        self.read("TimesheetReads::of_scope", |state| {
            state.entry_views(|entry| {
                (from..=to).contains(&entry.date())
                    && state.is_in(&scope, entry.user())
                    && employee.is_none_or(|employee| employee == entry.user())
            })
        })
    }

    async fn waiting_weeks(&self, scope: Scope, employee: Option<UserId>, before: NaiveDate) -> Result<Vec<EntryView>> {
        self.read("TimesheetReads::waiting_weeks", |state| {
            let waits = |user: UserId, week: Week| {
                state.entries.values().any(|entry| {
                    entry.user() == user
                        && state.waits(entry)
                        && entry.date() < before
                        && Week::of(entry.date()) == week
                })
            };
            state.entry_views(|entry| {
                state.is_in(&scope, entry.user())
                    && employee.is_none_or(|employee| employee == entry.user())
                    && waits(entry.user(), Week::of(entry.date()))
            })
        })
    }

    async fn waiting_totals(&self, scope: Scope, before: NaiveDate, month: NaiveDate) -> Result<Vec<WaitingTotals>> {
        let months = self.state().months.into_iter();
        let closed: Vec<Month> = months.filter(|(_, kept)| kept.current().is_some()).map(|(month, _)| month).collect();
        let mut weeks: BTreeMap<(UserId, NaiveDate), WaitingTotals> = BTreeMap::new();
        for EntryView { entry, person } in self.waiting_weeks(scope, None, before).await? {
            let monday = Week::of(entry.date).monday();
            let (user, name) = (person.id, person.name);
            let none =
                WaitingTotals { user, name, monday, half_hours: 0, pending: 0, older: 0, approved: 0, rejected: 0 };
            let week = weeks.entry((user, monday)).or_insert(none);
            week.half_hours += u32::from(entry.hours.half_hours());
            match entry.status {
                // It waits for nobody.
                Status::Pending if closed.contains(&Month::of(entry.date)) => {}
                Status::Pending => {
                    week.pending += 1;
                    week.older += u32::from(entry.date < month);
                }
                Status::Approved => week.approved += 1,
                Status::Rejected => week.rejected += 1,
            }
        }
        Ok(weeks.into_values().collect())
    }

    async fn week_facts(&self, people: &[UserId], from: NaiveDate, to: NaiveDate) -> Result<WeekFacts> {
        self.read("TimesheetReads::week_facts", |state| {
            // A decision ends the unlocks of its day; nobody has used these.
            let filled = |unlock: &&Unlock| {
                let entry = state.entry_of(unlock.made.user, unlock.made.date);
                let decided = entry.and_then(Entry::decided).map(|decided| decided.at);
                entry.is_some() && unlock.used_at.is_some() && unlock.used_at != decided
            };
            let used = state.unlocks.values().filter(filled).map(|unlock| (unlock.made.user, unlock.made.date));
            let shares_a_day =
                |period: &&ServicePeriod| period.first() <= to && period.last().is_none_or(|last| from <= last);
            let service = state.people.iter().filter(|(user, _)| people.contains(user)).map(|(user, account)| {
                (*user, account.service.iter().filter(shares_a_day).copied().collect::<Vec<_>>())
            });
            let days = || from.iter_days().take_while(|day| *day <= to);
            let on_leave = people.iter().flat_map(|user| days().map(|day| (*user, day)));
            WeekFacts {
                holidays: state.all_holidays(),
                on_leave: on_leave.filter(|(user, day)| state.is_on_leave(*user, *day)).collect(),
                used_unlocks: used.filter(|(user, day)| people.contains(user) && (from..=to).contains(day)).collect(),
                service: service.filter(|(_, periods)| !periods.is_empty()).collect(),
            }
        })
    }

    async fn unlocked_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>> {
        self.read("TimesheetReads::unlocked_days", |state| {
            let open = state.unlocks.values().filter(|unlock| unlock.made.user == user && unlock.is_open());
            let mut days: Vec<_> =
                open.map(|unlock| unlock.made.date).filter(|day| (from..=to).contains(day)).collect();
            days.sort_unstable();
            days
        })
    }

    async fn oldest_fillable(&self, user: UserId) -> Result<Option<NaiveDate>> {
        self.read("TimesheetReads::oldest_fillable", |state| {
            let open = state.unlocks.values().filter(|unlock| unlock.made.user == user && unlock.is_open());
            let rejected =
                state.entries.values().filter(|entry| entry.user() == user && entry.status() == Status::Rejected);
            let days = open.map(|unlock| unlock.made.date).chain(rejected.map(Entry::date));
            days.filter(|day| !state.is_closed(*day)).min()
        })
    }

    async fn approval_counts(&self, users: Option<&[UserId]>) -> Result<Vec<ApprovalCount>> {
        self.read("TimesheetReads::approval_counts", |state| {
            let mut counts: BTreeMap<UserId, ApprovalCount> = BTreeMap::new();
            let is_asked = |entry: &&Entry| users.is_none_or(|users| users.contains(&entry.user()));
            let counts_still = |entry: &&Entry| entry.status() == Status::Approved || !state.is_closed(entry.date());
            for entry in state.entries.values().filter(is_asked).filter(counts_still) {
                let none = ApprovalCount { user: entry.user(), pending: 0, approved: 0, rejected: 0 };
                let count = counts.entry(entry.user()).or_insert(none);
                *match entry.status() {
                    Status::Pending => &mut count.pending,
                    Status::Approved => &mut count.approved,
                    Status::Rejected => &mut count.rejected,
                } += 1;
            }
            counts.into_values().collect()
        })
    }

    async fn absent_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>> {
        self.read("TimesheetReads::absent_days", |state| {
            let marked = state.marks.keys().filter(|(owner, day)| *owner == user && (from..=to).contains(day));
            marked.map(|(_, day)| *day).collect()
        })
    }

    async fn rejected_days(&self, user: UserId, before: NaiveDate, limit: u32) -> Result<Vec<NaiveDate>> {
        self.read("TimesheetReads::rejected_days", |state| {
            let is_asked = |entry: &&Entry| {
                entry.user() == user
                    && entry.status() == Status::Rejected
                    && entry.date() < before
                    && !state.is_closed(entry.date())
            };
            let mut days: Vec<_> = state.entries.values().filter(is_asked).map(Entry::date).collect();
            days.sort_unstable();
            days.truncate(limit as usize);
            days
        })
    }

    async fn page(&self, from: NaiveDate, to: NaiveDate, page: u32, limit: u32) -> Result<(Vec<EntryView>, u32)> {
        self.read("TimesheetReads::page", |state| {
            page_of(state.entry_views(|entry| from <= entry.date() && entry.date() <= to), page, limit)
        })
    }

    async fn history(&self, id: TimesheetId) -> Result<Option<EntryHistory>> {
        self.read("TimesheetReads::history", |state| state.history_of(id))
    }

    async fn newest(&self, limit: u32) -> Result<Vec<EntryView>> {
        self.read("TimesheetReads::newest", |state| {
            let mut views = state.entry_views(|_| true);
            views.sort_by_key(|view| Reverse(view.entry.id));
            page_of(views, 1, limit).0
        })
    }
}
