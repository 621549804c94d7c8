//! HR and administrators change a setting.

use super::events;
use super::list::SettingView;
use crate::events::{Audience, Push, Topic};
use crate::sessions::Caller;
use crate::{Conflict, Error, Invalid, Moment, Ports, Result, gate};
use chrono::NaiveDate;
use domain::month::{ChangedDays, Concerned};
use domain::settings::{Decided, Key, Rhythm, Typed, Value};
use domain::time::{Month, check_beginning, check_beginning_ahead, days_before};

/// A change of a setting, as typed.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub value: Typed,
    /// The first day on which it shall hold. Of a setting by month that of a month, this one where none is named; of one by day a day
    /// to come.
    pub from: Option<NaiveDate>,
    /// How often the setting had been changed when they last looked at it.
    pub version: u32,
}

/// Changes a setting, by the name that a caller gives. A call for the present value changes nothing.
pub async fn change(ports: &Ports, caller: &Caller, name: &str, wanted: Change) -> Result<SettingView> {
    let key = Key::named(name).ok_or(Error::NotFound("Setting"))?;
    caller.actor.require(key.definition().keeper.capability())?;
    let moment = ports.moment();
    let (value, from) = validate(key, &wanted, &moment)?;
    if ports.policy.operators(key).is_some() {
        return Err(Conflict::SetByOperator.into());
    }
    let work = ports.begin(&moment, caller).await?;
    let stored = work.settings().lock(key).await?;
    let values = stored.as_ref().map(|setting| setting.values.clone()).unwrap_or_default();
    let known = ports.policy.defaults().with(values.iter().cloned());
    let before = match from {
        Some(month) => known.history(key).on(month),
        None => known.value(key),
    };
    if *before == value {
        return Ok(SettingView::new(ports, key, stored));
    }
    if let (Rhythm::ByMonth, Some(from)) = (key.definition().rhythm, from) {
        let later = values.iter().filter_map(|decided| decided.from).find(|other| *other > from);
        let days = ChangedDays::Span { from, to: later.map(|next| days_before(next, 1)) };
        gate::pass(&work, &days, Concerned::Anybody).await?;
    }
    if stored.as_ref().map_or(0, |setting| setting.version) != wanted.version {
        return Err(Conflict::SettingChanged.into());
    }
    let decided = Decided { key, from, value };
    work.settings().save(&decided, Some(caller.actor.id), moment.now).await?;
    let pushes = vec![Push::Changed { topic: Topic::Settings, audience: Audience::Everyone }];
    work.record(events::setting_changed(key, from, Some(before), &decided.value), pushes).await?;
    let now = work.settings().lock(key).await?;
    work.commit().await?;
    ports.policy.refresh(ports.reads.as_ref()).await?;
    Ok(SettingView::new(ports, key, now))
}

fn validate(key: Key, wanted: &Change, moment: &Moment) -> Result<(Value, Option<NaiveDate>)> {
    let definition = key.definition();
    let mut invalid = Invalid::default();
    let value = definition
        .kind
        .take(&wanted.value)
        .map_err(|why| invalid.fields.push(("value", why.sentence(definition.label))));
    let from = match (definition.rhythm, wanted.from) {
        (Rhythm::Always, None) => None,
        (Rhythm::Always, Some(_)) => {
            invalid.fields.push(("from", "This setting takes no date".to_owned()));
            None
        }
        (Rhythm::ByDay, None) => {
            invalid.fields.push(("from", "Please choose the first day".to_owned()));
            None
        }
        (Rhythm::ByDay, Some(from)) => {
            if let Err(why) = check_beginning_ahead(from, moment.today) {
                invalid.fields.push(("from", why.sentence()));
            }
            Some(from)
        }
        (Rhythm::ByMonth, from) => {
            let from = from.unwrap_or_else(|| Month::of(moment.today).first());
            if from != Month::of(from).first() {
                invalid.fields.push(("from", "The month must begin on its first day".to_owned()));
            } else if let Err(why) = check_beginning(from, moment.today) {
                invalid.fields.push(("from", why.sentence()));
            }
            Some(from)
        }
    };
    match value {
        Ok(value) if invalid.fields.is_empty() => Ok((value, from)),
        _ => Err(invalid.into()),
    }
}
