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
use application::absences::DaysFrozenLetter;
use application::accounts::CredentialsLetter;
use application::approvals::{DaysApprovedLetter, DaysRejectedLetter};
use application::audit::AuditBrokenLetter;
use application::leave::{LeaveLetter, TeamLeaveLetter};
use application::mail::{About, Letter};
use application::mail_rounds::{NewsDigestLetter, ReminderLetter, WaitingDigestLetter};
use application::months::{MonthDriftedLetter, OwnMonthLetter, TeamMonthLetter};
use application::passwords::PasswordResetLetter;
use application::people::{AddressChangedLetter, BlockedLetter, UnblockedLetter};
use application::substitutions::SubstitutionLetter;
use application::timesheets::DayResubmittedLetter;
use application::unlocks::{DayUnlockedLetter, RequestDeclinedLetter, RequestExpiredLetter, UnlockRequestedLetter};
use domain::time::Month;

/// The words of a kind of letter.
trait Wording: About {
    fn text(&self, writer: &Writer<'_>) -> Text;
}

/// Every kind of letter. A new one is a line here.
const KINDS: &[Kind] = &[
    Kind::of::<AddressChangedLetter>(),
    Kind::of::<AuditBrokenLetter>(),
    Kind::of::<BlockedLetter>(),
    Kind::of::<CredentialsLetter>(),
    Kind::of::<DayResubmittedLetter>(),
    Kind::of::<DayUnlockedLetter>(),
    Kind::of::<DaysApprovedLetter>(),
    Kind::of::<DaysFrozenLetter>(),
    Kind::of::<DaysRejectedLetter>(),
    Kind::of::<LeaveLetter>(),
    Kind::of::<MonthDriftedLetter>(),
    Kind::of::<NewsDigestLetter>(),
    Kind::of::<OwnMonthLetter>(),
    Kind::of::<PasswordResetLetter>(),
    Kind::of::<ReminderLetter>(),
    Kind::of::<RequestDeclinedLetter>(),
    Kind::of::<RequestExpiredLetter>(),
    Kind::of::<SubstitutionLetter>(),
    Kind::of::<TeamLeaveLetter>(),
    Kind::of::<TeamMonthLetter>(),
    Kind::of::<UnblockedLetter>(),
    Kind::of::<UnlockRequestedLetter>(),
    Kind::of::<WaitingDigestLetter>(),
];

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
