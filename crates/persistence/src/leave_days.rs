//! Leave by days, and the conditions on days that others ask of it.

use application::ports::{LeaveDayReads, LeaveOfDay, Result};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::access::Scope;
use domain::id::UserId;
use domain::leave::{DayPart, HalfOfDay};

use crate::database::Database;
use crate::fault::Failure;
use crate::row::Columns;
use crate::scope::in_scope;
use crate::sql::Bound;

/// That the request `$r` is approved leave, see [`domain::leave::LeaveStatus::is_approved_leave`].
macro_rules! is_approved_leave {
    ($r:literal) => {
        concat!($r, ".status IN ('approved', 'cancellation-asked')")
    };
}
pub(crate) use is_approved_leave;

/// How many halves of the date `$date` are live leave of the person `$user`. Two are the whole day.
macro_rules! halves_on_leave {
    ($user:literal, $date:literal) => {
        concat!(
            "(SELECT count(*) FROM leave_halves h WHERE h.user_id = ",
            $user,
            " AND h.date = ",
            $date,
            " AND h.counts)"
        )
    };
}
pub(crate) use halves_on_leave;

/// That approved leave covers the day `$day` of the person `$user` whole, by one request or two.
macro_rules! is_on_leave {
    ($user:literal, $day:literal) => {
        concat!(
            "((SELECT count(*) FROM leave_halves lh JOIN leave_requests lr ON lr.id = lh.request_id \
             WHERE lh.user_id = ",
            $user,
            " AND lh.date = ",
            $day,
            " AND lh.counts AND ",
            $crate::leave_days::is_approved_leave!("lr"),
            ") = 2)"
        )
    };
}
pub(crate) use is_on_leave;

/// The statement that counts the active Employees `u` with approved leave that counts on the day `$day`, without the condition on whose
/// people they are.
macro_rules! count_on_leave {
    ($day:literal) => {
        concat!(
            "SELECT count(DISTINCT u.id) FROM leave_halves lh JOIN leave_requests lr ON lr.id = lh.request_id \
             JOIN users u ON u.id = lh.user_id WHERE lh.counts AND lh.date = ",
            $day,
            " AND u.role = 'Employee' AND u.is_active AND ",
            $crate::leave_days::is_approved_leave!("lr")
        )
    };
}
pub(crate) use count_on_leave;

/// What counts from `$1` to `$2` of the people `u` whom the condition `whose` lets through. By hand, because it groups: the halves
/// that a request has of a day are one part of it.
pub(crate) fn of_days(whose: &str) -> String {
    format!(
        "SELECT h.user_id, h.request_id, h.date, min(h.half), max(h.half), y.name, r.status \
         FROM leave_halves h JOIN users u ON u.id = h.user_id JOIN leave_requests r ON r.id = h.request_id \
         JOIN leave_types y ON y.id = r.leave_type_id WHERE h.counts AND h.date BETWEEN $1 AND $2{whose} \
         GROUP BY h.user_id, h.request_id, h.date, y.name, r.status ORDER BY h.user_id, h.date, min(h.half)"
    )
}

pub(crate) fn days_statement(scope: &Scope, from: NaiveDate, to: NaiveDate) -> Bound {
    let mut values = vec![from.into(), to.into()];
    let in_scope = in_scope(scope, &mut values);
    (of_days(&in_scope), values)
}

pub(crate) fn of_day(columns: &mut Columns<'_>) -> Result<(UserId, LeaveOfDay), Failure> {
    let place = columns.place("leave_halves");
    let (user, request, date) =
        (columns.column(&place, "user_id")?, columns.column(&place, "request_id")?, columns.take()?);
    let (first, last): (HalfOfDay, HalfOfDay) = (columns.column(&place, "half")?, columns.column(&place, "half")?);
    let part = if first == last { DayPart::from(first) } else { DayPart::Full };
    let (leave_type, status) = (columns.take()?, columns.column(&place, "status")?);
    Ok((user, LeaveOfDay { request, date, part, leave_type, status }))
}

#[async_trait]
impl LeaveDayReads for Database {
    async fn leave_days(&self, scope: &Scope, from: NaiveDate, to: NaiveDate) -> Result<Vec<(UserId, LeaveOfDay)>> {
        let (statement, values) = days_statement(scope, from, to);
        self.all(statement, values, of_day).await
    }
}

#[cfg(test)]
mod tests {
    use domain::leave::LeaveStatus;

    #[test]
    fn approved_leave_is_what_the_rules_say() {
        let approved = LeaveStatus::ALL.into_iter().filter(|status| status.is_approved_leave());
        let names: Vec<String> = approved.map(|status| format!("'{}'", status.name())).collect();
        assert_eq!(is_approved_leave!("r"), format!("r.status IN ({})", names.join(", ")));
    }
}
