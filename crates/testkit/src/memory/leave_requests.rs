//! Requests for leave.

use super::records::LeaveRecord;
use super::state::{State, count, page_of};
use super::{Memory, Unit};
use application::ports::{
    AccountRow, AlsoAway, AwayOn, LeaveFilter, LeaveInYear, LeaveReads, LeaveRequestReads, LeaveRequestRepository,
    LeaveStepView, LiveHalf, NewLeave, NewLeaveStep, NewLedgerRow, Result, StoreError, StoredLeave, UniqueKey,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Leads;
use domain::id::{LeaveRequestId, LeaveTypeId, TimesheetId, UserId};
use domain::leave::{CountedHalf, DayPart, LeaveDays, LeavePeriod, LeaveStatus, LeaveType, RowKind, covered, total};
use domain::timesheet::Status;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

impl State {
    fn live_of(&self, user: UserId) -> impl Iterator<Item = (&LeaveRecord, CountedHalf)> {
        let own = self.leaves.values().filter(move |leave| leave.made.user == user);
        own.flat_map(|leave| leave.made.halves.iter().map(move |half| (leave, *half)))
    }

    fn live_on(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<CountedHalf> {
        let halves = self.live_of(user).map(|(_, half)| half);
        halves.filter(|half| (from..=to).contains(&half.half.date)).collect()
    }

    /// Whether live leave covers a day whole.
    pub(super) fn is_covered(&self, user: UserId, date: NaiveDate) -> bool {
        covered(self.live_on(user, date, date)).get(&date) == Some(&DayPart::Full)
    }

    fn stored_leave(&self, leave: &LeaveRecord) -> Option<StoredLeave> {
        let NewLeave { id, user, leave_type, period, ref reason, status, created_at, .. } = leave.made;
        let (account, of) = (self.people.get(&user)?, self.leave_types.0.get(&leave_type)?);
        Some(StoredLeave {
            id,
            person: account.name(),
            manager: account.record.manager.and_then(|manager| self.named(manager)),
            leave_type,
            type_name: of.name.clone(),
            needs_approval: of.needs_approval,
            period,
            days: leave.days,
            reason: reason.clone(),
            status,
            asked_last_day: leave.asked_last_day,
            created_at,
            updated_at: leave.updated_at,
        })
    }

    fn requests(&self, ids: &[LeaveRequestId]) -> Vec<StoredLeave> {
        let found = self.leaves.values().filter(|leave| ids.contains(&leave.made.id));
        found.filter_map(|leave| self.stored_leave(leave)).collect()
    }

    fn steps(&self, ids: &[LeaveRequestId]) -> Vec<LeaveStepView> {
        let view = |step: &NewLeaveStep| LeaveStepView {
            request: step.request,
            at: step.at,
            what: step.what,
            by: step.by().and_then(|user| self.name_of(user)),
            on_behalf_of: step.on_behalf_of().and_then(|user| self.name_of(user)),
            comment: step.comment.clone(),
        };
        self.leave_steps.iter().filter(|step| ids.contains(&step.request)).map(view).collect()
    }

    fn entries_on(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<NaiveDate> {
        let entries = self.entries.values().filter(|entry| entry.user() == user && entry.status() != Status::Rejected);
        entries.map(domain::timesheet::Entry::date).filter(|date| (from..=to).contains(date)).collect()
    }

    fn account_rows(&self, people: &[UserId], types: &[LeaveTypeId]) -> Vec<AccountRow> {
        let rows = self.leave_ledger.iter().filter(|row| people.contains(&row.user) && types.contains(&row.leave_type));
        rows.map(|row| AccountRow { user: row.user, leave_type: row.leave_type, row: row.row }).collect()
    }

    fn live(&self, people: &[UserId]) -> Vec<LiveHalf> {
        let live = |(leave, half): (&LeaveRecord, CountedHalf)| LiveHalf {
            user: leave.made.user,
            leave_type: leave.made.leave_type,
            request: leave.made.id,
            status: leave.made.status,
            half,
        };
        people.iter().flat_map(|user| self.live_of(*user).map(live)).collect()
    }

    /// The other active Employees of the team of `user`.
    fn colleagues(&self, user: UserId) -> Vec<UserId> {
        let Some(manager) = self.manager_of(user) else { return Vec::new() };
        let team =
            self.by_name(|account| account.record.manager == Some(manager) && account.record.standing.is_in_service());
        team.into_iter().map(|account| account.record.id).filter(|other| *other != user).collect()
    }
}

#[async_trait]
impl LeaveRequestRepository for Unit {
    async fn owners(&self, ids: &[LeaveRequestId]) -> Result<Vec<(LeaveRequestId, UserId)>> {
        self.ask("LeaveRequestRepository::owners", |state| {
            let found = state.leaves.values().filter(|leave| ids.contains(&leave.made.id));
            found.map(|leave| (leave.made.id, leave.made.user)).collect()
        })
    }

    async fn halves(&self, ids: &[LeaveRequestId]) -> Result<Vec<(LeaveRequestId, CountedHalf)>> {
        self.ask("LeaveRequestRepository::halves", |state| {
            let found = state.leaves.values().filter(|leave| ids.contains(&leave.made.id));
            found.flat_map(|leave| leave.made.halves.iter().map(|half| (leave.made.id, *half))).collect()
        })
    }

    async fn first_covered(&self, entries: &[TimesheetId]) -> Result<Option<NaiveDate>> {
        self.ask("LeaveRequestRepository::first_covered", |state| {
            let entries = state.entries.values().filter(|entry| entries.contains(&entry.id()));
            let is_covered = |entry: &&domain::timesheet::Entry| state.is_covered(entry.user(), entry.date());
            entries.filter(is_covered).map(domain::timesheet::Entry::date).min()
        })
    }

    async fn insert(&self, request: &NewLeave) -> Result<()> {
        self.run("LeaveRequestRepository::insert", |state| {
            let taken: BTreeSet<_> = state.live_of(request.user).map(|(_, half)| half.half).collect();
            if request.halves.iter().any(|half| taken.contains(&half.half)) {
                return Err(StoreError::Conflict(UniqueKey::LeaveHalf));
            }
            let (made, days, updated_at) = (request.clone(), total(&request.halves), request.created_at);
            state.leaves.insert(request.id, LeaveRecord { made, days, asked_last_day: None, updated_at });
            Ok(())
        })
    }

    async fn set_status(
        &self,
        ids: &[LeaveRequestId],
        status: LeaveStatus,
        asked_last_day: Option<NaiveDate>,
        at: Instant,
    ) -> Result<()> {
        self.ask("LeaveRequestRepository::set_status", |state| {
            for leave in state.leaves.values_mut().filter(|leave| ids.contains(&leave.made.id)) {
                leave.made.status = status;
                leave.asked_last_day = asked_last_day;
                leave.updated_at = at;
                if !status.is_live() {
                    leave.made.halves.clear();
                }
            }
        })
    }

    async fn shorten(
        &self,
        id: LeaveRequestId,
        period: LeavePeriod,
        days: LeaveDays,
        status: LeaveStatus,
        at: Instant,
    ) -> Result<()> {
        self.run("LeaveRequestRepository::shorten", |state| {
            let leave = state.leaves.get_mut(&id).ok_or(StoreError::Stale)?;
            leave.made.halves.retain(|half| half.half.date <= period.end());
            leave.made.period = period;
            leave.made.status = status;
            (leave.days, leave.asked_last_day, leave.updated_at) = (days, None, at);
            Ok(())
        })
    }

    async fn add_steps(&self, steps: &[NewLeaveStep]) -> Result<()> {
        self.ask("LeaveRequestRepository::add_steps", |state| state.leave_steps.extend_from_slice(steps))
    }
}

macro_rules! leave_reads {
    ($($store:ident::$ask:ident),+) => {$(
        #[async_trait]
        impl LeaveReads for $store {
            async fn types(&self) -> Result<Vec<LeaveType>> {
                self.$ask("LeaveReads::types", |state| state.leave_types.0.values().cloned().collect())
            }

            async fn rows(&self, people: &[UserId], types: &[LeaveTypeId]) -> Result<Vec<AccountRow>> {
                self.$ask("LeaveReads::rows", |state| state.account_rows(people, types))
            }

            async fn live(&self, people: &[UserId]) -> Result<Vec<LiveHalf>> {
                self.$ask("LeaveReads::live", |state| state.live(people))
            }

            async fn live_on(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<CountedHalf>> {
                self.$ask("LeaveReads::live_on", |state| state.live_on(user, from, to))
            }

            async fn entries_on(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>> {
                self.$ask("LeaveReads::entries_on", |state| state.entries_on(user, from, to))
            }

            async fn requests(&self, ids: &[LeaveRequestId]) -> Result<Vec<StoredLeave>> {
                self.$ask("LeaveReads::requests", |state| state.requests(ids))
            }

            async fn steps(&self, ids: &[LeaveRequestId]) -> Result<Vec<LeaveStepView>> {
                self.$ask("LeaveReads::steps", |state| state.steps(ids))
            }
        }
    )+};
}
leave_reads!(Unit::ask, Memory::read);

#[async_trait]
impl LeaveRequestReads for Memory {
    async fn leave_of(&self, user: UserId, from: NaiveDate, to: NaiveDate, limit: u32) -> Result<Vec<StoredLeave>> {
        self.read("LeaveRequestReads::leave_of", |state| {
            let own = state.leaves.values().filter(|leave| leave.made.user == user && leave.lies_between(from, to));
            let mut own: Vec<&LeaveRecord> = own.collect();
            own.sort_by_key(|leave| Reverse((leave.made.period.start(), leave.made.id)));
            own.into_iter().take(limit as usize).filter_map(|leave| state.stored_leave(leave)).collect()
        })
    }

    async fn leave_page(&self, filter: &LeaveFilter, page: u32, limit: u32) -> Result<(Vec<StoredLeave>, u32)> {
        self.read("LeaveRequestReads::leave_page", |state| {
            let is_meant = |leave: &&LeaveRecord| {
                let NewLeave { user, status, .. } = leave.made;
                filter.leads.cover(state.manager_of(user))
                    && filter.status.contains(&status)
                    && filter.employee.is_none_or(|employee| employee == user)
                    && leave.lies_between(filter.from.unwrap_or(NaiveDate::MIN), filter.to.unwrap_or(NaiveDate::MAX))
            };
            let mut found: Vec<&LeaveRecord> = state.leaves.values().filter(is_meant).collect();
            found.sort_by_key(|leave| (leave.made.period.start(), leave.made.id));
            if !filter.is_earliest_first {
                found.reverse();
            }
            page_of(found.into_iter().filter_map(|leave| state.stored_leave(leave)).collect(), page, limit)
        })
    }

    async fn by_year(&self, ids: &[LeaveRequestId]) -> Result<Vec<LeaveInYear>> {
        self.read("LeaveRequestReads::by_year", |state| {
            let leaves = state.leaves.values().filter(|leave| ids.contains(&leave.made.id));
            let in_years = leaves.flat_map(|leave| {
                let is_live = leave.made.status.is_live();
                let own = state.leave_ledger.iter().filter(move |row| row.request == Some(leave.made.id));
                let is_last =
                    |row: &NewLedgerRow| row.row.kind == RowKind::Reversal && row.created_at == leave.updated_at;
                let counted = own.filter(move |row| is_live || is_last(row));
                let days = counted.fold(BTreeMap::<i32, LeaveDays>::new(), |mut years, row| {
                    let days = if is_live { -row.row.days } else { row.row.days };
                    *years.entry(row.row.year).or_default() += days;
                    years
                });
                let (user, leave_type, request) = (leave.made.user, leave.made.leave_type, leave.made.id);
                days.into_iter().filter(|(_, days)| *days != LeaveDays::NONE).map(move |(year, days)| {
                    let rows = state.account_rows(&[user], &[leave_type]);
                    let left = rows.iter().filter(|row| row.row.year == year).map(|row| row.row.days).sum();
                    LeaveInYear { request, year, days, left }
                })
            });
            in_years.collect()
        })
    }

    async fn also_away(&self, ids: &[LeaveRequestId], limit: u32) -> Result<Vec<AlsoAway>> {
        self.read("LeaveRequestReads::also_away", |state| {
            let leaves = state.leaves.values().filter(|leave| ids.contains(&leave.made.id));
            let away = leaves.flat_map(|leave| {
                let (dates, colleagues) = (leave.counted(), state.colleagues(leave.made.user));
                let meets = |other: &&LeaveRecord| {
                    colleagues.contains(&other.made.user)
                        && other.made.halves.iter().any(|half| dates.contains(&half.half.date))
                };
                let mut others: Vec<&LeaveRecord> = state.leaves.values().filter(meets).collect();
                others.sort_by_key(|other| (other.made.period.start(), other.made.id));
                let named = |other: &LeaveRecord| {
                    let name = state.name_of(other.made.user)?;
                    let (period, status) = (other.made.period, other.made.status);
                    Some(AlsoAway { request: leave.made.id, name, from: period.start(), to: period.end(), status })
                };
                others.into_iter().take(limit as usize).filter_map(named).collect::<Vec<_>>()
            });
            away.collect()
        })
    }

    async fn away_on(&self, ids: &[LeaveRequestId]) -> Result<Vec<AwayOn>> {
        self.read("LeaveRequestReads::away_on", |state| {
            let leaves = state.leaves.values().filter(|leave| ids.contains(&leave.made.id));
            let dates = leaves.flat_map(|leave| {
                let colleagues = state.colleagues(leave.made.user);
                let members = count(colleagues.len()) + 1;
                let is_away = move |user: &&UserId, date: NaiveDate| {
                    state.live_of(**user).any(|(leave, half)| {
                        leave.made.status.is_approved_leave() && half.counts && half.half.date == date
                    })
                };
                leave.counted().into_iter().map(move |date| {
                    let others = count(colleagues.iter().filter(|user| is_away(user, date)).count());
                    AwayOn { request: leave.made.id, date, others, members }
                })
            });
            dates.collect()
        })
    }

    async fn count_waiting(&self, leads: &Leads) -> Result<u32> {
        self.read("LeaveRequestReads::count_waiting", |state| {
            let waiting = state
                .leaves
                .values()
                .filter(|leave| leave.made.status.waits() && leads.cover(state.manager_of(leave.made.user)));
            count(waiting.count())
        })
    }
}
