//! HR and administrators have invitations sent.

use super::{events, invite};
use crate::ports::PersonRecord;
use crate::sessions::Caller;
use crate::{Conflict, Error, Ports, Result};
use domain::access::Capability;
use domain::access::accounts::{manages, may_manage};
use domain::id::UserId;
use domain::person::Standing;

/// Has an invitation sent to somebody who has never signed in. An earlier link ends with it.
pub async fn invite_person(ports: &Ports, caller: &Caller, user: UserId) -> Result<()> {
    caller.actor.require(Capability::ManagePeople)?;
    let moment = ports.moment();
    let work = ports.begin(&moment, caller).await?;
    let person = work.people().for_change(user).await?.ok_or(Error::NotFound("User"))?;
    may_manage(&caller.actor, user, person.standing.role)?;
    if invite(&*work, &[user], moment.now).await? == 0 {
        return Err(refusal(person).into());
    }
    work.record(events::person_invited(user), Vec::new()).await?;
    Ok(work.commit().await?)
}

/// Why somebody cannot be invited.
fn refusal(person: PersonRecord) -> Conflict {
    match person.standing {
        Standing { is_active: false, .. } => Conflict::InviteeInactive(person.name),
        Standing { is_blocked: true, .. } => Conflict::InviteeBlocked(person.name),
        _ => Conflict::SignedInAlready(person.name),
    }
}

/// Has invitations sent to everybody whom the caller looks after and who has never signed in, and says how many they are.
pub async fn invite_everybody(ports: &Ports, caller: &Caller) -> Result<u32> {
    caller.actor.require(Capability::ManagePeople)?;
    let moment = ports.moment();
    let work = ports.begin(&moment, caller).await?;
    let count = work.invitations().plan_for_roles(manages(caller.actor.role), moment.now).await?;
    if count > 0 {
        work.record(events::people_invited(count), Vec::new()).await?;
    }
    work.commit().await?;
    Ok(count)
}

/// How many people [`invite_everybody`] would invite.
pub async fn invitable(ports: &Ports, caller: &Caller) -> Result<u32> {
    caller.actor.require(Capability::ManagePeople)?;
    Ok(ports.reads.invitations().count_invitable(manages(caller.actor.role)).await?)
}
