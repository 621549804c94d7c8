//! Each person chooses which mails they get.

pub mod events;

use crate::events::Event;
use crate::sessions::Caller;
use crate::{Error, Invalid, Ports, Result};
use chrono::NaiveTime;
use domain::access::Capability;
use domain::mail_choices::{MailKind, MailOffer, MailTiming, choose, offers};
use domain::person::Role;
use std::collections::BTreeMap;

/// A kind of mail, and how somebody wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailPreference {
    /// The kind, and what it is chosen from.
    pub offer: &'static MailOffer,
    pub timing: MailTiming,
}

/// How somebody wants their mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailPreferences {
    /// Each kind, in the order in which people see them.
    pub kinds: Vec<MailPreference>,
    pub digest_time: NaiveTime,
    pub reminder_time: NaiveTime,
}

pub async fn preferences(ports: &Ports, caller: &Caller) -> Result<MailPreferences> {
    caller.actor.require(Capability::ChooseMails)?;
    let chosen = ports.reads.mail_choices().chosen(caller.actor.id).await?;
    Ok(of_role(ports, caller.actor.role, &chosen.into_iter().collect()))
}

/// Chooses, by the names of kinds and timings that a caller gives. What is left out stays, and so does everything where one of them
/// is not on offer. What is no different from the default is not kept.
pub async fn choose_mails(ports: &Ports, caller: &Caller, wanted: &[(String, String)]) -> Result<MailPreferences> {
    caller.actor.require(Capability::ChooseMails)?;
    let (user, role) = (caller.actor.id, caller.actor.role);
    let wanted = wanted
        .iter()
        .map(|(kind, timing)| choose(role, kind, timing))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|why| Invalid::field("preferences", why.sentence()))?;
    let work = ports.store.begin().await?;
    work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    let mut chosen: BTreeMap<MailKind, MailTiming> = work.mail_choices().of(user).await?.into_iter().collect();
    let mut changes = Vec::new();
    for (offer, timing) in wanted {
        let before = chosen.get(&offer.kind).copied().unwrap_or(offer.default);
        if before != timing {
            let kept = Some(timing).filter(|timing| *timing != offer.default);
            work.mail_choices().choose(user, offer.kind, kept).await?;
            chosen.insert(offer.kind, timing);
            changes.push((offer.kind, before, timing));
        }
    }
    if !changes.is_empty() {
        let what = events::mail_choices_changed(user, &changes);
        work.events().append(&[Event::new(ports, ports.clock.now(), caller, what, vec![])]).await?;
    }
    work.commit().await?;
    Ok(of_role(ports, role, &chosen))
}

fn of_role(ports: &Ports, role: Role, chosen: &BTreeMap<MailKind, MailTiming>) -> MailPreferences {
    let preference = |offer: &'static MailOffer| MailPreference {
        offer,
        timing: chosen.get(&offer.kind).copied().unwrap_or(offer.default),
    };
    let rules = ports.moment().rules;
    MailPreferences {
        kinds: offers(role).map(preference).collect(),
        digest_time: rules.digest_time,
        reminder_time: rules.reminder_time,
    }
}

#[cfg(test)]
mod tests;
