//! The adapter that sends mails: it writes the words of a letter, and hands them to a mail server or puts them into a
//! folder. When to send, and when to give up, is decided elsewhere.

mod folder;
mod letterhead;
mod message;
mod post;
mod redact;
mod settings;
mod smtp;
mod text;
mod words;

pub use letterhead::Letterhead;
pub use post::{DEADLINE, Post};
pub use settings::Settings;
