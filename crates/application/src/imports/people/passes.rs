//! The passes over the rows of people. Each changes its own part of a person, so that the order of the rows does not matter, in one
//! transaction or in many.

use crate::imports::DueRow;
use crate::ports::PersonRecord;
use crate::work_patterns::IntendedPattern;
use domain::id::UserId;
use domain::import::Given;
use domain::import::people::PeopleRow;
use domain::person::Role;
use domain::time::WorkPattern;

/// People are added, and changed but for what comes later. Nobody is changed by the row of somebody else, so whoever differs from the
/// plan was changed by somebody else.
pub(super) const PEOPLE: u32 = 0;
/// Managers become something else, which releases their teams.
pub(super) const LEADERS: u32 = 1;
/// Administrators become something else, now that all new ones are there.
pub(super) const ADMINS: u32 = 2;
/// People get their managers, who have their roles by now.
pub(super) const MANAGERS: u32 = 3;
/// People leave, now that their teams have other managers.
pub(super) const LEAVERS: u32 = 4;

/// How a plan has seen the person of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) role: Role,
    pub(super) manager: Option<UserId>,
}

impl Seen {
    /// As text, with what else tells that the person was changed since: the time of the last change, and the pattern that the row
    /// replaces.
    pub(super) fn text(account: &PersonRecord, pattern: Option<&IntendedPattern>) -> String {
        let manager = account.manager.map(|manager| manager.to_string()).unwrap_or_default();
        let pattern = pattern.and_then(|pattern| pattern.held).map(WorkPattern::in_words).unwrap_or_default();
        let changed = account.updated_at.to_rfc3339();
        [changed.as_str(), account.standing.role.name(), &manager, &pattern].join("|")
    }

    /// `None` where the row adds a person.
    pub(super) fn of(due: &DueRow<PeopleRow>) -> Option<Self> {
        let mut parts = due.seen.as_deref()?.split('|').skip(1);
        let role = Role::named(parts.next()?)?;
        Some(Self { role, manager: parts.next()?.parse().ok() })
    }
}

/// The pass in which a row changes how a person of this role stands. Who gets another role and leaves does both at once.
fn standing_pass(before: Role, row: &PeopleRow) -> u32 {
    let changes_role = row.role.is_some_and(|role| role != before);
    match before {
        Role::Manager if changes_role => LEADERS,
        Role::Admin if changes_role => ADMINS,
        _ if changes_role || row.is_active != Some(false) => PEOPLE,
        _ => LEAVERS,
    }
}

/// Whether a row has something to do in a pass.
pub(super) fn concerns(due: &DueRow<PeopleRow>, pass: u32) -> bool {
    match pass {
        PEOPLE => true,
        MANAGERS => due.value.manager != Given::Absent,
        _ => Seen::of(due).is_some_and(|seen| standing_pass(seen.role, &due.value) == pass),
    }
}

/// Whether somebody may be given leave by a row that a pass concerns.
pub(super) fn may_give_leave(due: &DueRow<PeopleRow>, pass: u32) -> bool {
    match pass {
        PEOPLE => true,
        LEADERS | ADMINS => due.value.role == Some(Role::Employee),
        _ => false,
    }
}

/// The part of a row about a known person that is not for a later pass.
pub(super) fn first_part(account: &PersonRecord, row: &PeopleRow) -> PeopleRow {
    let mut part = row.clone();
    let pass = standing_pass(account.standing.role, row);
    // A row about somebody inactive has to say so in each pass.
    if pass != PEOPLE && account.standing.is_active {
        part.is_active = None;
    }
    if matches!(pass, LEADERS | ADMINS) {
        // Whether somebody may have a pattern goes by the role.
        part = PeopleRow {
            role: None,
            working_days: Given::Absent,
            full_day_hours: None,
            half_day_hours: None,
            pattern_from: None,
            ..part
        };
    }
    part
}

/// The part of a row for a later pass. Managers are assigned beside it.
pub(super) fn later_part(row: &PeopleRow, pass: u32) -> PeopleRow {
    let standing = PeopleRow { is_active: row.is_active, ..PeopleRow::default() };
    match pass {
        LEADERS | ADMINS => PeopleRow {
            role: row.role,
            working_days: row.working_days,
            full_day_hours: row.full_day_hours,
            half_day_hours: row.half_day_hours,
            pattern_from: row.pattern_from,
            ..standing
        },
        _ => standing,
    }
}
