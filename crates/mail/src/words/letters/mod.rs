//! The words of each kind of letter, one file for each area.

mod accounts;
mod audit;
mod days;
mod leave;
mod months;
mod rounds;
mod substitution;
mod unlocks;

use super::{Text, Writer};
use crate::text::{self, NAME_MAX, PROSE_MAX};
use application::mail::{About, Letter};
use domain::person::Role;

/// The words of a kind of letter.
trait Wording: About {
    fn text(&self, writer: &Writer<'_>) -> Text;
}

macro_rules! worded {
    ($($letter:path,)+) => {
        /// Every kind of letter: one without words does not compile.
        const KINDS: &[Kind] = &[$(Kind::of::<$letter>()),+];
    };
}
application::letters!(worded);

struct Kind {
    name: &'static str,
    text: fn(&Letter, &Writer<'_>) -> Option<Text>,
}

impl Kind {
    const fn of<A: Wording>() -> Self {
        Self { name: A::KIND, text: |letter, writer| letter.about::<A>().map(|about| about.text(writer)) }
    }
}

/// A name as it stands in a sentence.
fn name(typed: &str) -> String {
    text::line(typed, NAME_MAX)
}

/// A longer text as it stands in one line.
fn fact(typed: &str) -> String {
    text::line(typed, PROSE_MAX)
}

/// The path for somebody who can lead a team. An Employee or a Boss gets no such letter.
fn by_role(reader: Role, [manager, hr, admin]: [&'static str; 3]) -> &'static str {
    match reader {
        Role::Manager | Role::Employee | Role::Boss => manager,
        Role::Hr => hr,
        Role::Admin => admin,
    }
}

/// What a letter says; `None` where its kind has no words.
pub(super) fn text(letter: &Letter, writer: &Writer<'_>) -> Option<Text> {
    let kind = KINDS.iter().find(|kind| kind.name == letter.kind())?;
    (kind.text)(letter, writer)
}

#[cfg(test)]
mod tests {
    use super::KINDS;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_kinds_of_letters_have_one_name() {
        let names: BTreeSet<_> = KINDS.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), KINDS.len());
    }
}
