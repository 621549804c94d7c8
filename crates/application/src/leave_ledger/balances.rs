//! What somebody has of each leave type, and the rows of which that is the sum.

use super::accounts::Accounts;
use crate::ports::{LeaveOf, LedgerRowView};
use crate::sessions::Caller;
use crate::timesheets::readable;
use crate::{Ports, Result};
use chrono::{Datelike, NaiveDate};
use domain::access::Capability;
use domain::id::{LeaveTypeId, UserId};
use domain::leave::{LeaveBalance, LeaveType};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeBalance {
    pub leave_type: LeaveType,
    pub year: i32,
    pub balance: LeaveBalance,
}

/// The balances of a person in a leave year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balances {
    /// By the names of the types: of those that are active, and of others in which something was entered.
    pub balances: Vec<TypeBalance>,
    /// Whether somebody can decide about their leave now.
    pub has_decider: bool,
}

/// The balances of `user`, or of the caller, in a leave year, which is this one where none is named.
pub async fn balances(ports: &Ports, caller: &Caller, year: Option<i32>, user: Option<UserId>) -> Result<Balances> {
    let person = readable(ports, &caller.actor, Capability::ReadLeave, user).await?;
    let today = ports.moment().today;
    let year = year.unwrap_or_else(|| today.year());
    let types = by_name(ports.reads.leave_types().leave_types().await?);
    let accounts = in_year(ports, LeaveOf::Person(person.user), year, today).await?;
    let balances = listed(&types, &accounts, person.user, year, today).collect();
    Ok(Balances { balances, has_decider: person.manager_can_act })
}

/// The rows of `user`, or of the caller, in a leave year, which is this one where none is named: of one type, or of all.
pub async fn rows(
    ports: &Ports,
    caller: &Caller,
    year: Option<i32>,
    user: Option<UserId>,
    leave_type: Option<LeaveTypeId>,
) -> Result<Vec<LedgerRowView>> {
    let person = readable(ports, &caller.actor, Capability::ReadLeave, user).await?;
    let year = year.unwrap_or_else(|| ports.moment().today.year());
    Ok(ports.reads.leave_ledger().ledger(person.user, year, leave_type).await?)
}

pub(super) fn by_name(mut types: Vec<LeaveType>) -> Vec<LeaveType> {
    types.sort_by_cached_key(LeaveType::name_key);
    types
}

/// The accounts as far as they decide about the balances of one leave year.
pub(super) async fn in_year(ports: &Ports, whose: LeaveOf, year: i32, today: NaiveDate) -> Result<Accounts> {
    let ledger = ports.reads.leave_ledger();
    Ok(Accounts::new(ledger.rows_in(whose, year).await?, ledger.uses_in(whose, year, today).await?))
}

/// The balances of a person that are listed, in the order of `types`.
pub(super) fn listed<'a>(
    types: &'a [LeaveType],
    accounts: &'a Accounts,
    user: UserId,
    year: i32,
    today: NaiveDate,
) -> impl Iterator<Item = TypeBalance> + 'a {
    let is_listed = move |leave_type: &&LeaveType| leave_type.is_active || accounts.has_rows(user, leave_type.id);
    types.iter().filter(is_listed).map(move |leave_type| TypeBalance {
        leave_type: leave_type.clone(),
        year,
        balance: accounts.ask(user, leave_type, |account| account.balance(year, today)),
    })
}
