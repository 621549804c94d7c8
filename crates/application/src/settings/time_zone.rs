//! The operator names the organisation's time zone, when the portal starts.

use super::events;
use crate::events::{Audience, Event, Origin, Push, Topic};
use crate::{Ports, Result};
use chrono_tz::Tz;
use domain::settings::{Decided, Key, Value};

/// Whether the zone that the operator names is that of the organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeZoneGiven {
    /// It is, now or from a day to come on.
    Holds,
    Differs(Tz),
}

/// Gives an organisation without a time zone this one, and compares it with that of an organisation which has one: from then on it is
/// changed on the page of settings, from a day on.
pub async fn give_time_zone(ports: &Ports, given: Tz) -> Result<TimeZoneGiven> {
    let key = Key::TimeZone;
    let now = ports.clock.now();
    let work = ports.store.begin().await?;
    if let Some(stored) = work.settings().lock(key).await? {
        // What this instance knows may be older than what is stored.
        drop(work);
        ports.policy.refresh(ports.reads.as_ref()).await?;
        let moment = ports.moment();
        let holds = moment.rules.zones.on(moment.today);
        let is_ahead =
            |decided: &Decided| decided.from > Some(moment.today) && decided.value.to_string() == given.name();
        let is_known = holds == given || stored.values.iter().any(is_ahead);
        return Ok(if is_known { TimeZoneGiven::Holds } else { TimeZoneGiven::Differs(holds) });
    }
    let decided = Decided { key, from: None, value: Value::Text(given.name().to_owned()) };
    work.settings().save(&decided, None, now).await?;
    let pushes = vec![Push::Changed { topic: Topic::Settings, audience: Audience::Everyone }];
    let what = events::setting_changed(key, None, None, &decided.value);
    work.events().append(&[Event::new(ports, now, Origin::command(), what, pushes)]).await?;
    work.commit().await?;
    ports.policy.refresh(ports.reads.as_ref()).await?;
    Ok(TimeZoneGiven::Holds)
}
