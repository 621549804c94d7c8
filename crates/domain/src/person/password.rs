//! The rules for a new password: from the organisation's minimum to 128 code points, taken as typed, and not easy to guess.

use super::{EmployeeId, FullName};
use crate::rules::Rules;
use crate::text::folded;

/// The longest password, in code points.
pub const PASSWORD_MAX: usize = 128;

/// A shorter name or mailbox is part of too many words to give anything away, in code points.
const KNOWN_MIN: usize = 4;

/// Of the 10,000 most common passwords those with six characters or more, most common first, one per line. Its origin and
/// licence are in `data/common-passwords.LICENSE`.
const COMMON: &str = include_str!("../../data/common-passwords.txt");

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
    /// It is common, or contains what everyone knows of the person.
    TooEasy,
}

impl PasswordError {
    pub fn sentence(self) -> String {
        match self {
            Self::TooShort(minimum) => format!("Password must be at least {minimum} characters long"),
            Self::TooLong => format!("Password must be at most {PASSWORD_MAX} characters"),
            Self::NotAllowed => "Password contains characters that are not allowed".to_owned(),
            Self::Mismatch => "Passwords do not match".to_owned(),
            Self::TooEasy => "This password is too easy to guess".to_owned(),
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

    /// Refuses one of the most common passwords, and one that contains a name, the email address, the part of it before the `@`, or
    /// the employee ID of the person whose password it is to be, in any case.
    pub fn hard_to_guess(self, name: &FullName, email: &str, employee: EmployeeId) -> Result<Self, PasswordError> {
        let typed = folded(&self.0);
        let is_common = || COMMON.lines().any(|common| common == typed.trim());
        if is_known(&typed, name, email, employee) || is_common() { Err(PasswordError::TooEasy) } else { Ok(self) }
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

/// Whether a folded password contains what everyone knows of a person.
fn is_known(typed: &str, name: &FullName, email: &str, employee: EmployeeId) -> bool {
    let names = [name.first.as_str(), name.last.as_str()];
    let words = names.into_iter().flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    let mailbox = email.split('@').next().unwrap_or_default();
    let employee = employee.to_string();
    let known = names.into_iter().chain(words).chain([email, mailbox, employee.as_str()]);
    known.map(folded).any(|known| known.chars().count() >= KNOWN_MIN && typed.contains(&known))
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

    /// Whether Anna-Maria Lee, EMP1007, may have this password.
    fn may_be_set(password: &str, email: &str) -> bool {
        let name = FullName { first: "Anna-Maria".into(), last: "Lee".into() };
        let set = parse(password, password).unwrap().hard_to_guess(&name, email, EmployeeId::new(1007));
        assert!(matches!(set, Ok(_) | Err(PasswordError::TooEasy)), "{password}");
        set.is_ok()
    }

    #[test]
    fn what_everyone_knows_is_in_no_password() {
        for known in [
            "amlee@x.org",
            "My AMLEE@X.org!",
            "amlee-2026",
            "anna-maria",
            "xMARIAx",
            "\u{ff41}nna and bob",
            "EMP1007",
            " emp1007 ",
        ] {
            assert!(!may_be_set(known, "amlee@x.org"), "{known}");
        }
        for fine in ["EMP1008", "am lee x.org", "sleepless", "not my name"] {
            assert!(may_be_set(fine, "amlee@x.org"), "{fine}");
        }
        assert!(
            !may_be_set("lee@x.org", "lee@x.org") && may_be_set("sleepless", "lee@x.org"),
            "three letters are too few"
        );
    }

    #[test]
    fn a_common_password_is_refused_in_any_case() {
        for common in ["123456", "Password1", " qwertyuiop ", "iloveyou", "\u{41f}\u{430}\u{440}\u{43e}\u{43b}\u{44c}"]
        {
            assert!(!may_be_set(common, "amlee@x.org"), "{common}");
        }
        for rare in ["password of nobody else", "harbour-light-42", "      ", "123456 and more"] {
            assert!(may_be_set(rare, "amlee@x.org"), "{rare}");
        }
    }

    #[test]
    fn the_common_passwords_are_as_they_are_compared() {
        assert!((9_000..=10_000).contains(&COMMON.lines().count()));
        for common in COMMON.lines() {
            assert!(folded(common) == common && common.trim() == common && common.chars().count() >= 6, "{common}");
        }
    }

    #[test]
    fn a_password_never_shows_in_debug() {
        let text = format!("{:?}", parse("correct horse", "correct horse").unwrap());
        assert_eq!(text, "NewPassword(…)");
    }
}
