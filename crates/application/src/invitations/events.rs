//! What is recorded of invitations.

use crate::events::Record;
use domain::id::UserId;

/// Somebody asked for an invitation to be sent.
pub fn person_invited(user: UserId) -> Record {
    Record::of("person-invited").about([user])
}

/// Somebody asked for invitations to be sent to everybody who has never signed in, so many people.
pub fn people_invited(count: u32) -> Record {
    Record::of("people-invited").detail("count", count)
}

/// An invitation was written.
pub fn invitation_sent(user: UserId) -> Record {
    Record::of("invitation-sent").about([user])
}
