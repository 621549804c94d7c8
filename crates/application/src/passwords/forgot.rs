//! Somebody has forgotten the password.
//!
//! The wish is only kept, whoever it comes from: whether the address is known is looked up later, by a worker. So the answer
//! and the time that it takes tell nobody anything.

use super::events::ResetAsked;
use crate::accounts::fields::Fields;
use crate::events::{Event, Origin, Request};
use crate::ports::ResetRequest;
use crate::throttling::take_place;
use crate::{Error, Ports};
use domain::id::ResetRequestId;
use domain::throttle::Budget;

/// Keeps the wish for a link with which to set a new password.
pub async fn forgot_password(ports: &Ports, email: &str, request: Request) -> Result<(), Error> {
    let mut fields = Fields::default();
    let email = fields.email(email);
    let email = fields.finish(email)?;
    let now = ports.clock.now();
    let work = ports.store.begin().await?;
    match take_place(work.as_ref(), &format!("forgot:{}", request.counted_address()), Budget::reset_wishes(), now).await
    {
        // Too many wishes are dropped without a word: a refusal would tell a guesser how far he has come.
        Err(Error::Throttled { .. }) => return Ok(()),
        taken => taken?,
    }
    work.resets().ask(&ResetRequest { id: ResetRequestId::new(ports.ids.next()), email, asked_at: now }).await?;
    work.events().append(&[Event::new(ports, now, Origin::visitor(request), ResetAsked, Vec::new())]).await?;
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests;
