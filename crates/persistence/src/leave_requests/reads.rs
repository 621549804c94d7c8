//! Leave as it is stored, in a unit of work or outside of one.

use application::ports::{AccountRow, LeaveReads, LeaveStepView, LiveHalf, Result, StoredLeave};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::id::{LeaveRequestId, LeaveTypeId, UserId};
use domain::leave::{CountedHalf, LeavePeriod, LeaveType};
use sea_orm::DbBackend;

use super::{COUNTED_COLUMNS, counted};
use crate::database::Database;
use crate::fault::Failure;
use crate::leave_ledger::{ROW_COLUMNS, ledger_row_itself};
use crate::leave_types;
use crate::row::{Columns, corrupt, row};
use crate::sql;
use crate::unit::Unit;

row! {
    ACCOUNT_COLUMNS, account_row("leave_ledger") -> AccountRow {
        user: "l.user_id",
        leave_type: "l.leave_type_id",
        row: [ROW_COLUMNS => ledger_row_itself],
    }
}

row! {
    LIVE_COLUMNS, live_half("leave_halves") -> LiveHalf {
        user: "h.user_id",
        leave_type: "r.leave_type_id",
        request: "r.id",
        status: "r.status",
        half: [COUNTED_COLUMNS => counted],
    }
}

row! {
    /// A request `r` of the person `u` with the manager `m`, of the type `y`.
    STORED_COLUMNS, stored("leave_requests") -> StoredLeave {
        id: "r.id",
        person: [crate::people::PERSON_COLUMNS => crate::people::person],
        manager: ["m.id, m.first_name, m.last_name" => Columns::maybe_named],
        leave_type: "y.id",
        type_name: "y.name",
        needs_approval: "y.needs_approval",
        period: [PERIOD_COLUMNS => period],
        days: "r.half_days",
        reason: "r.reason",
        status: "r.status",
        asked_last_day: "r.asked_last_day",
        created_at: "r.created_at",
        updated_at: "r.updated_at",
    }
}

pub(crate) const PERIOD_COLUMNS: &str = "r.start_date, r.start_part, r.end_date, r.end_part";

pub(crate) fn period(columns: &mut Columns<'_>) -> Result<LeavePeriod, Failure> {
    let place = columns.place("leave_requests");
    let (start, start_part) = (columns.column(&place, "start_date")?, columns.column(&place, "start_part")?);
    let (end, end_part) = (columns.column(&place, "end_date")?, columns.column(&place, "end_part")?);
    Ok(LeavePeriod::new(start, start_part, end, end_part).map_err(|_| corrupt("leave_requests", "end_part", start))?)
}

row! {
    /// A step `s`, taken by `b` in place of `o`.
    STEP_COLUMNS, step("leave_steps") -> LeaveStepView {
        request: "s.request_id",
        at: "s.at",
        what: "s.what",
        by: ["b.first_name, b.last_name" => Columns::maybe_name],
        on_behalf_of: ["o.first_name, o.last_name" => Columns::maybe_name],
        comment: "s.comment",
    }
}

/// Requests with the people and the types that they are about.
pub(super) const STORED: &str = concat!(
    "SELECT ",
    STORED_COLUMNS,
    " FROM leave_requests r JOIN users u ON u.id = r.user_id JOIN leave_types y ON y.id = r.leave_type_id \
     LEFT JOIN users m ON m.id = u.manager_id "
);

/// By hand for [`sql::among`].
pub(crate) fn requests(backend: DbBackend) -> String {
    format!("{STORED}WHERE {} ORDER BY r.id", sql::among(backend, "r.id", 1))
}

/// By hand for [`sql::among`].
pub(crate) fn steps(backend: DbBackend) -> String {
    let among = sql::among(backend, "s.request_id", 1);
    format!(
        "SELECT {STEP_COLUMNS} FROM leave_steps s LEFT JOIN users b ON b.id = s.by_id \
         LEFT JOIN users o ON o.id = s.on_behalf_of WHERE {among} ORDER BY s.at, s.id"
    )
}

/// By hand for [`sql::among`].
pub(crate) fn account_rows(backend: DbBackend) -> String {
    let (people, types) = (sql::among(backend, "l.user_id", 1), sql::among(backend, "l.leave_type_id", 2));
    format!("SELECT {ACCOUNT_COLUMNS} FROM leave_ledger l WHERE {people} AND {types}")
}

/// By hand for [`sql::among`].
pub(crate) fn live(backend: DbBackend) -> String {
    let among = sql::among(backend, "h.user_id", 1);
    format!("SELECT {LIVE_COLUMNS} FROM leave_halves h JOIN leave_requests r ON r.id = h.request_id WHERE {among}")
}

pub(crate) const LIVE_ON: &str = concat!(
    "SELECT ",
    COUNTED_COLUMNS,
    " FROM leave_halves h WHERE h.user_id = $1 AND h.date BETWEEN $2 AND $3 ORDER BY h.date, h.half"
);

pub(crate) const ENTRIES_ON: &str = "\
    SELECT t.date FROM timesheets t WHERE t.user_id = $1 AND t.date BETWEEN $2 AND $3 AND t.status <> 'rejected' ORDER BY t.date";

macro_rules! leave_reads {
    ($($store:ident),+) => {$(
        #[async_trait]
        impl LeaveReads for $store {
            async fn types(&self) -> Result<Vec<LeaveType>> {
                Ok(leave_types::gathered(self.all(leave_types::ALL, vec![], leave_types::read).await?))
            }

            async fn rows(&self, people: &[UserId], types: &[LeaveTypeId]) -> Result<Vec<AccountRow>> {
                let backend = self.backend();
                let people = sql::ids(backend, people.iter().map(|id| id.uuid()));
                let types = sql::ids(backend, types.iter().map(|id| id.uuid()));
                self.all(account_rows(backend), vec![people, types], account_row).await
            }

            async fn live(&self, people: &[UserId]) -> Result<Vec<LiveHalf>> {
                let backend = self.backend();
                let people = sql::ids(backend, people.iter().map(|id| id.uuid()));
                self.all(live(backend), vec![people], live_half).await
            }

            async fn live_on(
                &self,
                user: UserId,
                from: NaiveDate,
                to: NaiveDate,
            ) -> Result<Vec<CountedHalf>> {
                self.all(LIVE_ON, vec![user.uuid().into(), from.into(), to.into()], counted).await
            }

            async fn entries_on(
                &self,
                user: UserId,
                from: NaiveDate,
                to: NaiveDate,
            ) -> Result<Vec<NaiveDate>> {
                let read = |columns: &mut Columns<'_>| Ok(columns.take()?);
                self.all(ENTRIES_ON, vec![user.uuid().into(), from.into(), to.into()], read).await
            }

            async fn requests(&self, ids: &[LeaveRequestId]) -> Result<Vec<StoredLeave>> {
                let backend = self.backend();
                let ids = sql::ids(backend, ids.iter().map(|id| id.uuid()));
                self.all(requests(backend), vec![ids], stored).await
            }

            async fn steps(&self, ids: &[LeaveRequestId]) -> Result<Vec<LeaveStepView>> {
                let backend = self.backend();
                let ids = sql::ids(backend, ids.iter().map(|id| id.uuid()));
                self.all(steps(backend), vec![ids], step).await
            }
        }
    )+};
}
leave_reads!(Unit, Database);
