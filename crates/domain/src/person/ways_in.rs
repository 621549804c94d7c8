//! What somebody signs in with, and whether they know of their account.

/// How far somebody has come into the portal.
#[expect(clippy::struct_excessive_bools, reason = "four independent answers to four questions")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WaysIn {
    pub has_password: bool,
    /// Whether a first password of one's own has to be set.
    pub is_first_login: bool,
    /// Whether a link for a password was mailed that nobody has used.
    pub has_link: bool,
    pub has_signed_in: bool,
}

impl WaysIn {
    /// Whether the password is a generated one, which the person got at their address of that time.
    pub const fn has_generated_password(self) -> bool {
        self.has_password && self.is_first_login
    }

    /// Whether anybody has told the person of the account: an import does not, before they are invited (moving-in.md 1.4). The others
    /// learn of another address.
    pub const fn knows_of_account(self) -> bool {
        self.has_password || self.has_link || self.has_signed_in || !self.is_first_login
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMPORTED: WaysIn =
        WaysIn { has_password: false, is_first_login: true, has_link: false, has_signed_in: false };

    #[test]
    fn who_was_imported_and_not_invited_knows_of_no_account() {
        assert!(!IMPORTED.knows_of_account());
        for known in [
            WaysIn { has_password: true, ..IMPORTED },
            WaysIn { has_link: true, ..IMPORTED },
            WaysIn { has_signed_in: true, ..IMPORTED },
            WaysIn { is_first_login: false, ..IMPORTED },
        ] {
            assert!(known.knows_of_account(), "{known:?}");
        }
    }

    #[test]
    fn a_password_that_has_to_be_changed_first_was_generated() {
        for (has_password, is_first_login, expected) in
            [(true, true, true), (true, false, false), (false, true, false), (false, false, false)]
        {
            let ways = WaysIn { has_password, is_first_login, ..IMPORTED };
            assert_eq!(ways.has_generated_password(), expected, "{ways:?}");
        }
    }
}
