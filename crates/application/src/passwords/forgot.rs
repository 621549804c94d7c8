//! Somebody has forgotten their password.
//!
//! The request is only stored, no matter who sent it. A worker looks up later whether the address is known, so neither the answer
//! nor the time that it takes tells anybody anything.

use super::events;
use crate::accounts::fields::Fields;
use crate::events::{Event, Origin, Request};
use crate::ports::ResetRequest;
use crate::throttling::take_place;
use crate::{Error, Ports, Result};
use domain::id::ResetRequestId;
use domain::throttle::Budget;

/// Stores the request for a link to set a new password.
pub async fn forgot_password(ports: &Ports, email: &str, request: Request) -> Result<()> {
    let mut fields = Fields::default();
    let email = fields.email(email);
    let email = fields.finish(email)?;
    let now = ports.clock.now();
    let work = ports.store.begin().await?;
    match take_place(work.as_ref(), &format!("forgot:{}", request.counted_address()), Budget::reset_requests(), now)
        .await
    {
        // Too many requests are dropped without a word: a refusal would tell a guesser how far they have come.
        Err(Error::Throttled { .. }) => return Ok(()),
        taken => taken?,
    }
    work.resets().ask(&ResetRequest { id: ResetRequestId::new(ports.ids.next()), email, asked_at: now }).await?;
    let event = Event::new(ports, now, Origin::visitor(request), events::reset_asked(), Vec::new());
    work.events().append(&[event]).await?;
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests;
