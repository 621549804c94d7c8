//! What each letter says: once, and then as plain text and as HTML, so that both carry the same facts.

mod html;
mod letters;
mod plain;
#[cfg(test)]
mod tests;

use crate::letterhead::Letterhead;
use crate::text::{self, NAME_MAX, PROSE_MAX};
use application::mail::Letter;
use chrono::NaiveDate;
use domain::person::{FullName, Role};

pub(crate) struct Words {
    pub(crate) subject: String,
    pub(crate) plain: String,
    pub(crate) html: String,
}

enum Block {
    /// A paragraph.
    Says(String),
    Facts(Vec<(&'static str, String)>),
    Link(String),
    /// One item on each line.
    List(Vec<String>),
    Quote(Vec<String>),
}

/// What the words of one kind of letter are, without greeting and footer.
struct Text {
    subject: String,
    blocks: Vec<Block>,
}

/// Writes a letter to the reader at the address `to`; `None` where its kind has no words.
pub(crate) fn write(letter: &Letter, to: &str, head: &Letterhead) -> Option<Words> {
    let organisation = head.organisation();
    let Text { subject, mut blocks } = letters::text(letter, &Writer { head, organisation: &organisation, to })?;
    blocks.insert(0, says(greeting(letter.to())));
    if let Some(role) = letter.chosen_as() {
        blocks.push(says("You choose in your profile which of these mails you get:"));
        blocks.push(Block::Link(format!("{}{}", head.public_url, profile_of(role))));
    }
    let footer = format!("This mail was sent by the timesheet portal of {organisation}. Replies to it are not read.");
    Some(Words {
        plain: plain::render(&blocks, &footer, &head.public_url),
        html: html::render(&subject, &blocks, &footer, &head.public_url),
        subject,
    })
}

/// Where people of this role find their profile.
const fn profile_of(role: Role) -> &'static str {
    match role {
        Role::Employee => "/employee/profile",
        Role::Manager => "/manager/profile",
        Role::Hr => "/hr/profile",
        Role::Admin => "/admin/profile",
        Role::Boss => "/boss/profile",
    }
}

fn greeting(name: &FullName) -> String {
    let name = text::line(&name.to_string(), NAME_MAX);
    if name.is_empty() { "Hello,".to_owned() } else { format!("Hello {name},") }
}

fn says(sentence: impl Into<String>) -> Block {
    Block::Says(sentence.into())
}

/// A reason or a comment as somebody typed it.
fn quote(typed: &str) -> Block {
    Block::Quote(text::lines(typed, PROSE_MAX))
}

fn list(dates: &[NaiveDate]) -> Block {
    Block::List(dates.iter().map(ToString::to_string).collect())
}

/// What the words of every kind are written with.
struct Writer<'a> {
    head: &'a Letterhead,
    organisation: &'a str,
    to: &'a str,
}

impl Writer<'_> {
    /// A sentence with the organisation's name in it.
    fn says(&self, sentence: &str) -> Block {
        Block::Says(self.subject(sentence))
    }

    fn subject(&self, sentence: &str) -> String {
        sentence.replacen("{}", self.organisation, 1)
    }

    fn link(&self, path: &str) -> Block {
        Block::Link(format!("{}{path}", self.head.public_url))
    }
}
