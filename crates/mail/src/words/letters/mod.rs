//! The words of each kind of letter, one file for each kind.

mod address_changed;
mod audit_broken;
mod blocked;
mod credentials;
mod day_resubmitted;
mod day_unlocked;
mod days_approved;
mod days_frozen;
mod days_rejected;
mod leave;
mod month_drifted;
mod news_digest;
mod own_month;
mod password_reset;
mod reminder;
mod request_declined;
mod request_expired;
mod substitution;
mod team_leave;
mod team_month;
mod unblocked;
mod unlock_requested;
mod waiting_digest;

use super::{Text, Writer};
use application::mail::{About, Letter};
use domain::time::Month;

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

/// The month as a letter has it: `June 2026`.
fn in_words(month: Month) -> String {
    format!("{} {}", month.name(), month.year())
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
