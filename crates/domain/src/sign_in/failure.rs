//! Why a way by a provider failed, as the person is told (sign-in.md 3).

use super::TokenRefusal;
use crate::person::EmailAddress;

/// Why nobody is signed in. Everything more precise is for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInFailure {
    /// Nobody verified the address, so it may be somebody else's.
    UnverifiedEmail,
    NoEmail,
    NoAccount(EmailAddress),
    /// The account with the address is linked to another account there, or to another provider.
    LinkedElsewhere(EmailAddress),
    Cancelled,
    TookTooLong,
    Away,
    /// By so many seconds.
    Clocks(i64),
    Blocked,
    Inactive,
    Failed,
}

impl SignInFailure {
    /// The sentence, where the provider is called `label`. Those of blocked and inactive accounts are the ones of a password login, which
    /// say no more than that.
    pub fn sentence(&self, label: &str) -> String {
        match self {
            Self::UnverifiedEmail => {
                format!("{label} did not confirm your email address. Please ask your administrator.")
            }
            Self::NoEmail => format!("{label} gave no email address. Please ask your administrator."),
            Self::NoAccount(email) => format!("There is no account for {}. Please ask HR.", email.as_str()),
            Self::LinkedElsewhere(email) => format!(
                "{} belongs to an account that is linked to somebody else. Please ask your administrator.",
                email.as_str()
            ),
            Self::Cancelled => "The sign-in was cancelled.".to_owned(),
            Self::TookTooLong => "The sign-in took too long. Please try again.".to_owned(),
            Self::Away => format!("{label} cannot be reached at the moment. Please try again."),
            Self::Clocks(seconds) => format!(
                "The clocks of {label} and this portal differ by {seconds} seconds. Please ask your administrator."
            ),
            Self::Blocked | Self::Inactive | Self::Failed => {
                format!("The sign-in with {label} failed. Please try again.")
            }
        }
    }
}

impl From<&TokenRefusal> for SignInFailure {
    fn from(refusal: &TokenRefusal) -> Self {
        match refusal {
            TokenRefusal::Clocks { seconds } => Self::Clocks(*seconds),
            _ => Self::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_has_the_sentence_of_the_specification() {
        let ann = EmailAddress::parse("Ann@Example.org").unwrap();
        for (failure, sentence) in [
            (SignInFailure::UnverifiedEmail, "Acme did not confirm your email address. Please ask your administrator."),
            (SignInFailure::NoEmail, "Acme gave no email address. Please ask your administrator."),
            (SignInFailure::NoAccount(ann.clone()), "There is no account for ann@example.org. Please ask HR."),
            (
                SignInFailure::LinkedElsewhere(ann),
                "ann@example.org belongs to an account that is linked to somebody else. Please ask your administrator.",
            ),
            (SignInFailure::Cancelled, "The sign-in was cancelled."),
            (SignInFailure::TookTooLong, "The sign-in took too long. Please try again."),
            (SignInFailure::Away, "Acme cannot be reached at the moment. Please try again."),
            (
                (&TokenRefusal::Clocks { seconds: 61 }).into(),
                "The clocks of Acme and this portal differ by 61 seconds. Please ask your administrator.",
            ),
            ((&TokenRefusal::Nonce).into(), "The sign-in with Acme failed. Please try again."),
        ] {
            assert_eq!(failure.sentence("Acme"), sentence);
        }
    }
}
