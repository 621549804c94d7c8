//! The rule for a new password: 6 to 128 code points, taken as typed.

/// The shortest password, in code points.
pub const PASSWORD_MIN: usize = 6;
/// The longest password, in code points.
pub const PASSWORD_MAX: usize = 128;

/// A password that may be set. Its text never appears in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(String);

/// Why a password was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordError {
    /// Fewer than [`PASSWORD_MIN`] code points.
    TooShort,
    /// More than [`PASSWORD_MAX`] code points.
    TooLong,
    /// A NUL or another control character.
    NotAllowed,
    /// The repetition differs.
    Mismatch,
    /// It is what everyone knows of the person: the address, or the employee ID.
    Obvious,
}

impl PasswordError {
    /// The sentence for a person.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::TooShort => "Password must be at least 6 characters long",
            Self::TooLong => "Password must be at most 128 characters",
            Self::NotAllowed => "Password contains characters that are not allowed",
            Self::Mismatch => "Passwords do not match",
            Self::Obvious => "Password must not be your email address or your employee ID",
        }
    }
}

impl NewPassword {
    /// Reads a password and its repetition. Nothing is trimmed: spaces are part of it.
    pub fn parse(password: &str, repeated: &str) -> Result<Self, PasswordError> {
        if password != repeated {
            return Err(PasswordError::Mismatch);
        }
        let length = password.chars().count();
        if length < PASSWORD_MIN {
            return Err(PasswordError::TooShort);
        }
        if length > PASSWORD_MAX {
            return Err(PasswordError::TooLong);
        }
        if password.chars().any(char::is_control) {
            return Err(PasswordError::NotAllowed);
        }
        Ok(Self(password.to_owned()))
    }

    /// Refuses what everyone knows of the person whose password it is to be.
    pub fn not_obvious(self, email: &str, employee: super::EmployeeId) -> Result<Self, PasswordError> {
        let typed = self.0.trim().to_lowercase();
        let is_obvious = typed == email.to_lowercase() || typed == employee.to_string().to_lowercase();
        if is_obvious { Err(PasswordError::Obvious) } else { Ok(self) }
    }

    /// The password itself, for hashing.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_counts_code_points_and_nothing_is_trimmed() {
        assert_eq!(NewPassword::parse("12345", "12345"), Err(PasswordError::TooShort));
        assert_eq!(NewPassword::parse("      ", "      ").unwrap().reveal(), "      ");
        assert!(NewPassword::parse(&"é".repeat(128), &"é".repeat(128)).is_ok());
        assert_eq!(NewPassword::parse(&"é".repeat(129), &"é".repeat(129)), Err(PasswordError::TooLong));
    }

    #[test]
    fn the_repetition_must_be_the_same() {
        assert_eq!(NewPassword::parse("secret1", "secret2"), Err(PasswordError::Mismatch));
        assert_eq!(NewPassword::parse("secret\0", "secret\0"), Err(PasswordError::NotAllowed));
    }

    #[test]
    fn what_everyone_knows_is_no_password() {
        let employee = crate::person::EmployeeId::new(1007);
        let parse = |text: &str| NewPassword::parse(text, text).unwrap().not_obvious("ann@x.org", employee);
        for known in ["ann@x.org", "Ann@X.org", "EMP1007", " emp1007 "] {
            assert_eq!(parse(known), Err(PasswordError::Obvious), "{known}");
        }
        assert!(parse("EMP1008").is_ok() && parse("ann@x.org!").is_ok());
    }

    #[test]
    fn a_password_never_shows_in_debug() {
        let text = format!("{:?}", NewPassword::parse("correct horse", "correct horse").unwrap());
        assert!(!text.contains("horse"));
    }
}
