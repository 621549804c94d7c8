//! Whose passwords open an account (sign-in.md 1.4).

use super::PasswordUse;
use crate::person::Role;

impl PasswordUse {
    /// Whether an account may have a password. `is_break_glass`: whether an administrator has marked it.
    pub fn allows(self, role: Role, is_break_glass: bool) -> bool {
        match self {
            Self::Everybody => true,
            Self::Nobody => false,
            // An administrator who gets another role keeps the mark.
            Self::BreakGlass => is_break_glass && role == Role::Admin,
        }
    }

    /// Whether the right password opens such an account. A break-glass account needs a second factor beside it.
    pub fn opens(self, role: Role, is_break_glass: bool, has_second_factor: bool) -> bool {
        self.allows(role, is_break_glass) && (self == Self::Everybody || has_second_factor)
    }
}

/// What is told to somebody whose password opens nothing, in a portal whose providers have these labels.
pub fn passwords_off(labels: &[&str]) -> String {
    format!("Please sign in with {}.", one_of(labels))
}

/// `A`, `A or B`, `A, B or C`.
pub fn one_of(labels: &[&str]) -> String {
    match labels {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_opens_any_account_no_account_or_a_marked_administrator_with_a_second_factor() {
        for (passwords, allowed, opened) in [
            (PasswordUse::Everybody, [true; 4], [true; 4]),
            (PasswordUse::Nobody, [false; 4], [false; 4]),
            (PasswordUse::BreakGlass, [true, true, false, false], [true, false, false, false]),
        ] {
            let accounts = [
                (Role::Admin, true, true),
                (Role::Admin, true, false),
                (Role::Admin, false, true),
                (Role::Hr, true, true),
            ];
            assert_eq!(accounts.map(|(role, marked, _)| passwords.allows(role, marked)), allowed, "{passwords:?}");
            let opens = |(role, marked, has_factor)| passwords.opens(role, marked, has_factor);
            assert_eq!(accounts.map(opens), opened, "{passwords:?}");
        }
    }

    #[test]
    fn everybody_else_is_told_with_what_to_sign_in() {
        assert_eq!(passwords_off(&["Acme"]), "Please sign in with Acme.");
        assert_eq!(passwords_off(&["Acme", "Microsoft"]), "Please sign in with Acme or Microsoft.");
        assert_eq!(one_of(&["Acme", "Google", "Microsoft"]), "Acme, Google or Microsoft");
    }
}
