//! Every version of an entry, and who made it.

use crate::ports::{EntryHistory, EntryVersion};
use crate::sessions::Caller;
use crate::{Error, Ports, Result};
use domain::access::{Capability, Forbidden, Scope};
use domain::id::TimesheetId;
use domain::timesheet::VersionKind;

/// A version of an entry, and how it came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRow {
    pub kind: VersionKind,
    pub version: EntryVersion,
}

/// The versions of an entry, oldest first (oversight.md 1.3).
pub async fn history(ports: &Ports, caller: &Caller, id: TimesheetId) -> Result<Vec<HistoryRow>> {
    let scope = caller.actor.scope(Capability::ReadEntryHistory)?;
    let found = ports.reads.timesheets().history(id).await?.ok_or(Error::NotFound("Timesheet"))?;
    let EntryHistory { user, manager, versions, .. } = found;
    if !scope.covers(user, manager) {
        let why = if matches!(scope, Scope::Own(_)) { Forbidden::Role } else { Forbidden::NotInTeam };
        return Err(why.into());
    }
    let mut before = None;
    let row = |version: EntryVersion| {
        let kind = VersionKind::of(before.replace(version.status), version.status);
        HistoryRow { kind, version }
    };
    Ok(versions.into_iter().map(row).collect())
}
