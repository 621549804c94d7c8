//! The second factor of a sign-in with a password: codes of an app (TOTP, RFC 6238) and recovery codes (sign-in.md 1.5).

use crate::Instant;
use crate::person::Role;
use chrono::{Duration, SubsecRound};

/// For how many seconds an app shows a code. The code of a span is known by its number, its *step*, counted from 1970.
const STEP_SECONDS: i64 = 30;
/// By how many steps the clock of an app may be wrong, either way.
const SKEW: i64 = 1;
/// The digits of a code.
pub const DIGITS: usize = 6;
/// How many recovery codes are made together.
pub const RECOVERY_CODES: usize = 10;
/// The characters of a recovery code.
pub const RECOVERY_LENGTH: usize = 10;
/// The characters that stand in recovery codes: 32 of them, without those that are mistaken for each other (0 and O, 1 and I).
pub const RECOVERY_ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// The most bytes of a code with spaces and hyphens between them.
const TYPED_MAX: usize = 64;
/// How long the second step of a sign-in may take.
pub const TICKET_LIFETIME: Duration = Duration::minutes(5);
/// How long a key waits for its first code.
pub const KEY_WAITS: Duration = Duration::minutes(15);
/// How long people have to set a factor up that they need.
const GRACE: Duration = Duration::days(14);

/// The sentence for a code that is wrong, was used before, or is not one.
pub const WRONG_CODE: &str = "The code is not right";
/// The sentence for the second step of a sign-in that took too long, or was tried too often.
pub const SIGN_IN_EXPIRED: &str = "This sign-in has expired. Please start again.";

/// The steps whose codes hold at `now`, oldest first. A code holds once, so none holds of the last used step or an earlier one.
pub fn steps_that_hold(now: Instant, last_used: Option<i64>) -> Vec<i64> {
    let step = now.timestamp().div_euclid(STEP_SECONDS);
    (step - SKEW..=step + SKEW).filter(|step| last_used.is_none_or(|used| *step > used)).collect()
}

/// The last used step of a factor of which no code has been used yet, so that every code that holds at `now` can be.
pub fn step_before_those_that_hold(now: Instant) -> i64 {
    now.timestamp().div_euclid(STEP_SECONDS) - SKEW - 1
}

/// When the ticket for a second step is over whose first step was at `now`, in whole seconds.
pub fn ticket_expires_at(now: Instant) -> Instant {
    (now + TICKET_LIFETIME).trunc_subsecs(0)
}

/// Whether a key that was made at `made` may still be confirmed by a code.
pub fn is_key_open(made: Instant, now: Instant) -> bool {
    now < made + KEY_WAITS
}

/// A code as somebody typed it, without spaces and hyphens.
#[derive(Clone, PartialEq, Eq)]
pub enum TypedCode {
    /// The digits that an app shows.
    OneTime(String),
    /// A recovery code, in capitals.
    Recovery(String),
}

impl TypedCode {
    /// `None` where it can be neither.
    pub fn parse(typed: &str) -> Option<Self> {
        if typed.len() > TYPED_MAX {
            return None;
        }
        let mut code: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        code.make_ascii_uppercase();
        let consists_of = |alphabet: &[u8]| code.bytes().all(|byte| alphabet.contains(&byte));
        match code.len() {
            DIGITS if consists_of(b"0123456789") => Some(Self::OneTime(code)),
            RECOVERY_LENGTH if consists_of(RECOVERY_ALPHABET) => Some(Self::Recovery(code)),
            _ => None,
        }
    }
}

impl std::fmt::Debug for TypedCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TypedCode(…)")
    }
}

/// The key that the portal shares with somebody's app, in base 32. Never shown in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct FactorKey(String);

impl FactorKey {
    /// The key with this text in base 32, in capitals and without padding.
    pub const fn new(base32: String) -> Self {
        Self(base32)
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The address that an app reads from a QR code. `issuer` and `account` name the entry in the app.
    pub fn uri(&self, issuer: &str, account: &str) -> String {
        // A colon separates the two, also where it is encoded.
        let issuer = encoded(&issuer.replace(':', " "));
        format!(
            "otpauth://totp/{issuer}:{}?secret={}&issuer={issuer}&algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}",
            encoded(account),
            self.0
        )
    }
}

impl std::fmt::Debug for FactorKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FactorKey(…)")
    }
}

/// As it may stand in any part of an address.
fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encode = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encode).collect()
}

crate::names! {
    /// Whose sign-ins need a second factor.
    pub enum RequiredFor {
        Nobody = "optional",
        HrAndAdmins = "hr-admin",
        Everybody = "everybody",
    }
}

impl RequiredFor {
    const NAMES: [&str; 3] = [Self::Nobody.name(), Self::HrAndAdmins.name(), Self::Everybody.name()];

    pub(crate) const fn names() -> &'static [&'static str] {
        &Self::NAMES
    }

    const fn includes(self, role: Role) -> bool {
        match self {
            Self::Nobody => false,
            Self::HrAndAdmins => matches!(role, Role::Hr | Role::Admin),
            Self::Everybody => true,
        }
    }
}

/// Who needs a second factor, as the organisation has decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactorRule {
    pub required_for: RequiredFor,
    /// When that was decided.
    pub since: Option<Instant>,
}

impl FactorRule {
    /// From when on somebody needs a factor who has had this role since `in_role_since`: fourteen days after they came to be among
    /// those who do. `None` where they need none.
    pub fn required_from(self, role: Role, in_role_since: Instant) -> Option<Instant> {
        let begins = self.since.map_or(in_role_since, |since| since.max(in_role_since));
        self.required_for.includes(role).then(|| begins + GRACE)
    }

    /// Whether they are late at `now`, if they have no factor.
    pub fn is_overdue(self, role: Role, in_role_since: Instant, now: Instant) -> bool {
        self.required_from(role, in_role_since).is_some_and(|from| from <= now)
    }

    pub const fn includes(self, role: Role) -> bool {
        self.required_for.includes(role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn a_code_holds_one_step_either_way_and_once() {
        let now = Instant::from_timestamp(1_111_111_109, 999_999_000).unwrap();
        assert_eq!(steps_that_hold(now, None), [37_037_035, 37_037_036, 37_037_037]);
        assert_eq!(steps_that_hold(now, Some(37_037_034)), [37_037_035, 37_037_036, 37_037_037]);
        assert_eq!(steps_that_hold(now, Some(37_037_036)), [37_037_037], "neither the used one nor an earlier one");
        assert_eq!(steps_that_hold(now, Some(37_037_037)), [] as [i64; 0]);
        assert_eq!(steps_that_hold(now, Some(step_before_those_that_hold(now))), steps_that_hold(now, None));
        assert_eq!(steps_that_hold(now, Some(step_before_those_that_hold(now) + 1)).len(), 2);
        assert_eq!(steps_that_hold(now + Duration::milliseconds(1), None)[0], 37_037_036, "the next step");
    }

    #[test]
    fn a_ticket_lives_for_five_minutes() {
        assert_eq!(ticket_expires_at(at("2026-06-10T09:00:00.999999Z")), at("2026-06-10T09:05:00Z"));
    }

    #[test]
    fn a_key_waits_for_a_quarter_of_an_hour() {
        let made = at("2026-06-10T09:00:00Z");
        assert!(is_key_open(made, made) && is_key_open(made, at("2026-06-10T09:14:59Z")));
        assert!(!is_key_open(made, at("2026-06-10T09:15:00Z")));
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        for (typed, code) in [
            ("287082", TypedCode::OneTime("287082".into())),
            (" 287 082 ", TypedCode::OneTime("287082".into())),
            ("287\u{a0}082", TypedCode::OneTime("287082".into())),
            ("ABCDE23456", TypedCode::Recovery("ABCDE23456".into())),
            ("abcde-23456", TypedCode::Recovery("ABCDE23456".into())),
            (" ab cd e2 34 56", TypedCode::Recovery("ABCDE23456".into())),
            ("2345678923", TypedCode::Recovery("2345678923".into())),
        ] {
            assert!(TypedCode::parse(typed) == Some(code), "{typed}");
        }
        for wrong in
            ["", " ", "28708", "2870822", "28708a", "٢٨٧٠٨٢", "ABCDE2345", "ABCDE234567", "ABCDE2345O", "ABCDE2345é"]
        {
            assert!(TypedCode::parse(wrong).is_none(), "{wrong}");
        }
        assert!(TypedCode::parse(&format!("287082{}", " ".repeat(100_000))).is_none());
        assert_eq!(format!("{:?}", TypedCode::parse("287082").unwrap()), "TypedCode(…)");
    }

    proptest! {
        #[test]
        fn whatever_is_typed_is_a_code_or_not(typed in "\\PC{0,40}") {
            let is_clean = |code: TypedCode| match code {
                TypedCode::OneTime(code) => code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()),
                TypedCode::Recovery(code) => code.len() == RECOVERY_LENGTH && code == code.to_ascii_uppercase(),
            };
            prop_assert!(TypedCode::parse(&typed).is_none_or(is_clean));
        }
    }

    #[test]
    fn an_app_is_told_who_and_where() {
        let key = FactorKey::new("GEZDGNBVGY3TQOJQ".into());
        assert_eq!(
            key.uri("Łódź: Works & Co", "ann+1@example.org"),
            "otpauth://totp/%C5%81%C3%B3d%C5%BA%20%20Works%20%26%20Co:ann%2B1%40example.org?secret=GEZDGNBVGY3TQOJQ\
             &issuer=%C5%81%C3%B3d%C5%BA%20%20Works%20%26%20Co&algorithm=SHA1&digits=6&period=30"
        );
        assert_eq!((format!("{key:?}").as_str(), key.reveal()), ("FactorKey(…)", "GEZDGNBVGY3TQOJQ"));
    }

    #[test]
    fn a_factor_is_needed_a_fortnight_after_the_later_of_decision_and_role() {
        let (decided, earlier, later) =
            (at("2026-06-10T09:00:00Z"), at("2025-01-01T00:00:00Z"), at("2026-06-20T08:00:00Z"));
        let rule = |required_for| FactorRule { required_for, since: Some(decided) };
        for role in Role::ALL {
            assert_eq!(rule(RequiredFor::Nobody).required_from(role, earlier), None);
            assert!(!rule(RequiredFor::Nobody).is_overdue(role, earlier, at("2030-01-01T00:00:00Z")));
            let everybody = rule(RequiredFor::Everybody);
            assert_eq!(everybody.required_from(role, earlier), Some(at("2026-06-24T09:00:00Z")));
            assert_eq!(everybody.required_from(role, later), Some(at("2026-07-04T08:00:00Z")), "a newcomer");
            let some = rule(RequiredFor::HrAndAdmins);
            assert_eq!(some.includes(role), matches!(role, Role::Hr | Role::Admin), "{role}");
            assert_eq!(some.required_from(role, earlier).is_some(), some.includes(role));
        }
        let rule = rule(RequiredFor::Everybody);
        assert!(!rule.is_overdue(Role::Boss, earlier, at("2026-06-24T08:59:59Z")));
        assert!(rule.is_overdue(Role::Boss, earlier, at("2026-06-24T09:00:00Z")));
        let always = FactorRule { since: None, ..rule };
        assert_eq!(always.required_from(Role::Boss, later), Some(at("2026-07-04T08:00:00Z")));
    }

    #[test]
    fn every_choice_of_the_setting_has_its_name() {
        assert_eq!(RequiredFor::names(), RequiredFor::ALL.map(RequiredFor::name));
    }
}
