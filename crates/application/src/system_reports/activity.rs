//! What happened on the last days.

use crate::ports::Activity;
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::oversight::system::{days, first_day};
use domain::time::days_after;
use std::collections::BTreeMap;

/// The last 30 days, oldest first, also those on which nothing happened.
pub async fn activity(ports: &Ports, caller: &Caller) -> Result<Vec<(NaiveDate, Activity)>> {
    caller.actor.require(Capability::SeeSystemReports)?;
    let (today, zones) = (ports.moment().today, ports.zones());
    let [from, before] = [first_day(today), days_after(today, 1)].map(|day| zones.start_of(day));
    let mut of_days: BTreeMap<NaiveDate, Activity> = days(today).map(|day| (day, Activity::default())).collect();
    for (quarter, activity) in ports.reads.system_reports().activity(from, before).await? {
        let of_day = of_days.entry(zones.day_in(quarter)).or_default();
        of_day.sign_ins += activity.sign_ins;
        of_day.failed_sign_ins += activity.failed_sign_ins;
        of_day.recorded += activity.recorded;
        of_day.decided += activity.decided;
    }
    Ok(of_days.into_iter().collect())
}
