//! What rounds of mails ask for.

use super::Unit;
use super::people::recipient;
use super::state::{Account, State, count};
use super::work_patterns::is_expected;
use application::ports::{DigestNotice, DigestRepository, MissingDays, Recipient, Result, WaitingEntries};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::work_patterns::Expected;

impl State {
    /// The next people after `after` that `keep` lets through.
    fn next_people(&self, after: Option<UserId>, limit: u32, keep: impl Fn(&Account) -> bool) -> Vec<Recipient> {
        let next = self.people.values().filter(|account| after.is_none_or(|after| account.record.id > after));
        let kept = next.filter(|account| account.record.standing.can_act() && keep(account));
        kept.take(limit as usize).map(|account| recipient(&account.record)).collect()
    }

    /// Of each manager what `ask` finds, where it finds anything.
    fn of_teams<T>(managers: &[UserId], ask: impl Fn(UserId) -> Option<T>) -> Vec<T> {
        managers.iter().filter_map(|manager| ask(*manager)).collect()
    }
}

#[async_trait]
impl DigestRepository for Unit {
    async fn next_readers(&self, after: Option<UserId>, limit: u32) -> Result<Vec<Recipient>> {
        self.ask("DigestRepository::next_readers", |state| state.next_people(after, limit, |_| true))
    }

    async fn choices_of(&self, users: &[UserId]) -> Result<Vec<(UserId, MailKind, MailTiming)>> {
        self.ask("DigestRepository::choices_of", |state| {
            let theirs = state.mail_choices.iter().filter(|((user, _), _)| users.contains(user));
            theirs.map(|((user, kind), timing)| (*user, *kind, *timing)).collect()
        })
    }

    async fn unread_notices(&self, users: &[UserId], since: Instant, until: Instant) -> Result<Vec<DigestNotice>> {
        self.ask("DigestRepository::unread_notices", |state| {
            let unread = state.notices.values().rev().filter(|(notice, read_at)| {
                users.contains(&notice.user)
                    && read_at.is_none()
                    && notice.created_at > since
                    && notice.created_at <= until
            });
            let told = unread.filter_map(|(notice, _)| {
                let (title, body) = (notice.notice.title.clone(), notice.notice.body.clone());
                Some(DigestNotice { user: notice.user, kind: notice.notice.digest?, title, body })
            });
            told.collect()
        })
    }

    async fn stood_in_for_by(&self, users: &[UserId], today: NaiveDate) -> Result<Vec<(UserId, UserId)>> {
        self.ask("DigestRepository::stood_in_for_by", |state| {
            let of =
                |user: &UserId| state.managers_of(*user, today).into_iter().map(|kept| (kept.substitute, kept.manager));
            users.iter().flat_map(of).collect()
        })
    }

    async fn waiting(&self, managers: &[UserId]) -> Result<Vec<WaitingEntries>> {
        self.ask("DigestRepository::waiting", |state| {
            State::of_teams(managers, |manager| {
                let waiting = state
                    .entries
                    .values()
                    .filter(|entry| state.waits(entry) && state.manager_of(entry.user()) == Some(manager));
                let dates: Vec<NaiveDate> = waiting.map(domain::timesheet::Entry::date).collect();
                let oldest = dates.iter().copied().min()?;
                Some(WaitingEntries { manager, count: count(dates.len()), oldest })
            })
        })
    }

    async fn missing(&self, managers: &[UserId], since: NaiveDate) -> Result<Vec<MissingDays>> {
        self.ask("DigestRepository::missing", |state| {
            let members = state.by_name(|account| account.record.manager.is_some_and(|own| managers.contains(&own)));
            let of = |account: &Account| {
                let days = state.frozen_days(account.record.id, since);
                let manager = account.record.manager.filter(|_| !days.is_empty())?;
                Some(MissingDays { manager, person: account.name(), days })
            };
            members.into_iter().filter_map(of).collect()
        })
    }

    async fn pending_resubmissions(&self, managers: &[UserId]) -> Result<Vec<(UserId, u32)>> {
        self.ask("DigestRepository::pending_resubmissions", |state| {
            State::of_teams(managers, |manager| {
                let pending = state.pending_resubmissions();
                let theirs = pending.filter(|one| state.manager_of(one.user) == Some(manager));
                Some((manager, count(theirs.count()))).filter(|(_, pending)| *pending > 0)
            })
        })
    }

    async fn waiting_leave(&self, managers: &[UserId]) -> Result<Vec<(UserId, u32)>> {
        self.ask("DigestRepository::waiting_leave", |state| {
            State::of_teams(managers, |manager| {
                let waiting = state
                    .leaves
                    .values()
                    .filter(|leave| leave.made.status.waits() && state.manager_of(leave.made.user) == Some(manager));
                Some((manager, count(waiting.count()))).filter(|(_, waiting)| *waiting > 0)
            })
        })
    }

    async fn unrecorded(
        &self,
        day: NaiveDate,
        expected: &Expected,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<Recipient>> {
        self.ask("DigestRepository::unrecorded", |state| {
            state.next_people(after, limit, |account| {
                let user = account.record.id;
                state.wants(account, MailKind::Reminder) == Some(MailTiming::Instant)
                    && is_expected(expected, user)
                    && account.has_begun(day)
                    && state.entry_of(user, day).is_none()
                    && !state.is_on_leave(user, day)
            })
        })
    }
}
