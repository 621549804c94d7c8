//! What reports are made of.

use super::Memory;
use super::state::{Account, State, count};
use application::ports::{CountedMonth, DecidedTogether, Headcount, MissingOf, PlaceOfWork, ReportReads, Result};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::UserId;
use domain::oversight::reports::Attendance;
use domain::person::Role;
use domain::time::Month;
use domain::timesheet::{Entry, Status};
use std::collections::BTreeMap;

impl State {
    /// The entries that people in `scope` have in the month.
    fn entries_in<'a>(&'a self, scope: &'a Scope, month: Month) -> impl Iterator<Item = &'a Entry> {
        self.entries.values().filter(move |entry| month.contains(entry.date()) && self.is_in(scope, entry.user()))
    }

    /// Whether somebody is of the month: in service in it, or an Employee who is active or has an entry in it.
    fn is_of_month(&self, account: &Account, month: Month) -> bool {
        let (user, standing) = (account.record.id, account.record.standing);
        let has_entry = || self.entries.values().any(|entry| entry.user() == user && month.contains(entry.date()));
        month.days().any(|day| account.served(day))
            || (standing.role == Role::Employee && (standing.is_active || has_entry()))
    }

    /// When the entry that was decided on last had been submitted, and when that was decided.
    pub(super) fn decided(&self, entry: &Entry, from: Instant, before: Instant) -> Option<DecidedTogether> {
        let decided = entry.decided().map(|decided| decided.at).filter(|at| from <= *at && *at < before)?;
        let submitted = self.versions.iter().rev().map(|(version, _)| version).find(|version| {
            version.id() == entry.id() && version.status() == Status::Pending && version.updated_at() <= decided
        });
        let submitted = submitted.map_or(decided, Entry::updated_at);
        Some(DecidedTogether { submitted: quarter(submitted), decided: quarter(decided), entries: 1 })
    }

    /// The entries that wait for a decision which can still be made.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().filter(|entry| entry.status() == Status::Pending && !self.is_closed(entry.date()))
    }
}

/// The beginning of the quarter of an hour.
pub(super) fn quarter(at: Instant) -> Instant {
    Instant::from_timestamp(at.timestamp().div_euclid(900) * 900, 0).unwrap_or(at)
}

#[async_trait]
impl ReportReads for Memory {
    async fn counted(&self, scope: &Scope, month: Month) -> Result<Vec<CountedMonth>> {
        self.read("ReportReads::counted", |state| {
            let of = |account: &Account| {
                let user = account.record.id;
                let own = || state.entries_in(scope, month).filter(move |entry| entry.user() == user);
                let number = |status| count(own().filter(|entry| entry.status() == status).count());
                let kept = own().filter(|entry| entry.status() != Status::Rejected);
                CountedMonth {
                    person: account.name(),
                    approved: number(Status::Approved),
                    pending: number(Status::Pending),
                    rejected: number(Status::Rejected),
                    half_hours: kept.map(|entry| u32::from(entry.hours().half_hours())).sum(),
                }
            };
            let people =
                state.by_name(|account| state.is_in(scope, account.record.id) && state.is_of_month(account, month));
            people.into_iter().map(of).collect()
        })
    }

    async fn half_hours(&self, scope: &Scope, month: Month) -> Result<Vec<(NaiveDate, Status, u64)>> {
        self.read("ReportReads::half_hours", |state| {
            let mut sums: BTreeMap<(NaiveDate, &'static str), (Status, u64)> = BTreeMap::new();
            for entry in state.entries_in(scope, month) {
                let of_day = sums.entry((entry.date(), entry.status().name())).or_insert((entry.status(), 0));
                of_day.1 += u64::from(entry.hours().half_hours());
            }
            sums.into_iter().map(|((date, _), (status, sum))| (date, status, sum)).collect()
        })
    }

    async fn missing(&self, scope: &Scope, month: Month) -> Result<Vec<MissingOf>> {
        self.read("ReportReads::missing", |state| {
            let days = |account: &Account| -> Vec<NaiveDate> {
                month.days().filter(|day| state.is_frozen(account.record.id, *day)).collect()
            };
            let people = state.by_name(|account| state.is_in(scope, account.record.id) && !days(account).is_empty());
            let of = |account: &Account| MissingOf {
                person: account.name(),
                department: account.record.department.clone(),
                manager: account.record.manager.and_then(|manager| state.named(manager)),
                days: days(account),
            };
            people.into_iter().map(of).collect()
        })
    }

    async fn decided_by_person(
        &self,
        scope: &Scope,
        from: Instant,
        before: Instant,
    ) -> Result<Vec<(UserId, DecidedTogether)>> {
        self.read("ReportReads::decided_by_person", |state| {
            let own = state.entries.values().filter(|entry| state.is_in(scope, entry.user()));
            own.filter_map(|entry| Some((entry.user(), state.decided(entry, from, before)?))).collect()
        })
    }

    async fn decided(&self, from: Instant, before: Instant) -> Result<Vec<DecidedTogether>> {
        self.read("ReportReads::decided", |state| {
            state.entries.values().filter_map(|entry| state.decided(entry, from, before)).collect()
        })
    }

    async fn places(&self, month: Month) -> Result<Vec<PlaceOfWork>> {
        self.read("ReportReads::places", |state| {
            let of = |account: &Account| PlaceOfWork {
                user: account.record.id,
                department: account.record.department.clone(),
                is_in_service: month.days().any(|day| account.served(day)),
            };
            state.people.values().map(of).collect()
        })
    }

    async fn in_service(&self, month: Month) -> Result<u32> {
        self.read("ReportReads::in_service", |state| {
            let was = |account: &&Account| month.days().any(|day| account.served(day));
            count(state.people.values().filter(was).count())
        })
    }

    async fn waiting_by_department(&self) -> Result<Vec<(Option<String>, u32)>> {
        self.read("ReportReads::waiting_by_department", |state| {
            let mut sums: BTreeMap<Option<String>, u32> = BTreeMap::new();
            for entry in state.waiting() {
                let owner = state.people.get(&entry.user());
                *sums.entry(owner.and_then(|account| account.record.department.clone())).or_default() += 1;
            }
            sums.into_iter().collect()
        })
    }

    async fn waiting_by_age(&self, starts: [Instant; 3]) -> Result<[u32; 4]> {
        self.read("ReportReads::waiting_by_age", |state| {
            state.waiting().fold([0; 4], |mut ages, entry| {
                let place = starts.iter().position(|start| *start <= entry.updated_at());
                if let Some(age) = ages.get_mut(place.unwrap_or(starts.len())) {
                    *age += 1;
                }
                ages
            })
        })
    }

    async fn headcount(&self, days: &[(NaiveDate, NaiveDate)]) -> Result<Vec<Headcount>> {
        self.read("ReportReads::headcount", |state| {
            let of = |(earlier, later): &(NaiveDate, NaiveDate)| {
                let number = |was: bool, is: bool| {
                    let people = state.people.values();
                    count(people.filter(|one| one.served(*earlier) == was && one.served(*later) == is).count())
                };
                let joined = number(false, true);
                Headcount { joined, left: number(true, false), active: joined + number(true, true) }
            };
            days.iter().map(of).collect()
        })
    }

    async fn closed_attendance(&self, from: Month, to: Month) -> Result<Vec<(Month, Attendance)>> {
        self.read("ReportReads::closed_attendance", |state| {
            let closed = state.months.range(from..=to).filter_map(|(month, kept)| Some((*month, kept.current()?)));
            let sum = |rows: &[domain::month::PayrollRow]| {
                rows.iter().fold(Attendance::default(), |sum, row| sum.and(row.figures.attendance()))
            };
            closed.map(|(month, kept)| (month, sum(&kept.rows))).collect()
        })
    }
}
