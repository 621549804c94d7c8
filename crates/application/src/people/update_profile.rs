//! What people may change of their own account by themselves: department and position, and nothing else.

use super::events::account_changed;
use super::person;
use crate::accounts::Patch;
use crate::accounts::fields::Fields;
use crate::events::{Audience, Push, Topic};
use crate::ports::ChangedPerson;
use crate::sessions::{Caller, Profile};
use crate::{Error, Ports, Result};

/// What was typed. What was left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileUpdate {
    pub department: Patch<String>,
    pub position: Patch<String>,
}

pub async fn update_profile(ports: &Ports, caller: &Caller, typed: ProfileUpdate) -> Result<Profile> {
    let mut fields = Fields::default();
    let department = typed.department.map(|text| fields.line("department", "Department", text.as_deref()));
    let position = typed.position.map(|text| fields.line("position", "Position", text.as_deref()));
    fields.finish(Some(()))?;

    let moment = ports.moment();
    let user = caller.actor.id;
    let work = ports.begin(&moment, caller).await?;
    let before = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    let department = department.unwrap_or_else(|| before.department.clone());
    let position = position.unwrap_or_else(|| before.position.clone());
    let after = ChangedPerson::detailed(&caller.actor, before.clone(), department, position)?;
    if *after.record() != before {
        work.people().save(&after, moment.now).await?;
        let pushes = vec![Push::Changed { topic: Topic::Users, audience: Audience::Everyone }];
        work.record(account_changed(&before, after.record()), pushes).await?;
    }
    work.commit().await?;
    person(ports, caller, user).await
}

#[cfg(test)]
mod tests;
