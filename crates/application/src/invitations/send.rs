//! What is sent to people who are invited: a link for a password, or, where none opens their account, how to sign in.

use super::{InvitationLetter, events};
use crate::accounts::AccountCreatedLetter;
use crate::events::{Event, Origin};
use crate::mail::Letter;
use crate::ports::{Invitee, NewMail, ResetLink, UnitOfWork};
use crate::{Ports, Result};
use domain::Instant;
use domain::id::MailId;
use domain::person::invitation::expires_at;

/// How many invitations are sent in one transaction, so that it is a short one.
pub const SENT_TOGETHER: u32 = 100;

/// Sends the invitations that are due, at most [`SENT_TOGETHER`] of them, and says whether there may be more. Accounts that can no
/// longer be invited get none.
pub async fn send_due(ports: &Ports) -> Result<bool> {
    let now = ports.clock.now();
    // Most of the time there is none, and no other writer waits to find that.
    if !ports.reads.invitations().is_any_due(now).await? {
        return Ok(false);
    }
    let work = ports.store.begin().await?;
    let (invitees, has_more) = work.invitations().take_due(now, SENT_TOGETHER).await?;
    send(ports, work.as_ref(), &invitees, now).await?;
    work.commit().await?;
    Ok(has_more)
}

/// Sends an invitation to each of these people, whose accounts are locked. Their earlier links end.
pub(crate) async fn send(ports: &Ports, work: &dyn UnitOfWork, invitees: &[Invitee], now: Instant) -> Result<()> {
    let providers: Vec<String> = ports.providers.labels().into_iter().map(str::to_owned).collect();
    let (mut links, mut mails, mut made) = (Vec::new(), Vec::new(), Vec::new());
    for invitee in invitees {
        let (user, email) = (invitee.person.id, invitee.email.clone());
        let letter = if ports.providers.passwords.allows(invitee.role, invitee.is_break_glass) {
            let secret = ports.secrets.link_token()?;
            let expires_at = expires_at(now);
            links.push(ResetLink { user, fingerprint: secret.fingerprint, expires_at });
            let about = InvitationLetter {
                email: email.clone(),
                token: secret.token,
                expires_at,
                providers: providers.clone(),
            };
            Letter::new(invitee.person.name.clone(), &about)
        } else {
            let employee_id = invitee.person.employee_id.to_string();
            let about = AccountCreatedLetter { employee_id, email: email.clone(), providers: providers.clone() };
            Letter::new(invitee.person.name.clone(), &about)
        };
        mails.push(NewMail { id: MailId::new(ports.ids.next()), to: email, letter, created_at: now });
        made.push(Event::new(ports, now, Origin::job(), events::invitation_sent(user), Vec::new()));
    }
    work.resets().keep_links(&links).await?;
    work.mails().enqueue(&mails).await?;
    Ok(work.events().append(&made).await?)
}
