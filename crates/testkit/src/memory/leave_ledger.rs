//! The ledger of leave.

use super::{Account, LeaveRecord, Memory, State, Unit, lock};
use application::ports::{
    LeaveHolder, LeaveLedgerReads, LeaveLedgerRepository, LeaveOf, LedgerRowView, NewLedgerRow, OfAccount, PersonName,
    Result, StoreError, UniqueKey,
};
use async_trait::async_trait;
use chrono::{Datelike, NaiveDate};
use domain::id::{LeaveTypeId, UserId};
use domain::leave::{EnteredOpening, LeaveDays, LeaveUse, LedgerRow, Opening, RowKind};
use std::collections::BTreeMap;

impl State {
    fn holders(&self, keep: impl Fn(UserId) -> bool) -> impl Iterator<Item = LeaveHolder> {
        let is_kept = move |account: &&Account| account.record.standing.is_in_service() && keep(account.record.id);
        self.people.values().filter(is_kept).map(|account| LeaveHolder {
            user: account.record.id,
            joining_date: account.record.joining_date,
            manager: account.record.manager,
        })
    }

    fn is_of(&self, whose: LeaveOf, user: UserId) -> bool {
        match whose {
            LeaveOf::Person(person) => person == user,
            LeaveOf::ActiveEmployees => {
                self.people.get(&user).is_some_and(|account| account.record.standing.is_in_service())
            }
        }
    }

    fn ledger_sums(&self, keep: impl Fn(&NewLedgerRow) -> bool) -> Vec<OfAccount<LedgerRow>> {
        let mut sums: BTreeMap<(UserId, LeaveTypeId, i32, RowKind, NaiveDate), LeaveDays> = BTreeMap::new();
        for new in self.leave_ledger.iter().filter(|new| keep(new)) {
            let LedgerRow { year, kind, days, date } = new.row;
            *sums.entry((new.user, new.leave_type, year, kind, date)).or_default() += days;
        }
        let sum = |((user, leave_type, year, kind, date), days)| OfAccount {
            user,
            leave_type,
            what: LedgerRow { year, kind, days, date },
        };
        sums.into_iter().map(sum).collect()
    }

    /// The opening balances that hold.
    fn openings(&self, people: &[UserId]) -> Vec<OfAccount<EnteredOpening>> {
        let key = |new: &NewLedgerRow| (new.user, new.leave_type, new.row.year, new.opening_number);
        let is_there = |wanted| self.leave_ledger.iter().any(|new| key(new) == wanted);
        let holds = |new: &&NewLedgerRow| {
            people.contains(&new.user) && {
                let (user, leave_type, year, number) = key(new);
                number.is_some_and(|number| number > 0 && !is_there((user, leave_type, year, Some(-number))))
            }
        };
        let entered = |new: &NewLedgerRow| OfAccount {
            user: new.user,
            leave_type: new.leave_type,
            what: EnteredOpening {
                number: new.opening_number.unwrap_or_default(),
                opening: Opening { year: new.row.year, days: new.row.days, note: new.note.clone() },
            },
        };
        self.leave_ledger.iter().filter(holds).map(entered).collect()
    }

    /// What counts, half by half.
    fn uses(&self, keep: impl Fn(&OfAccount<LeaveUse>) -> bool) -> Vec<OfAccount<LeaveUse>> {
        let of_one = |LeaveRecord { made, .. }: &LeaveRecord| {
            let (user, leave_type, status) = (made.user, made.leave_type, made.status);
            let counted: Vec<_> = made.halves.iter().filter(|half| half.counts).map(|half| half.half.date).collect();
            counted.into_iter().map(move |date| OfAccount {
                user,
                leave_type,
                what: LeaveUse { date, days: LeaveDays::HALF, status },
            })
        };
        self.leaves.values().flat_map(of_one).filter(|used| keep(used)).collect()
    }
}

#[async_trait]
impl LeaveLedgerRepository for Unit {
    async fn lock_people(&self, people: &[UserId]) -> Result<()> {
        let mut in_order = people.to_vec();
        in_order.sort_unstable();
        lock(&self.memory.0.plan).locked.extend(in_order);
        self.ask("LeaveLedgerRepository::lock_people", |_| ())
    }

    async fn holders(&self, people: &[UserId]) -> Result<Vec<LeaveHolder>> {
        self.ask("LeaveLedgerRepository::holders", |state| state.holders(|user| people.contains(&user)).collect())
    }

    async fn lock_next_holders(&self, after: Option<UserId>, limit: u32) -> Result<Vec<LeaveHolder>> {
        let next: Vec<LeaveHolder> = self.ask("LeaveLedgerRepository::lock_next_holders", |state| {
            let is_next = |user| after.is_none_or(|after| after < user);
            state.holders(is_next).take(limit as usize).collect()
        })?;
        lock(&self.memory.0.plan).locked.extend(next.iter().map(|holder| holder.user));
        Ok(next)
    }

    async fn append(&self, rows: &[NewLedgerRow]) -> Result<()> {
        self.run("LeaveLedgerRepository::append", |state| {
            for new in rows {
                let key = |of: &NewLedgerRow| (of.user, of.leave_type, of.row.year, of.opening_number);
                if new.opening_number.is_some() && state.leave_ledger.iter().any(|other| key(other) == key(new)) {
                    return Err(StoreError::Conflict(UniqueKey::Other));
                }
                state.leave_ledger.push(new.clone());
            }
            Ok(())
        })
    }

    async fn rows(&self, people: &[UserId]) -> Result<Vec<OfAccount<LedgerRow>>> {
        self.ask("LeaveLedgerRepository::rows", |state| state.ledger_sums(|new| people.contains(&new.user)))
    }

    async fn uses(&self, people: &[UserId], _today: NaiveDate) -> Result<Vec<OfAccount<LeaveUse>>> {
        self.ask("LeaveLedgerRepository::uses", |state| state.uses(|used| people.contains(&used.user)))
    }

    async fn openings(&self, people: &[UserId]) -> Result<Vec<OfAccount<EnteredOpening>>> {
        self.ask("LeaveLedgerRepository::openings", |state| state.openings(people))
    }
}

#[async_trait]
impl LeaveLedgerReads for Memory {
    async fn ledger(&self, user: UserId, year: i32, leave_type: Option<LeaveTypeId>) -> Result<Vec<LedgerRowView>> {
        self.read("LeaveLedgerReads::ledger", |state| {
            let is_meant = |new: &&NewLedgerRow| {
                new.user == user && new.row.year == year && leave_type.is_none_or(|only| only == new.leave_type)
            };
            let view = |new: &NewLedgerRow| LedgerRowView {
                id: new.id,
                leave_type: new.leave_type,
                type_name: state.type_name(new.leave_type),
                row: new.row,
                note: new.note.clone(),
                request: new.request,
                by: new.by.and_then(|by| state.name_of(by)),
                created_at: new.created_at,
            };
            let mut rows: Vec<LedgerRowView> = state.leave_ledger.iter().filter(is_meant).map(view).collect();
            rows.sort_by_key(|row| (row.row.date, row.id));
            rows
        })
    }

    async fn rows_in(&self, whose: LeaveOf, year: i32) -> Result<Vec<OfAccount<LedgerRow>>> {
        self.read("LeaveLedgerReads::rows_in", |state| {
            state.ledger_sums(|new| new.row.year == year && state.is_of(whose, new.user))
        })
    }

    async fn uses_in(&self, whose: LeaveOf, year: i32, _today: NaiveDate) -> Result<Vec<OfAccount<LeaveUse>>> {
        self.read("LeaveLedgerReads::uses_in", |state| {
            state.uses(|used| used.what.date.year() == year && state.is_of(whose, used.user))
        })
    }

    async fn openings_of(&self, people: &[UserId]) -> Result<Vec<OfAccount<EnteredOpening>>> {
        self.read("LeaveLedgerReads::openings_of", |state| state.openings(people))
    }

    async fn everybody(&self) -> Result<Vec<(PersonName, Option<String>)>> {
        self.read("LeaveLedgerReads::everybody", |state| {
            let holders = state.by_name(|account| account.record.standing.is_in_service());
            holders.into_iter().map(|account| (account.name(), account.record.department.clone())).collect()
        })
    }
}
