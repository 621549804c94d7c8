//! Why a use case did not do what it was asked.
//!
//! One enum for all use cases: most of them share most of its cases, and the HTTP adapter maps it exhaustively, in one
//! place, to a status, a code and a sentence. The sentences of rules come from `domain`.

use crate::Refusal;
use crate::imports::Import;
use crate::ports::{DocumentError, NoRandomness, Overloaded, StoreError};
use crate::sign_in::SignInError;
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
    pub fn into_result(self) -> Result<()> {
        if self.message.is_none() && self.fields.is_empty() { Ok(()) } else { Err(Error::Invalid(self)) }
    }
}

/// Names each conflict once, with the field of the request that is to blame, where one is, and the sentence for a person.
macro_rules! conflicts {
    ($(
        $(#[$doc:meta])* $name:ident $(($value:ident: $type:ty))?
        $({ $($(#[$field_doc:meta])* $field:ident: $field_type:ty,)+ })?
        $(about $blamed:literal)? => $sentence:expr;
    )+) => {
        /// What is asked for clashes with how things stand.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Conflict {
            $($(#[$doc])* $name $(($type))? $({ $($(#[$field_doc])* $field: $field_type,)+ })?,)+
        }

        impl Conflict {
            pub fn sentence(&self) -> Cow<'static, str> {
                match self {
                    $(Self::$name $(($value))? $({ $($field),+ })? => $sentence.into(),)+
                }
            }

            /// The field of the request that is to blame.
            pub fn field(&self) -> Option<&'static str> {
                let blamed: &[&'static str] = match self {
                    $(Self::$name { .. } => &[$($blamed)?],)+
                };
                blamed.first().copied()
            }
        }
    };
}

conflicts! {
    EntriesChanged => "Some entries have changed since you opened them. Please review them again.";
    /// Somebody who already has a password of their own asked for the change at the first login.
    NotFirstLogin => "Your password has already been changed";
    EmailTaken about "email" => "An account with this email already exists";
    ExternalIdTaken about "externalId" => "An account with this external ID already exists";
    SecondFactorSet => "Two-step sign-in is already set up";
    NoSecondFactor => "Two-step sign-in is not set up";
    SecondFactorNeeded => "Two-step sign-in is required for your role";
    /// No key waits for its first code, or it has waited for too long.
    NoWaitingKey => "This setup has expired. Please start again.";
    LastWayIn => "This is the only way into the account of the last administrator";
    LastAdmin => "At least one active administrator is required";
    AccountChanged => "This account has changed since you opened it. Please review it again.";
    SignedInAlready(name: FullName) => format!("{name} has signed in already");
    InviteeInactive(name: FullName) => format!("{name} is inactive. Activate the account first.");
    InviteeBlocked(name: FullName) => format!("{name} is blocked. Unblock the account first.");
    SetByOperator => "Set by the operator";
    SettingChanged => "This setting has changed since you opened it. Please review it again.";
    WorkPatternChanged => "This work pattern has changed since you opened it. Please review it again.";
    /// Somebody recorded days before the date on which they are to have joined.
    EntriesBeforeJoining about "joiningDate" => "There are entries before this date";
    /// Somebody recorded days before the one with which their records are to begin.
    EntriesBeforeRecords about "recordsFrom" => "There are entries before this date";
    /// Somebody stands in for the manager already on one of the days.
    AlreadySubstituted {
        name: FullName,
        /// The first such day.
        day: NaiveDate,
    } about "from" => format!("{name} already has a substitute on {day}");
    SubstitutionOver => "This substitution is over";
    /// A list that grows with every change is full.
    TooManyChanges => "There are too many changes already";
    LeaveTypeNameTaken about "name" => "A leave type with this name already exists";
    TooManyLeaveTypes => "There can be at most 50 leave types";
    LeaveTypeChanged => "This leave type has changed since you opened it. Please review it again.";
    /// Another holiday stands on the date, or will in some year.
    HolidayExists about "date" => "A holiday already exists on this date";
    /// Live leave covers the date of a rejected entry whole, so it cannot be approved.
    CoveredByLeave(date: NaiveDate) => format!("{date} is covered by leave and cannot be approved");
    /// On any instance.
    ImportUnderWay => "Another import is being applied. Please try again in a moment.";
    ImportAsks => "Please answer the questions about this file first";
    ImportApplied => "This import has been applied";
    /// Everything is to be imported or nothing, and so many rows are refused.
    RowsRefused(count: u32) => {
        if *count == 1 {
            "1 row is refused. Correct it, or import the good rows only.".to_owned()
        } else {
            format!("{count} rows are refused. Correct them, or import the good rows only.")
        }
    };
    /// A day that would change lies in this month, which has been processed.
    MonthClosed(month: Month) => closed_sentence(*month);
    /// An Employee with entries that wait for a decision keeps the role: nobody could decide them afterwards (decisions.md 2).
    PendingEntries {
        name: FullName,
        count: u32,
    } => {
        let entries = if *count == 1 { "entry" } else { "entries" };
        format!("{name} has {count} {entries} waiting for approval. They have to be decided before the role changes.")
    };
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

/// A [`Refusal`] that was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub kind: RefusalKind,
    /// What the person reads.
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
    #[error("the password has to be changed first")]
    PasswordChangeRequired,
    #[error("two-step sign-in has to be set up first")]
    SecondFactorRequired,
    /// Unknown address or wrong password: which of the two is nobody's business.
    #[error("invalid credentials")]
    InvalidCredentials,
    /// The password was right, but the account is blocked.
    #[error("account blocked")]
    AccountBlocked,
    /// The password was right, but the account is not active.
    #[error("account inactive")]
    AccountInactive,
    /// A way by a provider failed.
    #[error("the sign-in failed: {:?}", .0.failure)]
    SignIn(Box<SignInError>),
    /// No password opens the account. The sentence names the providers that do.
    #[error("passwords are off: {0}")]
    PasswordsOff(String),
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
    #[error("no entries in the month")]
    NoEntries,
    #[error("conflict: {}", .0.sentence())]
    Conflict(Conflict),
    /// What an import concerns has changed since its plan was made. This is a new plan.
    #[error("changed since the plan was made")]
    ImportChanged(Box<Import>),
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

/// What a use case answers.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Whether another unit of work got in the way: nothing is kept, and the same use case may succeed if it is run again.
    pub fn is_clash(&self) -> bool {
        matches!(self, Self::Store(StoreError::Clash(_)))
    }
}

/// How each of these becomes an error.
macro_rules! errors {
    ($($why:ty: $error:expr;)+) => {$(
        impl From<$why> for Error {
            fn from(why: $why) -> Self {
                let error: fn($why) -> Self = $error;
                error(why)
            }
        }
    )+};
}
errors! {
    Forbidden: Self::Forbidden;
    Invalid: Self::Invalid;
    Conflict: Self::Conflict;
    NoRandomness: |_| Self::NoRandomness;
    Overloaded: |_| Self::Overloaded;
}

impl<R: Refusal> From<R> for Error {
    fn from(why: R) -> Self {
        Self::Refused(why.refused())
    }
}
