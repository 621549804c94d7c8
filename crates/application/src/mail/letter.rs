//! What a mail is about.

use crate::facts::{Confidential, Fact, Facts};
use domain::Instant;
use domain::person::{FullName, Role};

/// What one kind of letter is about, with all that its words need. Each kind is a type in the area that sends it. The adapter that
/// sends the mails writes the words.
pub trait About: Sized {
    /// The name of the kind, in the store and in lists. It never changes, and neither do the names of the facts: a mail that waits
    /// is read by the program that is started next.
    const KIND: &'static str;

    /// What it is about, as it is kept. The names `name` and `role` are taken: they say whom the letter greets, and in which role
    /// they have chosen to get it.
    fn facts(&self) -> Facts;

    /// Reads it back; `None` where something is missing.
    fn read(facts: &Facts) -> Option<Self>;

    /// The moment from which it is of no use to anybody, where there is one.
    fn useless_from(&self) -> Option<Instant> {
        None
    }
}

/// The one list of the kinds of letters: hands it to the macro `$with`. A new one is a line here.
#[macro_export]
macro_rules! letters {
    ($with:ident) => {
        $with! {
            $crate::accounts::AccountCreatedLetter,
            $crate::sign_in::AccountLinkedLetter,
            $crate::people::AddressChangedLetter,
            $crate::audit::AuditBrokenLetter,
            $crate::people::BlockedLetter,
            $crate::sessions::BreakGlassUsedLetter,
            $crate::accounts::CredentialsLetter,
            $crate::timesheets::DayResubmittedLetter,
            $crate::unlocks::DayUnlockedLetter,
            $crate::approvals::DaysApprovedLetter,
            $crate::absences::DaysFrozenLetter,
            $crate::approvals::DaysRejectedLetter,
            $crate::accounts::EmployeeArrivedLetter,
            $crate::invitations::InvitationLetter,
            $crate::leave::LeaveLetter,
            $crate::months::MonthDriftedLetter,
            $crate::mail_rounds::NewsDigestLetter,
            $crate::months::OwnMonthLetter,
            $crate::passwords::PasswordResetLetter,
            $crate::mail_rounds::ReminderLetter,
            $crate::unlocks::RequestDeclinedLetter,
            $crate::unlocks::RequestExpiredLetter,
            $crate::second_factors::SecondFactorLetter,
            $crate::substitutions::SubstitutionLetter,
            $crate::leave::TeamLeaveLetter,
            $crate::months::TeamMonthLetter,
            $crate::people::TemporaryPasswordLetter,
            $crate::people::UnblockedLetter,
            $crate::unlocks::UnlockRequestedLetter,
            $crate::mail_rounds::WaitingDigestLetter,
        }
    };
}

macro_rules! all_kinds {
    ($($letter:path,)+) => {
        const KINDS: &[Kind] = &[$(Kind::of::<$letter>()),+];
    };
}
letters!(all_kinds);

struct Kind {
    name: &'static str,
    restore: fn(FullName, &Facts) -> Option<Letter>,
}

impl Kind {
    const fn of<A: About>() -> Self {
        Self { name: A::KIND, restore: |to, facts| A::read(facts).map(|about| Letter::new(to, &about)) }
    }
}

/// The names of all kinds of letters.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.name)
}

/// A letter as it waits to be sent: to whom, of which kind, and what it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Letter {
    to: FullName,
    kind: &'static str,
    facts: Facts,
    useless_from: Option<Instant>,
    chosen_as: Option<Role>,
}

impl Letter {
    /// A letter to somebody of this name.
    pub fn new<A: About>(to: FullName, about: &A) -> Self {
        Self { to, kind: A::KIND, facts: about.facts(), useless_from: about.useless_from(), chosen_as: None }
    }

    /// The same, by choice of its reader, who has this role: it says where the choice is made.
    #[must_use]
    pub fn by_choice_of(self, role: Role) -> Self {
        Self { chosen_as: Some(role), ..self }
    }

    /// A letter that was kept; `None` where this program does not know its kind, or something is missing.
    pub fn restore(kind: &str, to: FullName, facts: &Facts) -> Option<Self> {
        let kind = KINDS.iter().find(|known| known.name == kind)?;
        (kind.restore)(to, facts)
    }

    /// Whom it greets.
    pub const fn to(&self) -> &FullName {
        &self.to
    }

    /// In which role its reader has chosen to get it; `None` where there is no choice.
    pub const fn chosen_as(&self) -> Option<Role> {
        self.chosen_as
    }

    /// The name of its kind, in the store and in lists.
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    /// What it is about, as it is kept.
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// What it is about; `None` where it is of another kind.
    pub fn about<A: About>(&self) -> Option<A> {
        if self.kind == A::KIND { A::read(&self.facts) } else { None }
    }

    /// The moment from which it is of no use to anybody, where there is one.
    pub const fn useless_from(&self) -> Option<Instant> {
        self.useless_from
    }

    /// The texts in it that open an account.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().filter_map(|(_, fact)| match fact {
            Fact::Secret(Confidential(secret)) => Some(secret.as_str()),
            _ => None,
        })
    }
}
