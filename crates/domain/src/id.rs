//! Identifiers: one type per thing, so that an entry's id can never be passed where a person's is meant.

use uuid::Uuid;

/// The text is not an id in its hyphenated form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnId;

macro_rules! identifiers {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// Wraps an id that was made by the id port or read from the store.
            pub const fn new(value: Uuid) -> Self {
                Self(value)
            }

            /// The bare UUID, for adapters.
            pub const fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl From<Uuid> for $name {
            fn from(value: Uuid) -> Self {
                Self(value)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = NotAnId;
            fn from_str(text: &str) -> Result<Self, NotAnId> {
                // Only the hyphenated form: one id has one spelling.
                match Uuid::try_parse(text) {
                    Ok(id) if text.len() == 36 => Ok(Self(id)),
                    _ => Err(NotAnId),
                }
            }
        }
    )+};
}

identifiers! {
    /// A person with an account.
    UserId,
    /// One login, from sign-in to its end.
    SessionId,
    /// The entry of one person for one day.
    TimesheetId,
    /// That somebody stands in for a manager on some days.
    SubstitutionId,
    /// A day on which the organisation does not work.
    HolidayId,
    LeaveTypeId,
    LeaveRequestId,
    /// A step in the history of a request for leave.
    LeaveStepId,
    LedgerRowId,
    /// The permission to fill one locked day once.
    UnlockId,
    /// A manager's notification that a rejected day came back.
    ResubmissionId,
    /// A message to an employee about the employee's own days.
    NoticeId,
    /// Something that happened and was committed.
    EventId,
    /// A mail that is to be sent.
    MailId,
    /// Somebody's request for a link to set a new password.
    ResetRequestId,
    /// One attempt to close a month.
    CloseId,
    /// A second factor, or a recovery code.
    CredentialId,
    /// The link between a person and their account at a provider of sign-in.
    IdentityId,
    /// The plan of an import.
    ImportId,
    /// One attempt to apply an import.
    ApplyId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_spelling() {
        let text = "0192f0c1-0000-7000-8000-000000000001";
        assert_eq!(text.parse::<UserId>().unwrap().to_string(), text);
        for other in ["", "1", "0192f0c1000070008000000000000001", "{0192f0c1-0000-7000-8000-000000000001}"] {
            assert!(other.parse::<UserId>().is_err(), "{other}");
        }
    }
}
