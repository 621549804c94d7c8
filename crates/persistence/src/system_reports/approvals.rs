//! What waits for whom, and how long decisions took.

use application::ports::{DecidedTogether, ManagerWaiting};
use domain::id::UserId;
use sea_orm::DbBackend;

use crate::fault::Failure;
use crate::people::{PERSON_COLUMNS, person};
use crate::reports::decisions::{columns, decisions, together};
use crate::reports::waits;
use crate::row::{Columns, number, row};
use crate::scope::can_lead;
use crate::sql;
use crate::substitutions::runs;

row! {
    MANAGER_COLUMNS, manager("users") -> ManagerWaiting {
        manager: [PERSON_COLUMNS => person],
        team: ["coalesce(p.people, 0)" => number],
        waiting: ["coalesce(w.entries, 0)" => number],
        oldest: "w.oldest",
        leave_waiting: ["coalesce(l.requests, 0)" => number],
        substitute: ["d.first_name, d.last_name" => Columns::maybe_name],
    }
}

pub(crate) const MANAGERS_COUNT: &str = "SELECT count(*) FROM users u WHERE u.role = 'Manager' AND u.is_active";

/// Of each day a manager has one substitute at most. One who cannot act stands in for nobody.
pub(crate) fn managers(backend: DbBackend) -> String {
    let (waits, runs) = (waits(backend), runs!("x", "$1"));
    format!(
        "SELECT {MANAGER_COLUMNS} FROM users u \
         LEFT JOIN (SELECT m.manager_id, count(*) AS people FROM users m WHERE m.role = 'Employee' AND m.is_active \
           GROUP BY m.manager_id) AS p ON p.manager_id = u.id \
         LEFT JOIN (SELECT m.manager_id, count(*) AS entries, min(t.updated_at) AS oldest FROM users m \
           JOIN timesheets t ON t.user_id = m.id WHERE {waits} GROUP BY m.manager_id) AS w ON w.manager_id = u.id \
         LEFT JOIN (SELECT m.manager_id, count(*) AS requests FROM users m JOIN leave_requests r ON r.user_id = m.id \
           WHERE r.status IN ('pending', 'cancellation-asked') GROUP BY m.manager_id) AS l ON l.manager_id = u.id \
         LEFT JOIN substitutions x ON x.manager_id = u.id AND {runs} \
         LEFT JOIN users d ON d.id = x.substitute_id AND d.is_active AND NOT d.is_blocked \
         WHERE u.role = 'Manager' AND u.is_active \
         ORDER BY w.oldest IS NULL, w.oldest, u.sort_name, u.employee_number LIMIT $2 OFFSET $3"
    )
}

pub(crate) fn for_nobody(backend: DbBackend) -> String {
    let (waits, can_lead) = (waits(backend), can_lead!("m", "$1"));
    format!(
        "SELECT count(*), min(t.updated_at) FROM users u JOIN timesheets t ON t.user_id = u.id \
         LEFT JOIN users m ON m.id = u.manager_id AND {can_lead} WHERE {waits} AND m.id IS NULL"
    )
}

/// The decisions that were made from `$1` on and before `$2` on entries of the teams of the managers `$3`, by manager.
pub(crate) fn decided_by_team(backend: DbBackend) -> String {
    let of_managers = format!(" AND {}", sql::among(backend, "u.manager_id", 3));
    let from = "timesheets t JOIN users u ON u.id = t.user_id";
    let (columns, decisions) = (columns(backend), decisions(backend, "u.manager_id, ", from, &of_managers));
    format!("SELECT d.manager_id, {columns} FROM {decisions} GROUP BY d.manager_id, d.submitted, d.decided")
}

pub(crate) fn of_team(columns: &mut Columns<'_>) -> Result<(UserId, DecidedTogether), Failure> {
    Ok((UserId::new(columns.take()?), together(columns)?))
}
