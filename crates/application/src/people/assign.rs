//! An Employee gets a manager, another one, or none.

use super::events;
use super::{person, team_pushes};
use crate::ports::ChangedPerson;
use crate::sessions::{Caller, Profile};
use crate::{Error, Invalid, Ports, Result};
use domain::access::accounts::may_assign;
use domain::access::{Actor, Capability, MayAssign};
use domain::id::UserId;
use domain::person::{Role, Standing};

/// Assigns `manager` to `employee`; `None` leaves the employee without a manager. A repeat changes nothing and succeeds.
pub async fn assign_manager(
    ports: &Ports,
    caller: &Caller,
    employee: UserId,
    manager: Option<UserId>,
) -> Result<Profile> {
    caller.actor.require(Capability::ManagePeople)?;
    if let Some(manager) = manager {
        check_not_oneself(employee, manager)?;
    }
    let moment = ports.moment();
    let asked_for = ports.reads.people().person(employee).await?.ok_or(Error::NotFound("User"))?;
    check_employee(&caller.actor, employee, asked_for.role)?;
    let work = ports.begin(&moment, caller).await?;
    // The manager is locked first, because a call that takes a manager's role away locks that account before the team. A person
    // who turns out not to be a manager is refused before the employee is locked, so that two calls with the same two people
    // the other way round do not deadlock.
    if let Some(manager) = manager {
        let lead = work.people().for_change(manager).await?.ok_or(Error::NotFound("Manager"))?;
        check_manager(employee, lead.id, lead.standing)?;
    }
    let before = work.people().for_change(employee).await?.ok_or(Error::NotFound("User"))?;
    let proof = check_employee(&caller.actor, employee, before.standing.role)?;
    if before.manager != manager {
        let what = events::manager_assigned(employee, before.manager, manager);
        let pushes = team_pushes(employee, [before.manager, manager]);
        work.people().save(&ChangedPerson::assigned(proof, before, manager)?, moment.now).await?;
        work.record(what, pushes).await?;
    }
    work.commit().await?;
    person(ports, caller, employee).await
}

/// Refuses a manager for somebody who is no Employee, and an actor who does not look after them.
pub(crate) fn check_employee(actor: &Actor, employee: UserId, role: Role) -> Result<MayAssign> {
    let proof = may_assign(actor, employee, role)?;
    if role == Role::Employee {
        Ok(proof)
    } else {
        Err(Invalid::field("employeeId", "Only an employee can be assigned a manager").into())
    }
}

/// Refuses somebody with this standing as the manager of the employee.
pub(crate) fn check_manager(employee: UserId, manager: UserId, standing: Standing) -> Result<()> {
    check_not_oneself(employee, manager)?;
    if standing.acts_as(Role::Manager) { Ok(()) } else { Err(unfit()) }
}

fn check_not_oneself(employee: UserId, manager: UserId) -> Result<()> {
    if employee == manager { Err(unfit()) } else { Ok(()) }
}

/// Somebody who cannot be assigned.
pub(crate) fn unfit() -> Error {
    Invalid::field("managerId", "Only an active manager can be assigned").into()
}

#[cfg(test)]
mod tests;
