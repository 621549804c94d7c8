//! Who is on leave when, and the calendar feeds that tell of it.

use super::records::LeaveRecord;
use super::state::{Account, State, page_of};
use super::{Memory, Unit};
use application::ports::{
    AwayOnDate, FeedLeave, LeaveCalendarReads, LeaveFeed, LeaveFeedReads, LeaveFeedRepository, LeaveOfDay,
    OnLeaveFilter, PersonOnLeave, Result, StoreError, UniqueKey,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::UserId;
use domain::leave::LeaveStatus;
use domain::person::Standing;

impl State {
    fn in_service<'a>(&'a self, scope: &'a Scope) -> impl Fn(&Account) -> bool + 'a {
        move |account| account.record.standing.is_in_service() && self.is_in(scope, account.record.id)
    }

    fn leave_of(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Vec<LeaveOfDay> {
        self.leave_days(from, to, |other| other == user).into_iter().map(|(_, leave)| leave).collect()
    }
}

#[async_trait]
impl LeaveCalendarReads for Memory {
    async fn members(&self, scope: &Scope) -> Result<u32> {
        self.read("LeaveCalendarReads::members", |state| {
            super::state::count(state.by_name(state.in_service(scope)).len())
        })
    }

    async fn away(&self, scope: &Scope, from: NaiveDate, to: NaiveDate) -> Result<Vec<AwayOnDate>> {
        self.read("LeaveCalendarReads::away", |state| {
            let people = state.by_name(state.in_service(scope));
            let leave: Vec<Vec<LeaveOfDay>> =
                people.iter().map(|account| state.leave_of(account.record.id, from, to)).collect();
            let days = from.iter_days().take_while(|date| *date <= to).map(|date| {
                let having = |has: fn(LeaveStatus) -> bool| {
                    let has_it = |leave: &&Vec<LeaveOfDay>| leave.iter().any(|of| of.date == date && has(of.status));
                    super::state::count(leave.iter().filter(has_it).count())
                };
                let waiting = having(|status| status == LeaveStatus::Pending);
                AwayOnDate { date, away: having(LeaveStatus::is_approved_leave), waiting }
            });
            days.filter(|day| day.away + day.waiting > 0).collect()
        })
    }

    async fn on_leave(&self, filter: &OnLeaveFilter, page: u32, limit: u32) -> Result<(Vec<PersonOnLeave>, u32)> {
        self.read("LeaveCalendarReads::on_leave", |state| {
            let is_in_service = state.in_service(&filter.scope);
            let is_let_through = |account: &Account| {
                is_in_service(account)
                    && super::people::is_found(account, filter.search.as_deref(), filter.scope == Scope::Everyone)
            };
            let people = state.by_name(is_let_through).into_iter().map(|account| PersonOnLeave {
                person: account.name(),
                department: account.record.department.clone(),
                leave: state.leave_of(account.record.id, filter.from, filter.to),
            });
            page_of(people.filter(|person| !person.leave.is_empty()).collect(), page, limit)
        })
    }
}

#[async_trait]
impl LeaveFeedRepository for Unit {
    async fn keep(&self, feed: &LeaveFeed) -> Result<()> {
        self.run("LeaveFeedRepository::keep", |state| {
            let is_same = |other: &LeaveFeed| other.fingerprint == feed.fingerprint && other.user != feed.user;
            if state.leave_feeds.values().any(is_same) {
                return Err(StoreError::Conflict(UniqueKey::Other));
            }
            state.leave_feeds.insert(feed.user, feed.clone());
            Ok(())
        })
    }

    async fn end(&self, user: UserId) -> Result<bool> {
        self.ask("LeaveFeedRepository::end", |state| state.leave_feeds.remove(&user).is_some())
    }

    async fn end_of(&self, users: &[UserId]) -> Result<Vec<UserId>> {
        self.ask("LeaveFeedRepository::end_of", |state| {
            users.iter().copied().filter(|user| state.leave_feeds.remove(user).is_some()).collect()
        })
    }
}

#[async_trait]
impl LeaveFeedReads for Memory {
    async fn made_at(&self, user: UserId) -> Result<Option<Instant>> {
        self.read("LeaveFeedReads::made_at", |state| state.leave_feeds.get(&user).map(|feed| feed.created_at))
    }

    async fn owner(&self, fingerprint: &str) -> Result<Option<(UserId, Standing)>> {
        self.read("LeaveFeedReads::owner", |state| {
            let feed = state.leave_feeds.values().find(|feed| feed.fingerprint == fingerprint)?;
            Some((feed.user, state.people.get(&feed.user)?.record.standing))
        })
    }

    async fn approved(&self, scope: &Scope, since: NaiveDate) -> Result<Vec<FeedLeave>> {
        self.read("LeaveFeedReads::approved", |state| {
            let is_in_service = state.in_service(scope);
            let is_shown = |leave: &&LeaveRecord| {
                leave.made.status.is_approved_leave()
                    && leave.made.period.end() >= since
                    && leave.made.halves.iter().any(|half| half.counts)
            };
            let mut found: Vec<_> = state
                .leaves
                .values()
                .filter(is_shown)
                .filter_map(|leave| Some((leave, state.people.get(&leave.made.user)?)))
                .filter(|(_, account)| is_in_service(account))
                .collect();
            found.sort_by_cached_key(|(leave, account)| (leave.made.period.start(), account.order(), leave.made.id));
            let feed = |(leave, account): (&LeaveRecord, &Account)| FeedLeave {
                request: leave.made.id,
                name: account.record.name.clone(),
                leave_type: state.type_name(leave.made.leave_type),
                period: leave.made.period,
                updated_at: leave.updated_at,
            };
            found.into_iter().map(feed).collect()
        })
    }
}
