//! What is unusual about the weeks that wait for a decision.

use crate::ports::EntryView;
use crate::working_days::WorkingDays;
use crate::{Error, Ports};
use chrono::NaiveDate;
use domain::access::Scope;
use domain::id::UserId;
use domain::person::service::ServicePeriod;
use domain::time::Week;
use domain::timesheet::{RecordedDay, Remark, Status, remarks};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Remarks by the person and the Monday of the week; a week without one is left out.
pub type Remarks = HashMap<(UserId, NaiveDate), Vec<Remark>>;

/// The remarks on those weeks that hold a waiting entry. `entries` are all that `scope` (`employee` alone, where one is named) has
/// in these weeks. Three queries, and none where nothing waits.
pub(super) async fn of_waiting(
    ports: &Ports,
    scope: &Scope,
    employee: Option<UserId>,
    entries: &[EntryView],
) -> Result<Remarks, Error> {
    let mut weeks: BTreeMap<(Week, UserId), Vec<&EntryView>> = BTreeMap::new();
    for view in entries {
        weeks.entry((Week::of(view.entry.date), view.person.id)).or_default().push(view);
    }
    weeks.retain(|_, views| views.iter().any(|view| view.entry.status == Status::Pending));
    let (Some(((first, _), _)), Some(((last, _), _))) = (weeks.first_key_value(), weeks.last_key_value()) else {
        return Ok(Remarks::new());
    };
    let (from, to) = (first.monday(), last.sunday());

    let moment = ports.moment();
    let working = WorkingDays::between(ports, &moment, from, to).await?;
    let unlocks = ports.reads.timesheets().used_unlocks(scope.clone(), employee, from, to).await?;
    let unlocks: HashSet<(UserId, NaiveDate)> = unlocks.into_iter().collect();
    let mut service: HashMap<UserId, Vec<ServicePeriod>> = HashMap::new();
    for (user, period) in ports.reads.timesheets().service(scope.clone(), employee, from, to).await? {
        service.entry(user).or_default().push(period);
    }

    let of_week = |((week, user), views): ((Week, UserId), Vec<&EntryView>)| {
        let days: Vec<RecordedDay<'_>> = views
            .iter()
            .map(|EntryView { entry, .. }| RecordedDay {
                date: entry.date,
                hours: entry.hours,
                description: &entry.description,
                status: entry.status,
                by_unlock: unlocks.contains(&(user, entry.date)),
            })
            .collect();
        let in_service = service.get(&user).map(Vec::as_slice).unwrap_or_default();
        let is_due = |day| day < moment.today && in_service.iter().any(|period| period.covers(day));
        let found = remarks(week, &days, &working.of(user), &moment.rules, is_due);
        (!found.is_empty()).then_some(((user, week.monday()), found))
    };
    Ok(weeks.into_iter().filter_map(of_week).collect())
}
