//! What a mail is about.

use chrono::NaiveDate;
use domain::Instant;
use domain::person::{EmailAddress, EmployeeId, FullName, NewPassword};

/// A text that opens an account: a generated password, the token of a reset link. Never shown in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Confidential(pub String);

impl std::fmt::Debug for Confidential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Confidential(…)")
    }
}

/// What a mail is about, with all that its words need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Letter {
    /// An account was created: with what to sign in.
    Credentials {
        /// Whose.
        name: FullName,
        /// The employee ID.
        employee_id: String,
        /// The address to sign in with.
        email: String,
        /// The generated password, to be changed at the first sign-in.
        password: Confidential,
    },
    /// A link with which to set a new password.
    PasswordReset {
        /// Whose.
        name: FullName,
        /// The token of the link.
        token: Confidential,
        /// When the link is over.
        expires_at: Instant,
    },
    /// The account was blocked.
    Blocked {
        /// Whose.
        name: FullName,
    },
    /// The account was unblocked.
    Unblocked {
        /// Whose.
        name: FullName,
    },
    /// The account has another e-mail address. Sent to both addresses.
    AddressChanged {
        /// Whose.
        name: FullName,
        /// The former address.
        before: String,
        /// The address now.
        after: String,
    },
    /// Days were rejected.
    DaysRejected {
        /// Whose.
        name: FullName,
        /// The days, oldest first.
        dates: Vec<NaiveDate>,
        /// The manager's reason.
        reason: String,
    },
    /// Days were frozen, because nothing was recorded on them.
    DaysFrozen {
        /// Whose.
        name: FullName,
        /// The days, oldest first.
        dates: Vec<NaiveDate>,
    },
}

impl Letter {
    /// With what the owner of a new account signs in.
    pub(crate) fn credentials(
        name: &FullName,
        employee_id: EmployeeId,
        email: &EmailAddress,
        password: &NewPassword,
    ) -> Self {
        Self::Credentials {
            name: name.clone(),
            employee_id: employee_id.to_string(),
            email: email.to_string(),
            password: Confidential(password.reveal().to_owned()),
        }
    }

    /// The name of its kind, in the store and in lists.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Credentials { .. } => "credentials",
            Self::PasswordReset { .. } => "password-reset",
            Self::Blocked { .. } => "blocked",
            Self::Unblocked { .. } => "unblocked",
            Self::AddressChanged { .. } => "address-changed",
            Self::DaysRejected { .. } => "days-rejected",
            Self::DaysFrozen { .. } => "days-frozen",
        }
    }

    /// From when on nobody has any use for it, where there is such a moment.
    #[must_use]
    pub const fn useless_from(&self) -> Option<Instant> {
        match self {
            Self::PasswordReset { expires_at, .. } => Some(*expires_at),
            Self::Credentials { .. }
            | Self::Blocked { .. }
            | Self::Unblocked { .. }
            | Self::AddressChanged { .. }
            | Self::DaysRejected { .. }
            | Self::DaysFrozen { .. } => None,
        }
    }
}
