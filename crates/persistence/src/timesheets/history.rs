//! The versions of an entry, with those who made them.

use application::ports::{EntryHistory, EntryVersion};
use constcat::concat;
use domain::id::{TimesheetId, UserId};

use crate::row::{Columns, row};

/// A version beside its entry.
pub(crate) struct Row {
    id: TimesheetId,
    user: UserId,
    manager: Option<UserId>,
    version: EntryVersion,
}

row! {
    VERSION_COLUMNS, version("timesheet_versions") -> EntryVersion {
        number: "v.version",
        at: "v.at",
        status: "v.status",
        hours: "v.half_hours",
        description: "v.description",
        comment: "v.comment",
        by: ["a.first_name, a.last_name" => Columns::name],
        on_behalf_of: ["b.first_name, b.last_name" => Columns::maybe_name],
    }
}

row! {
    ROW_COLUMNS, history_row("timesheets") -> Row {
        id: "t.id",
        user: "t.user_id",
        manager: "u.manager_id",
        version: [VERSION_COLUMNS => version],
    }
}

/// By hand, because entry, owner and versions come at once.
pub(crate) const OF_ENTRY: &str = concat!(
    "SELECT ",
    ROW_COLUMNS,
    " FROM timesheets t JOIN users u ON u.id = t.user_id JOIN timesheet_versions v ON v.timesheet_id = t.id \
      JOIN users a ON a.id = v.actor_id LEFT JOIN users b ON b.id = v.on_behalf_of WHERE t.id = $1 ORDER BY v.version"
);

/// The rows of one entry, as its history.
pub(super) fn gathered(rows: Vec<Row>) -> Option<EntryHistory> {
    let mut history = None;
    for Row { id, user, manager, version } in rows {
        let none = || EntryHistory { id, user, manager, versions: Vec::new() };
        history.get_or_insert_with(none).versions.push(version);
    }
    history
}
