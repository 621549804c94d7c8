//! The first account of an empty portal: an administrator, who lets everyone else in.

use crate::events::{Audience, Event, Happening, Push, Topic};
use crate::ports::NewPerson;
use crate::{Error, Ports};
use domain::id::{EventId, UserId};
use domain::person::{EmailAddress, FullName, NewPassword, Role};

/// The administrator to create.
#[derive(Debug, Clone)]
pub struct FirstAdmin {
    /// The address.
    pub email: EmailAddress,
    /// The password.
    pub password: NewPassword,
    /// Whether the password was generated, and so has to be changed at the first login.
    pub is_generated: bool,
}

/// Creates the administrator where there is no account at all, and says whether it did.
/// With several instances starting at once, one of them does.
pub async fn first_admin(ports: &Ports, admin: &FirstAdmin) -> Result<bool, Error> {
    // Nearly every start finds accounts; it shall not pay for a hash to learn so.
    if ports.store.begin().await?.people().any().await? {
        return Ok(false);
    }
    let hash = ports.passwords.hash(&admin.password).await?;
    let now = ports.clock.now();
    let id = UserId::new(ports.ids.next());
    let work = ports.store.begin().await?;
    if work.people().any().await? {
        return Ok(false);
    }
    let person = NewPerson {
        id,
        employee_id: work.people().next_employee_id().await?,
        name: FullName { first: "Portal".to_owned(), last: "Administrator".to_owned() },
        email: admin.email.clone(),
        role: Role::Admin,
        department: None,
        position: None,
        joining_date: Some(ports.today()),
        manager: None,
        hash,
        is_first_login: admin.is_generated,
        created_at: now,
    };
    work.people().insert(&person).await?;
    work.events()
        .append(&[Event {
            id: EventId::new(ports.ids.next()),
            at: now,
            actor: None,
            what: Happening::AccountCreated { user: id, role: Role::Admin },
            pushes: vec![Push::Changed { topic: Topic::Users, audience: Audience::Everyone }],
        }])
        .await?;
    work.commit().await?;
    Ok(true)
}

#[cfg(test)]
mod tests;
