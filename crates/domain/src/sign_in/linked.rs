//! Accounts at providers that are linked: what is shown of them, and when they are linked and removed (sign-in.md 1.3).

use crate::Instant;
use crate::access::Forbidden;
use crate::id::UserId;
use chrono::Duration;

/// How long after a sign-in another account may be linked, so that nobody links theirs on a screen that
/// was left unlocked.
const LINK_WITHIN: Duration = Duration::minutes(5);
/// The shortest subject of which something is shown, in characters.
const SHOWN_FROM: usize = 8;

/// Asks whether somebody who signed in at `signed_in_at` may link another account.
pub fn may_link(signed_in_at: Instant, now: Instant) -> Result<(), Forbidden> {
    if now - signed_in_at <= LINK_WITHIN { Ok(()) } else { Err(Forbidden::OldSignIn) }
}

/// As much of a subject as tells two accounts of one's own apart.
pub fn masked_subject(subject: &str) -> String {
    let characters: Vec<char> = subject.chars().collect();
    match characters.as_slice() {
        [first, second, .., last_but_one, last] if characters.len() >= SHOWN_FROM => {
            format!("{first}{second}…{last_but_one}{last}")
        }
        _ => "…".to_owned(),
    }
}

/// Whether the portal would have no administrator left who can sign in, once `user` lost a link and kept `other_ways` into their
/// account. `admins`: those that can act.
pub fn locks_out_last_admin(admins: &[UserId], user: UserId, other_ways: usize) -> bool {
    admins == [user] && other_ways == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    #[test]
    fn another_account_is_linked_within_five_minutes_of_a_sign_in() {
        let signed_in: Instant = "2026-06-10T10:00:00Z".parse().unwrap();
        assert_eq!(may_link(signed_in, signed_in + Duration::minutes(5)), Ok(()));
        let late = signed_in + Duration::minutes(5) + Duration::microseconds(1);
        assert_eq!(may_link(signed_in, late), Err(Forbidden::OldSignIn));
    }

    #[test]
    fn four_characters_of_a_long_subject_are_shown() {
        for (subject, shown) in
            [("", "…"), ("1234567", "…"), ("12345678", "12…78"), ("f81d4fae-7dec-003a", "f8…3a"), ("äöüßäöüß", "äö…üß")]
        {
            assert_eq!(masked_subject(subject), shown);
        }
    }

    #[test]
    fn the_last_administrator_keeps_a_way_in() {
        assert!(locks_out_last_admin(&[user(1)], user(1), 0));
        assert!(!locks_out_last_admin(&[user(1)], user(1), 1));
        assert!(!locks_out_last_admin(&[user(1), user(2)], user(1), 0));
        assert!(!locks_out_last_admin(&[user(2)], user(1), 0));
        assert!(!locks_out_last_admin(&[], user(1), 0));
    }
}
