//! Why a use case did not do what it was asked.
//!
//! One enum for all use cases: most of them share most of its cases, and the HTTP adapter maps it exhaustively, in one
//! place, to a status, a code and a sentence. The sentences of rules come from `domain`.

use crate::ports::{DocumentError, NoRandomness, Overloaded, StoreError};
use chrono::NaiveDate;
use domain::access::Forbidden;
use domain::month::closed_sentence;
use domain::person::FullName;
use domain::session::SessionEnd;
use domain::time::Month;
use std::borrow::Cow;

/// Input that does not fit: which fields, and a sentence for each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invalid {
    /// The sentence for the whole, where it differs from the first field's.
    pub message: Option<String>,
    /// The field's name on the wire, and its sentence.
    pub fields: Vec<(&'static str, String)>,
}

impl Invalid {
    /// One field is to blame.
    pub fn field(name: &'static str, sentence: impl Into<String>) -> Self {
        Self { message: None, fields: vec![(name, sentence.into())] }
    }

    /// No single field is to blame.
    pub fn message(sentence: impl Into<String>) -> Self {
        Self { message: Some(sentence.into()), fields: Vec::new() }
    }

    /// The sentence that stands for the whole.
    pub fn sentence(&self) -> &str {
        self.message
            .as_deref()
            .or_else(|| self.fields.first().map(|(_, sentence)| sentence.as_str()))
            .unwrap_or("The request is not valid")
    }

    /// `Ok` where nothing was wrong.
    pub fn into_result(self) -> Result<(), Error> {
        if self.message.is_none() && self.fields.is_empty() { Ok(()) } else { Err(Error::Invalid(self)) }
    }
}

/// What is asked for clashes with how things stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// A decision was about versions that are no longer there.
    EntriesChanged,
    /// Somebody who already has a password of their own asked for the change at the first login.
    NotFirstLogin,
    EmailTaken,
    /// Nobody would be left to administer the portal.
    LastAdmin,
    /// A change was based on an account as it no longer is.
    AccountChanged,
    /// The operator has set it where the portal was started.
    SetByOperator,
    /// A change was based on a setting as it no longer is.
    SettingChanged,
    /// A change was based on a list of work patterns as it no longer is.
    WorkPatternChanged,
    /// Somebody recorded days before the date on which they are to have joined.
    EntriesBeforeJoining,
    /// Somebody stands in for the manager already on one of the days.
    AlreadySubstituted {
        name: FullName,
        /// The first such day.
        day: NaiveDate,
    },
    /// The last day of a substitution is over, or it was ended.
    SubstitutionOver,
    /// A list that grows with every change is full.
    TooManyChanges,
    LeaveTypeNameTaken,
    /// There are as many leave types as there can be.
    TooManyLeaveTypes,
    /// A change was based on a leave type as it no longer is.
    LeaveTypeChanged,
    /// Another holiday stands on the date, or will in some year.
    HolidayExists,
    /// Live leave covers the date of a rejected entry whole, so it cannot be approved.
    CoveredByLeave(NaiveDate),
    /// A day that would change lies in this month, which has been processed.
    MonthClosed(Month),
    /// An Employee with entries that wait for a decision keeps the role: nobody could decide them afterwards (decisions.md 2).
    PendingEntries {
        name: FullName,
        count: u32,
    },
}

impl Conflict {
    /// The sentence for a person.
    pub fn sentence(&self) -> Cow<'static, str> {
        let sentence = match self {
            Self::EntriesChanged => "Some entries have changed since you opened them. Please review them again.",
            Self::NotFirstLogin => "Your password has already been changed",
            Self::EmailTaken => "An account with this email already exists",
            Self::LastAdmin => "At least one active administrator is required",
            Self::AccountChanged => "This account has changed since you opened it. Please review it again.",
            Self::SetByOperator => "Set by the operator",
            Self::SettingChanged => "This setting has changed since you opened it. Please review it again.",
            Self::WorkPatternChanged => "This work pattern has changed since you opened it. Please review it again.",
            Self::EntriesBeforeJoining => "There are entries before this date",
            Self::AlreadySubstituted { name, day } => {
                return Cow::Owned(format!("{name} already has a substitute on {day}"));
            }
            Self::SubstitutionOver => "This substitution is over",
            Self::TooManyChanges => "There are too many changes already",
            Self::LeaveTypeNameTaken => "A leave type with this name already exists",
            Self::TooManyLeaveTypes => "There can be at most 50 leave types",
            Self::LeaveTypeChanged => "This leave type has changed since you opened it. Please review it again.",
            Self::HolidayExists => "A holiday already exists on this date",
            Self::CoveredByLeave(date) => {
                return Cow::Owned(format!("{date} is covered by leave and cannot be approved"));
            }
            Self::MonthClosed(month) => return Cow::Owned(closed_sentence(*month)),
            Self::PendingEntries { name, count } => {
                let entries = if *count == 1 { "entry" } else { "entries" };
                return Cow::Owned(format!(
                    "{name} has {count} {entries} waiting for approval. They have to be decided before the role changes."
                ));
            }
        };
        Cow::Borrowed(sentence)
    }
}

/// What kind of a no a rule says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// What was sent can never be done.
    Invalid,
    Forbidden,
    Conflict,
    DateLocked,
    /// Leave and recorded days get into each other's way, or leave and leave.
    Leave,
    Balance,
    Missing,
    MonthClosed,
}

/// Why a rule of the domain says no, for those who ask from outside. The area whose rule it is implements it for the rule's reasons.
pub trait Refusal {
    /// What kind of a no it is.
    fn kind(&self) -> RefusalKind;

    /// What the person reads.
    fn sentence(&self) -> String;

    /// The field of the request that is to blame.
    fn field(&self) -> Option<&'static str> {
        None
    }

    /// Whether somebody could unlock the date.
    fn requires_unlock(&self) -> bool {
        false
    }
}

/// A [`Refusal`] that was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub kind: RefusalKind,
    pub sentence: String,
    /// The field of the request that is to blame.
    pub field: Option<&'static str>,
    pub requires_unlock: bool,
}

/// Why a use case did not do what it was asked. Nothing has changed when it is returned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// There is no token, or it is not one of ours.
    #[error("not signed in")]
    Unauthenticated,
    #[error("the session has ended")]
    SessionEnded(SessionEnd),
    /// The generated password has to be changed first.
    #[error("the password has to be changed first")]
    PasswordChangeRequired,
    /// Unknown address or wrong password: which of the two is nobody's business.
    #[error("invalid credentials")]
    InvalidCredentials,
    /// The password was right, but the account is blocked.
    #[error("account blocked")]
    AccountBlocked,
    /// The password was right, but the account is not active.
    #[error("account inactive")]
    AccountInactive,
    #[error("too many attempts, try again in {retry_after_seconds} s")]
    Throttled {
        /// Whole seconds until it makes sense to try again.
        retry_after_seconds: u32,
    },
    #[error("forbidden: {0:?}")]
    Forbidden(Forbidden),
    #[error("invalid input: {}", .0.sentence())]
    Invalid(Invalid),
    #[error("{0} not found")]
    NotFound(&'static str),
    #[error("refused: {}", .0.sentence)]
    Refused(Refused),
    /// The month asked for has no entries to put into a file.
    #[error("no entries in the month")]
    NoEntries,
    #[error("conflict: {}", .0.sentence())]
    Conflict(Conflict),
    /// A day that would change lies in this month, which is being closed: trying again in a moment makes sense.
    #[error("{0} is being closed")]
    MonthClosing(Month),
    /// The month cannot be closed before all its days have been looked at: trying again in a moment makes sense.
    #[error("the days of {0} are still being looked at")]
    MonthUnsettled(Month),
    #[error("too many password checks at once")]
    Overloaded,
    #[error("the operating system has no randomness to give")]
    NoRandomness,
    #[error(transparent)]
    Document(#[from] DocumentError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Error {
    /// Whether another unit of work got in the way: nothing is kept, and the same use case may succeed if it is run again.
    pub fn is_clash(&self) -> bool {
        matches!(self, Self::Store(StoreError::Clash(_)))
    }
}

impl From<Forbidden> for Error {
    fn from(why: Forbidden) -> Self {
        Self::Forbidden(why)
    }
}

impl<R: Refusal> From<R> for Refused {
    fn from(why: R) -> Self {
        Self { kind: why.kind(), sentence: why.sentence(), field: why.field(), requires_unlock: why.requires_unlock() }
    }
}

impl<R: Refusal> From<R> for Error {
    fn from(why: R) -> Self {
        Self::Refused(why.into())
    }
}

impl From<Invalid> for Error {
    fn from(why: Invalid) -> Self {
        Self::Invalid(why)
    }
}

impl From<Conflict> for Error {
    fn from(why: Conflict) -> Self {
        Self::Conflict(why)
    }
}

impl From<NoRandomness> for Error {
    fn from(_: NoRandomness) -> Self {
        Self::NoRandomness
    }
}

impl From<Overloaded> for Error {
    fn from(_: Overloaded) -> Self {
        Self::Overloaded
    }
}
