//! What is unusual about the weeks that wait for a decision.

use crate::ports::EntryView;
use crate::working_days::WorkingDays;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::time::Week;
use domain::timesheet::{RecordedDay, Remark, remarks};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Remarks by the person and the Monday of the week; a week without one is left out.
pub type Remarks = HashMap<(UserId, NaiveDate), Vec<Remark>>;

/// The remarks on those weeks that hold an entry for which `waits` holds; `entries` are all that there are in these weeks. One query,
/// and none where nothing waits.
pub(super) async fn of_waiting(
    ports: &Ports,
    entries: &[EntryView],
    waits: impl Fn(&EntryView) -> bool,
) -> Result<Remarks> {
    let mut weeks: BTreeMap<(Week, UserId), Vec<&EntryView>> = BTreeMap::new();
    for view in entries {
        weeks.entry((Week::of(view.entry.date), view.person.id)).or_default().push(view);
    }
    weeks.retain(|_, views| views.iter().any(|view| waits(view)));
    let (Some(((first, _), _)), Some(((last, _), _))) = (weeks.first_key_value(), weeks.last_key_value()) else {
        return Ok(Remarks::new());
    };
    let people: BTreeSet<UserId> = weeks.keys().map(|(_, user)| *user).collect();
    let people: Vec<UserId> = people.into_iter().collect();
    let facts = ports.reads.timesheets().week_facts(&people, first.monday(), last.sunday()).await?;
    let moment = ports.moment();
    let working = WorkingDays::new(&moment, facts.holidays);

    let of_week = |((week, user), views): ((Week, UserId), Vec<&EntryView>)| {
        let days: Vec<RecordedDay<'_>> = views
            .iter()
            .map(|EntryView { entry, .. }| RecordedDay {
                date: entry.date,
                hours: entry.hours,
                description: &entry.description,
                status: entry.status,
                by_unlock: facts.used_unlocks.contains(&(user, entry.date)),
            })
            .collect();
        let in_service = facts.service.get(&user).map(Vec::as_slice).unwrap_or_default();
        let is_due = |day| {
            day < moment.today
                && in_service.iter().any(|period| period.covers(day))
                && !facts.on_leave.contains(&(user, day))
        };
        let found = remarks(week, &days, &working.of(user), &moment.rules, is_due);
        (!found.is_empty()).then_some(((user, week.monday()), found))
    };
    Ok(weeks.into_iter().filter_map(of_week).collect())
}
