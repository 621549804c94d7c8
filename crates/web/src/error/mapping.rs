//! From a use case's failure to the wire, case by case and without a catch-all: a new failure does not compile until
//! its code is chosen.

use application::ports::{DocumentError, StoreError};
use application::sign_in::SignInError;
use application::{Conflict, Error, Invalid, RefusalKind, Refused};
use domain::import::CHANGED;
use domain::month::{closing_sentence, unsettled_sentence};
use domain::session::SessionEnd;
use domain::sign_in::SignInFailure;

use super::{Code, Failure};

/// There is nothing to put into the file.
const NO_ENTRIES: &str = "No timesheet entries found for the selected month and year.";

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Unauthenticated => Self::new(Code::Unauthenticated),
            Error::SessionEnded(end) => ended(end),
            Error::PasswordChangeRequired => Self::new(Code::PasswordChangeRequired),
            Error::SecondFactorRequired => Self::new(Code::SecondFactorRequired),
            Error::InvalidCredentials => Self::new(Code::InvalidCredentials),
            Error::AccountBlocked => Self::new(Code::AccountBlocked),
            Error::AccountInactive => Self::new(Code::AccountInactive),
            Error::SignIn(error) => sign_in_failed(*error),
            Error::PasswordsOff(sentence) => Self::saying(Code::PasswordsOff, sentence),
            Error::Throttled { retry_after_seconds } => {
                Self::saying(Code::TooManyAttempts, too_many(retry_after_seconds)).retry_after(retry_after_seconds)
            }
            Error::Forbidden(why) => Self::saying(Code::Forbidden, why.sentence()),
            Error::Invalid(invalid) => invalid.into(),
            Error::NotFound(what) => Self::saying(Code::NotFound, format!("{what} not found")),
            Error::Refused(refused) => refused.into(),
            Error::NoEntries => Self::saying(Code::NotFound, NO_ENTRIES),
            Error::Conflict(conflict) => clash(&conflict),
            Error::ImportChanged(anew) => {
                let mut failure = Self::saying(Code::Conflict, CHANGED);
                failure.0.data = Some((*anew).into());
                failure
            }
            Error::MonthClosing(month) => Self::saying(Code::Unavailable, closing_sentence(month)).retry_after(2),
            Error::MonthUnsettled(month) => Self::saying(Code::Unavailable, unsettled_sentence(month)).retry_after(5),
            Error::Overloaded => Self::unavailable("the queue for password checks is full"),
            Error::NoRandomness => Self::internal(error.to_string()),
            Error::Document(error) => error.into(),
            Error::Store(error) => error.into(),
        }
    }
}

fn sign_in_failed(error: SignInError) -> Failure {
    let failure = match error.failure {
        SignInFailure::Blocked => Failure::new(Code::AccountBlocked),
        SignInFailure::Inactive => Failure::new(Code::AccountInactive),
        other => Failure::saying(Code::ValidationFailed, other.sentence(&error.label)),
    };
    match error.reason {
        Some(reason) => failure.caused_by(reason),
        None => failure,
    }
}

/// Says how long to wait, in whole minutes where it is more than one.
fn too_many(seconds: u32) -> String {
    let wait = match seconds.div_ceil(60) {
        0 | 1 => "in a minute".to_owned(),
        minutes => format!("in {minutes} minutes"),
    };
    format!("Too many attempts. Please try again {wait}.")
}

fn ended(end: SessionEnd) -> Failure {
    Failure::saying(Code::SessionInvalid, end.sentence())
}

fn clash(conflict: &Conflict) -> Failure {
    let code = match conflict {
        Conflict::MonthClosed(_) => Code::MonthClosed,
        Conflict::CoveredByLeave(_) => Code::LeaveConflict,
        _ => Code::Conflict,
    };
    let failure = Failure::saying(code, conflict.sentence());
    match conflict.field() {
        Some(field) => failure.about(field),
        None => failure,
    }
}

impl From<Invalid> for Failure {
    fn from(invalid: Invalid) -> Self {
        let sentence = invalid.sentence().to_owned();
        let mut failure = Self::saying(Code::ValidationFailed, sentence);
        failure.0.errors = invalid.fields.into_iter().collect();
        failure
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let code = match refused.kind {
            RefusalKind::Invalid => Code::ValidationFailed,
            RefusalKind::Forbidden => Code::Forbidden,
            RefusalKind::Missing => Code::NotFound,
            RefusalKind::Conflict => Code::Conflict,
            RefusalKind::MonthClosed => Code::MonthClosed,
            RefusalKind::DateLocked => Code::DateLocked,
            RefusalKind::Leave => Code::LeaveConflict,
            RefusalKind::Balance => Code::BalanceTooLow,
        };
        let mut failure = Self::saying(code, refused.sentence);
        failure.0.requires_unlock = refused.requires_unlock;
        match refused.field {
            Some(field) => failure.about(field),
            None => failure,
        }
    }
}

impl From<DocumentError> for Failure {
    fn from(error: DocumentError) -> Self {
        let cause = error.to_string();
        match error {
            DocumentError::Busy => Self::unavailable(cause),
            DocumentError::Failed(_) => Self::internal(cause),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let cause = error.to_string();
        match error {
            // A rule that had a sentence of its own for this race would have said it before it came this far.
            StoreError::Conflict(_) | StoreError::Stale => Self::new(Code::Conflict),
            StoreError::Clash(_) | StoreError::Unavailable(_) => Self::unavailable(cause),
            StoreError::Corrupt { .. } | StoreError::Backend(_) => Self::internal(cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_that_is_used_up_says_how_long_to_wait() {
        for (seconds, wait) in [(1, "in a minute"), (60, "in a minute"), (61, "in 2 minutes"), (880, "in 15 minutes")] {
            assert_eq!(too_many(seconds), format!("Too many attempts. Please try again {wait}."));
        }
    }
}
