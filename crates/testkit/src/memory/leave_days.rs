//! Leave by days.

use super::records::LeaveRecord;
use super::{Memory, State};
use application::ports::{LeaveDayReads, LeaveOfDay, Result};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::access::Scope;
use domain::attendance::{Days, OnLeave};
use domain::id::{LeaveTypeId, UserId};
use domain::leave::{DayPart, HalfOfDay, covered};
use domain::time::Month;
use std::collections::BTreeSet;

impl State {
    fn approved_leave(&self) -> impl Iterator<Item = &LeaveRecord> {
        self.leaves.values().filter(|leave| leave.made.status.is_approved_leave())
    }

    /// Whether approved leave covers the day whole.
    pub(super) fn is_on_leave(&self, user: UserId, date: NaiveDate) -> bool {
        let own = self.approved_leave().filter(|leave| leave.made.user == user);
        let halves = own.flat_map(|leave| leave.made.halves.iter().copied()).filter(|half| half.half.date == date);
        covered(halves).get(&date) == Some(&DayPart::Full)
    }

    /// The approved leave of a person in a month.
    pub(super) fn leave_in(&self, user: UserId, month: Month) -> OnLeave {
        self.leave_in_of(user, month, true).or(self.leave_in_of(user, month, false))
    }

    /// That of types that are paid, or that are not.
    pub(super) fn leave_in_of(&self, user: UserId, month: Month, is_paid: bool) -> OnLeave {
        let is_meant = |leave: &&LeaveRecord| {
            let of_type = self.leave_types.0.get(&leave.made.leave_type);
            leave.made.user == user && of_type.is_none_or(|of_type| of_type.is_paid) == is_paid
        };
        let taken = |half: HalfOfDay| {
            let own = self.approved_leave().filter(is_meant);
            let dates: BTreeSet<NaiveDate> = own
                .flat_map(|leave| &leave.made.halves)
                .filter(|counted| counted.counts && counted.half.of_day == half)
                .map(|counted| counted.half.date)
                .collect();
            Days::of(month, |day| dates.contains(&day))
        };
        OnLeave { mornings: taken(HalfOfDay::Morning), afternoons: taken(HalfOfDay::Afternoon) }
    }

    pub(super) fn type_name(&self, leave_type: LeaveTypeId) -> String {
        self.leave_types.0.get(&leave_type).map(|found| found.name.clone()).unwrap_or_default()
    }

    /// What counts of live leave from `from` to `to` of those whom `keep` lets through, by person and in order.
    pub(super) fn leave_days(
        &self,
        from: NaiveDate,
        to: NaiveDate,
        keep: impl Fn(UserId) -> bool,
    ) -> Vec<(UserId, LeaveOfDay)> {
        let of = |leave: &LeaveRecord| {
            let (user, request, status) = (leave.made.user, leave.made.id, leave.made.status);
            let leave_type = self.type_name(leave.made.leave_type);
            let of_day = move |(date, part)| {
                (user, LeaveOfDay { request, date, part, leave_type: Some(leave_type.clone()), status })
            };
            covered(leave.made.halves.iter().copied()).into_iter().map(of_day)
        };
        let seen = self.leaves.values().filter(|leave| keep(leave.made.user));
        let mut found: Vec<_> = seen.flat_map(of).filter(|(_, of_day)| (from..=to).contains(&of_day.date)).collect();
        found.sort_by_key(|(user, of_day)| (*user, of_day.date, of_day.part == DayPart::Afternoon));
        found
    }

    /// How many active Employees that `keep` lets through have approved leave that counts on a day.
    pub(super) fn count_on_leave(&self, today: NaiveDate, keep: impl Fn(UserId) -> bool) -> u32 {
        let counts =
            |leave: &&LeaveRecord| leave.made.halves.iter().any(|counted| counted.counts && counted.half.date == today);
        let is_meant = |user: &UserId| {
            self.people.get(user).is_some_and(|account| account.record.standing.is_in_service()) && keep(*user)
        };
        let people: BTreeSet<UserId> =
            self.approved_leave().filter(counts).map(|leave| leave.made.user).filter(is_meant).collect();
        super::state::count(people.len())
    }
}

#[async_trait]
impl LeaveDayReads for Memory {
    async fn leave_days(&self, scope: &Scope, from: NaiveDate, to: NaiveDate) -> Result<Vec<(UserId, LeaveOfDay)>> {
        self.read("LeaveDayReads::leave_days", |state| state.leave_days(from, to, |user| state.is_in(scope, user)))
    }
}
