//! What all mails have in common.

use crate::text::{self, NAME_MAX};
use application::settings::Policy;
use chrono_tz::Tz;
use domain::Instant;
use domain::settings::Key;
use std::sync::Arc;

/// What stands in every mail.
#[derive(Debug, Clone)]
pub struct Letterhead {
    /// What the organisation has decided: its name among it, which a mail has as it is when it is sent.
    pub policy: Arc<Policy>,
    /// The portal's address as its people type it, without a slash at the end.
    pub public_url: String,
}

impl Letterhead {
    /// The organisation's name, as it can stand in a line of a mail.
    pub(crate) fn organisation(&self) -> String {
        text::line(self.policy.in_force().settings.text(Key::OrganisationName), NAME_MAX)
    }

    /// The organisation's time zone at that instant.
    pub(crate) fn zone_at(&self, instant: Instant) -> Tz {
        self.policy.in_force().rules.zones.at(instant)
    }
}
