//! Leave that is counted anew.

use super::{Unit, lock};
use application::ports::{HalfInQuestion, LeaveCountRepository, Result};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{Half, LeaveDays};
use domain::month::ChangedDays;
use domain::timesheet::Status;

fn lies_in(days: &ChangedDays, date: NaiveDate) -> bool {
    match days {
        ChangedDays::Days(days) => days.contains(&date),
        ChangedDays::Span { from, to } => *from <= date && to.is_none_or(|to| date <= to),
        ChangedDays::Holidays(_) => false,
    }
}

#[async_trait]
impl LeaveCountRepository for Unit {
    async fn lock_in_question(&self, people: Option<&[UserId]>, days: &ChangedDays) -> Result<Vec<HalfInQuestion>> {
        let found = self.ask("LeaveCountRepository::lock_in_question", |state| {
            let theirs =
                state.leaves.values().filter(|leave| people.is_none_or(|people| people.contains(&leave.made.user)));
            let halves = theirs.flat_map(|leave| leave.made.halves.iter().map(move |half| (leave, *half)));
            let concerned = halves.filter(|(_, half)| lies_in(days, half.half.date)).map(|(leave, half)| {
                let (user, request) = (leave.made.user, leave.made.id);
                let entry = state.entry_of(user, half.half.date);
                HalfInQuestion {
                    user,
                    first_day: state.people.get(&user).and_then(|account| account.record.beginning().first_day()),
                    request,
                    half,
                    has_entry: entry.is_some_and(|entry| entry.status() != Status::Rejected),
                }
            });
            let mut found: Vec<HalfInQuestion> = concerned.collect();
            found.sort_by_key(|found| (found.user, found.half.half));
            found
        })?;
        let mut people: Vec<UserId> = found.iter().map(|found| found.user).collect();
        people.dedup();
        lock(&self.memory.0.plan).locked.extend(people);
        Ok(found)
    }

    async fn turn(&self, halves: &[(UserId, Half)]) -> Result<()> {
        self.ask("LeaveCountRepository::turn", |state| {
            for leave in state.leaves.values_mut() {
                let user = leave.made.user;
                for half in leave.made.halves.iter_mut().filter(|half| halves.contains(&(user, half.half))) {
                    half.counts = !half.counts;
                }
            }
        })
    }

    async fn set_days(&self, requests: &[(LeaveRequestId, LeaveDays)], at: Instant) -> Result<()> {
        self.ask("LeaveCountRepository::set_days", |state| {
            for (id, days) in requests {
                if let Some(leave) = state.leaves.get_mut(id) {
                    (leave.days, leave.updated_at) = (*days, at);
                }
            }
        })
    }
}
