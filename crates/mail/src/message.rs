//! A letter as a mail: headers and two parts that say the same.

use crate::letterhead::Letterhead;
use crate::text::{self, NAME_MAX};
use crate::words;
use application::ports::{ClaimedMail, MailFault};
use domain::Instant;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::SystemTime;
use url::Host;

/// A mail that is ready to go.
pub(crate) struct Written {
    pub(crate) to: Address,
    pub(crate) bytes: Vec<u8>,
}

/// Writes a mail. One that cannot be written will never be sent, and must not stop its writer.
pub(crate) fn write(
    mail: &ClaimedMail,
    head: &Letterhead,
    sender: &Address,
    now: Instant,
) -> Result<Written, MailFault> {
    catch_unwind(AssertUnwindSafe(|| build(mail, head, sender, now)))
        .unwrap_or_else(|_| Err(MailFault::Never("the mail cannot be written".to_owned())))
}

fn build(mail: &ClaimedMail, head: &Letterhead, sender: &Address, now: Instant) -> Result<Written, MailFault> {
    let to = recipient(&mail.to)?;
    let words = words::write(&mail.letter, &mail.to, head).ok_or_else(|| {
        MailFault::Never(format!("there are no words for a letter of the kind {}", mail.letter.kind()))
    })?;
    let name = text::line(&mail.letter.to().to_string(), NAME_MAX);
    let message = Message::builder()
        .from(mailbox(&head.organisation(), sender.clone()))
        .to(mailbox(&name, to.clone()))
        .subject(words.subject)
        .date(SystemTime::from(now))
        .message_id(Some(format!("<{}@{}>", mail.id, sender.domain())))
        // Absence notices do not answer such a mail.
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
        .multipart(MultiPart::alternative_plain_html(words.plain, words.html))
        .map_err(|error| MailFault::Never(format!("the mail cannot be written: {error}")))?;
    Ok(Written { to, bytes: message.formatted() })
}

/// The library's own check of a name comes too late: it stops the program.
fn mailbox(name: &str, address: Address) -> Mailbox {
    Mailbox::new((!name.is_empty()).then(|| name.to_owned()), address)
}

/// The address, its host in the form that every mail server reads.
fn recipient(address: &str) -> Result<Address, MailFault> {
    let unreadable = || MailFault::Never("the address cannot be written to".to_owned());
    let (user, host) = address.rsplit_once('@').ok_or_else(unreadable)?;
    let Ok(Host::Domain(host)) = Host::parse(host) else { return Err(unreadable()) };
    Address::new(user, host).map_err(|_| unreadable())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_written_as_every_server_reads_it() {
        assert_eq!(recipient("jörg@münchen.example").unwrap().to_string(), "jörg@xn--mnchen-3ya.example");
        assert_eq!(recipient("ann.o'neil+x@example.org").unwrap().to_string(), "ann.o'neil+x@example.org");
    }

    #[test]
    fn what_is_no_address_is_never_written_to() {
        for text in ["", "ann", "ann@", "@x.org", "a b@x.org", "ann@x.org\r\nBcc: e@x.org", "ann@x.org>", "ann\0@x.org"]
        {
            assert!(matches!(recipient(text), Err(MailFault::Never(_))), "{text:?}");
        }
    }
}
