//! What each letter says: once, and then as plain text and as HTML, so that both carry the same facts.

mod html;
mod plain;
#[cfg(test)]
mod tests;

use crate::post::Letterhead;
use crate::text::{self, NAME_MAX, PROSE_MAX};
use application::mail::Letter;
use chrono::NaiveDate;
use domain::Instant;
use domain::person::FullName;
use domain::timesheet::RESUBMISSION_DAYS;

/// A letter in words.
pub(crate) struct Words {
    pub(crate) subject: String,
    pub(crate) plain: String,
    pub(crate) html: String,
}

enum Block {
    /// A paragraph.
    Says(String),
    /// Facts with their names.
    Facts(Vec<(&'static str, String)>),
    /// An address to go to.
    Link(String),
    /// One item a line.
    List(Vec<String>),
    /// Somebody's own words.
    Quote(Vec<String>),
}

/// Writes a letter to the reader at the address `to`.
pub(crate) fn write(letter: &Letter, to: &str, head: &Letterhead) -> Words {
    let organisation = text::line(&head.organisation, NAME_MAX);
    let writer = Writer { head, organisation: &organisation };
    let (subject, mut blocks) = writer.letter(letter, to);
    blocks.insert(0, Block::Says(greeting(name_of(letter))));
    let footer = format!("This mail was sent by the timesheet portal of {organisation}. Replies to it are not read.");
    Words {
        plain: plain::render(&blocks, &footer, &head.public_url),
        html: html::render(&subject, &blocks, &footer, &head.public_url),
        subject,
    }
}

/// Whom a letter greets.
pub(crate) fn name_of(letter: &Letter) -> &FullName {
    match letter {
        Letter::Credentials { name, .. }
        | Letter::PasswordReset { name, .. }
        | Letter::Blocked { name }
        | Letter::Unblocked { name }
        | Letter::AddressChanged { name, .. }
        | Letter::DaysRejected { name, .. }
        | Letter::DaysFrozen { name, .. } => name,
    }
}

fn greeting(name: &FullName) -> String {
    let name = text::line(&name.to_string(), NAME_MAX);
    if name.is_empty() { "Hello,".to_owned() } else { format!("Hello {name},") }
}

fn list(dates: &[NaiveDate]) -> Block {
    Block::List(dates.iter().map(ToString::to_string).collect())
}

struct Writer<'a> {
    head: &'a Letterhead,
    organisation: &'a str,
}

impl Writer<'_> {
    fn letter(&self, letter: &Letter, to: &str) -> (String, Vec<Block>) {
        match letter {
            Letter::Credentials { employee_id, email, password, .. } => {
                self.credentials(employee_id, email, &password.0)
            }
            Letter::PasswordReset { token, expires_at, .. } => self.password_reset(&token.0, *expires_at),
            Letter::Blocked { .. } => self.blocked(),
            Letter::Unblocked { .. } => self.unblocked(),
            Letter::AddressChanged { before, after, .. } if to == after => self.address_changed(before, after),
            Letter::AddressChanged { .. } => self.address_given_up(),
            Letter::DaysRejected { dates, reason, .. } => self.days_rejected(dates, reason),
            Letter::DaysFrozen { dates, .. } => self.days_frozen(dates),
        }
    }

    fn credentials(&self, employee_id: &str, email: &str, password: &str) -> (String, Vec<Block>) {
        let blocks = vec![
            self.says("An account has been created for you in the timesheet portal of {}. This is what you sign in with:"),
            Block::Facts(vec![
                ("Employee ID", text::line(employee_id, NAME_MAX)),
                ("E-mail", text::line(email, PROSE_MAX)),
                ("Password", text::line(password, PROSE_MAX)),
            ]),
            Block::Says("Sign in here:".to_owned()),
            self.link("/login"),
            Block::Says(
                "The password is a temporary one: you will be asked to change it at your first sign-in. Please keep it to \
                 yourself until then."
                    .to_owned(),
            ),
        ];
        (self.subject("Your {} account"), blocks)
    }

    fn password_reset(&self, token: &str, expires_at: Instant) -> (String, Vec<Block>) {
        let until = expires_at.with_timezone(&self.head.zone).format("%Y-%m-%d %H:%M");
        let blocks = vec![
            self.says("Somebody has asked to reset the password of your account in the timesheet portal of {}."),
            Block::Says("To set a new password, open this link:".to_owned()),
            self.link(&format!("/auth/reset-password/{}", text::line(token, PROSE_MAX))),
            Block::Says(format!(
                "The link works once, and for 30 minutes after it was asked for: until {until} ({}). A newer link takes its place.",
                self.head.zone
            )),
            Block::Says("If it was not you, you can ignore this mail. Your password stays as it is.".to_owned()),
        ];
        (self.subject("Reset your {} password"), blocks)
    }

    fn blocked(&self) -> (String, Vec<Block>) {
        let blocks = vec![
            self.says("Your account in the timesheet portal of {} has been blocked. You have been signed out and cannot sign in for now."),
            Block::Says("What you have recorded is kept. Please contact your administrator.".to_owned()),
        ];
        (self.subject("Your {} account has been blocked"), blocks)
    }

    fn unblocked(&self) -> (String, Vec<Block>) {
        let blocks = vec![
            self.says("Your account in the timesheet portal of {} is no longer blocked. You can sign in again, with the password that you had:"),
            self.link("/login"),
        ];
        (self.subject("Your {} account has been unblocked"), blocks)
    }

    /// For whoever reads the former address. It may have been a slip, and its reader a stranger, who learns of no other address.
    fn address_given_up(&self) -> (String, Vec<Block>) {
        let blocks = vec![
            self.says("The e-mail address of your account in the timesheet portal of {} has been changed. This address no longer belongs to it."),
            Block::Says("If you did not expect this, please contact your HR department at once.".to_owned()),
        ];
        (self.subject("The e-mail address of your {} account is another one"), blocks)
    }

    fn address_changed(&self, before: &str, after: &str) -> (String, Vec<Block>) {
        let blocks = vec![
            self.says("The e-mail address of your account in the timesheet portal of {} has been changed. From now on you sign in with the new one."),
            Block::Facts(vec![
                ("Former address", text::line(before, PROSE_MAX)),
                ("New address", text::line(after, PROSE_MAX)),
            ]),
            Block::Says(
                "If you did not expect this, please tell your HR department or your administrator at once.".to_owned(),
            ),
        ];
        (self.subject("The e-mail address of your {} account has changed"), blocks)
    }

    fn days_rejected(&self, dates: &[NaiveDate], reason: &str) -> (String, Vec<Block>) {
        let (subject, days, they) = match dates.len() {
            1 => ("A day in your {} timesheet was rejected", "this day", "it"),
            _ => ("Days in your {} timesheet were rejected", "these days", "them"),
        };
        let blocks = vec![
            Block::Says(format!("Your manager has rejected {days} in your timesheet:")),
            list(dates),
            Block::Says("The reason:".to_owned()),
            Block::Quote(text::lines(reason, PROSE_MAX)),
            Block::Says(format!(
                "You can correct {they} and submit {they} again within {RESUBMISSION_DAYS} days of the rejection. After that \
                 your manager has to unlock {they} first."
            )),
            self.link("/login"),
        ];
        (self.subject(subject), blocks)
    }

    fn days_frozen(&self, dates: &[NaiveDate]) -> (String, Vec<Block>) {
        let (subject, days, they_are, them, each) = match dates.len() {
            1 => ("A day in your {} timesheet was frozen", "this day", "it is", "it", "The day"),
            _ => ("Days in your {} timesheet were frozen", "these days", "they are", "them", "Each day"),
        };
        let blocks = vec![
            Block::Says(format!("No timesheet was submitted for {days}, and {they_are} frozen now:")),
            list(dates),
            Block::Says(format!(
                "Before you can record {them}, somebody has to unlock {them} for you. {each} in the portal says who can:"
            )),
            self.link("/employee/timesheet"),
        ];
        (self.subject(subject), blocks)
    }

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
