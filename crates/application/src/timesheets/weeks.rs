//! Entries gathered into weeks.

use crate::ports::{EntryView, OwnEntry};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::time;
use domain::timesheet::{WeekStatus, week_status};
use std::collections::BTreeMap;

/// A week of one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Week {
    pub start: NaiveDate,
    pub status: WeekStatus,
    /// The sum of its hours, in half hours.
    pub half_hours: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonWeek {
    pub user: UserId,
    pub week: Week,
}

fn week<'a>(start: NaiveDate, entries: impl Iterator<Item = &'a OwnEntry> + Clone) -> Week {
    Week {
        start,
        status: week_status(entries.clone().map(|entry| entry.status)),
        half_hours: entries.map(|entry| u32::from(entry.hours.half_hours())).sum(),
    }
}

/// The weeks that one person's entries lie in, newest first.
pub fn weeks_of(entries: &[OwnEntry]) -> Vec<Week> {
    let mut by_week: BTreeMap<NaiveDate, Vec<&OwnEntry>> = BTreeMap::new();
    for entry in entries {
        by_week.entry(time::Week::of(entry.date).monday()).or_default().push(entry);
    }
    by_week.into_iter().rev().map(|(start, entries)| week(start, entries.into_iter())).collect()
}

/// The weeks that a team's entries lie in: newest first, then in the order in which the people appear.
pub(crate) fn weeks_by_person(entries: &[EntryView]) -> Vec<PersonWeek> {
    let mut order: Vec<UserId> = Vec::new();
    let mut by_week: BTreeMap<NaiveDate, BTreeMap<usize, Vec<&OwnEntry>>> = BTreeMap::new();
    let mut places = std::collections::HashMap::new();
    for view in entries {
        let place = *places.entry(view.person.id).or_insert_with(|| {
            order.push(view.person.id);
            order.len() - 1
        });
        by_week
            .entry(time::Week::of(view.entry.date).monday())
            .or_default()
            .entry(place)
            .or_default()
            .push(&view.entry);
    }
    let mut weeks = Vec::new();
    for (start, people) in by_week.into_iter().rev() {
        for (place, entries) in people {
            if let Some(user) = order.get(place) {
                weeks.push(PersonWeek { user: *user, week: week(start, entries.into_iter()) });
            }
        }
    }
    weeks
}

#[cfg(test)]
mod tests;
