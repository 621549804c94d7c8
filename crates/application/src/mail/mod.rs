//! Mails: what they say, and how those that wait are sent.
//!
//! A letter is kept in the outbox in the transaction of its cause, so a mail server that is down delays it and loses
//! nothing. It is kept as what it is about, not as text: the adapter that sends it writes the words.

mod by_choice;
mod deliver;
mod kept;
mod letter;

pub use crate::facts::Confidential;
pub(crate) use by_choice::{by_choice, send_at_once, send_to_admins};
pub use deliver::{BATCH, CLAIM, Delivered, deliver, deliver_due};
pub(crate) use kept::{Kept, kept_letter};
pub use letter::{About, Letter, kinds};
