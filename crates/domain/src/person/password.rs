//! The rule for a new password: from the organisation's minimum to 128 code points, taken as typed.

use crate::rules::Rules;

/// The longest password, in code points.
pub const PASSWORD_MAX: usize = 128;

/// A password that may be set. Its text never appears in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(String);

/// Why a password was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordError {
    /// Fewer code points than the rules demand, which is this many.
    TooShort(u32),
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
    pub fn sentence(self) -> String {
        match self {
            Self::TooShort(minimum) => format!("Password must be at least {minimum} characters long"),
            Self::TooLong => format!("Password must be at most {PASSWORD_MAX} characters"),
            Self::NotAllowed => "Password contains characters that are not allowed".to_owned(),
            Self::Mismatch => "Passwords do not match".to_owned(),
            Self::Obvious => "Password must not be your email address or your employee ID".to_owned(),
        }
    }
}

impl NewPassword {
    /// Reads a password and its repetition. Nothing is trimmed: spaces are part of it.
    pub fn parse(password: &str, repeated: &str, rules: &Rules) -> Result<Self, PasswordError> {
        if password != repeated {
            return Err(PasswordError::Mismatch);
        }
        if password.chars().count() < rules.password_minimum as usize {
            return Err(PasswordError::TooShort(rules.password_minimum));
        }
        Self::generated(password)
    }

    /// A password that the portal made. It is exempt from the organisation's minimum, because it has to be replaced at once.
    pub fn generated(password: &str) -> Result<Self, PasswordError> {
        if password.chars().count() > PASSWORD_MAX {
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

    fn parse(password: &str, repeated: &str) -> Result<NewPassword, PasswordError> {
        NewPassword::parse(password, repeated, &Rules::default())
    }

    #[test]
    fn length_counts_code_points_and_nothing_is_trimmed() {
        assert_eq!(parse("12345", "12345"), Err(PasswordError::TooShort(6)));
        assert_eq!(parse("      ", "      ").unwrap().reveal(), "      ");
        assert!(parse(&"é".repeat(128), &"é".repeat(128)).is_ok());
        assert_eq!(parse(&"é".repeat(129), &"é".repeat(129)), Err(PasswordError::TooLong));
    }

    #[test]
    fn the_minimum_is_the_organisations() {
        let rules = Rules { password_minimum: 10, ..Rules::default() };
        let refused = NewPassword::parse("123456789", "123456789", &rules).unwrap_err();
        assert_eq!(refused.sentence(), "Password must be at least 10 characters long");
        assert!(NewPassword::parse("1234567890", "1234567890", &rules).is_ok());
    }

    #[test]
    fn the_repetition_must_be_the_same() {
        assert_eq!(parse("secret1", "secret2"), Err(PasswordError::Mismatch));
        assert_eq!(parse("secret\0", "secret\0"), Err(PasswordError::NotAllowed));
    }

    #[test]
    fn what_everyone_knows_is_no_password() {
        let employee = crate::person::EmployeeId::new(1007);
        let set = |text: &str| parse(text, text).unwrap().not_obvious("ann@x.org", employee);
        for known in ["ann@x.org", "Ann@X.org", "EMP1007", " emp1007 "] {
            assert_eq!(set(known), Err(PasswordError::Obvious), "{known}");
        }
        assert!(set("EMP1008").is_ok() && set("ann@x.org!").is_ok());
    }

    #[test]
    fn a_password_never_shows_in_debug() {
        let text = format!("{:?}", parse("correct horse", "correct horse").unwrap());
        assert_eq!(text, "NewPassword(…)");
    }
}
