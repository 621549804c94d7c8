//! An Employee gets a manager, another one, or none.

use super::{person, team_pushes};
use crate::events::{Event, Happening};
use crate::sessions::{Caller, Profile};
use crate::{Error, Invalid, Ports};
use domain::access::Capability;
use domain::access::accounts::may_manage;
use domain::id::UserId;
use domain::person::Role;

/// Assigns `manager` to `employee`, or nobody where there is none. A repeat changes nothing and is a success.
pub async fn assign_manager(
    ports: &Ports,
    caller: &Caller,
    employee: UserId,
    manager: Option<UserId>,
) -> Result<Profile, Error> {
    caller.actor.require(Capability::ManagePeople)?;
    if manager == Some(employee) {
        return Err(unfit());
    }
    let now = ports.clock.now();
    let work = ports.store.begin().await?;
    // The manager is locked first: who takes a manager's role away locks him before the team. Two calls with the same two people the
    // other way round lock crosswise, and the database ends one of them. An order by id would do that to a demotion instead.
    let lead = match manager {
        Some(manager) => work.people().for_change(manager).await?,
        None => None,
    };
    let before = work.people().for_change(employee).await?.ok_or(Error::NotFound("User"))?;
    may_manage(caller.actor, before.standing.role)?;
    if before.standing.role != Role::Employee {
        return Err(Invalid::field("employeeId", "Only an employee can be assigned a manager").into());
    }
    if manager.is_some() && lead.is_none() {
        return Err(Error::NotFound("Manager"));
    }
    if lead.is_some_and(|lead| !lead.standing.acts_as(Role::Manager)) {
        return Err(unfit());
    }
    if before.manager != manager {
        let mut after = before.clone();
        after.manager = manager;
        work.people().save(&after, now).await?;
        let what = Happening::ManagerAssigned { user: employee, before: before.manager, after: manager };
        let pushes = team_pushes(employee, [before.manager, manager]);
        work.events().append(&[Event::new(ports, now, Some(caller.actor.id), what, pushes)]).await?;
    }
    work.commit().await?;
    person(ports, caller, employee).await
}

fn unfit() -> Error {
    Invalid::field("managerId", "Only an active manager can be assigned").into()
}

#[cfg(test)]
mod tests;
