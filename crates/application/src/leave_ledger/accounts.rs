//! What was entered for people and what they use, told apart by person and type.

use crate::ports::OfAccount;
use domain::id::{LeaveTypeId, UserId};
use domain::leave::{LeaveAccount, LeaveType, LeaveUse, LedgerRow};
use std::collections::HashMap;

type ByAccount<T> = HashMap<(UserId, LeaveTypeId), Vec<T>>;

/// The accounts of some people.
pub(super) struct Accounts {
    rows: ByAccount<LedgerRow>,
    uses: ByAccount<LeaveUse>,
}

fn by_account<T>(found: Vec<OfAccount<T>>) -> ByAccount<T> {
    let mut all = ByAccount::new();
    for OfAccount { user, leave_type, what } in found {
        all.entry((user, leave_type)).or_default().push(what);
    }
    all
}

impl Accounts {
    pub(super) fn new(rows: Vec<OfAccount<LedgerRow>>, uses: Vec<OfAccount<LeaveUse>>) -> Self {
        Self { rows: by_account(rows), uses: by_account(uses) }
    }

    /// Whether anything was entered.
    pub(super) fn has_rows(&self, user: UserId, leave_type: LeaveTypeId) -> bool {
        self.rows.contains_key(&(user, leave_type))
    }

    pub(super) fn enter(&mut self, user: UserId, leave_type: LeaveTypeId, rows: &[LedgerRow]) {
        if !rows.is_empty() {
            self.rows.entry((user, leave_type)).or_default().extend_from_slice(rows);
        }
    }

    pub(super) fn ask<T>(&self, user: UserId, leave_type: &LeaveType, ask: impl FnOnce(&LeaveAccount<'_>) -> T) -> T {
        let key = (user, leave_type.id);
        ask(&LeaveAccount {
            rows: self.rows.get(&key).map_or(&[], Vec::as_slice),
            uses: self.uses.get(&key).map_or(&[], Vec::as_slice),
            terms: &|year| leave_type.terms_in(year),
        })
    }
}
