//! What claims say of a person: their address, whether it counts, and their names.

use super::{ClaimValue, EmailTrust};
use crate::person::{EmailAddress, FullName, NAME_MAX};
use crate::text;

/// The address in the claims of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimedEmail {
    /// It counts: an account with it is that of this person.
    Verified(EmailAddress),
    /// Nobody has verified it, so it may be somebody else's.
    Unverified(EmailAddress),
    /// There is none, or it is no address.
    Missing,
}

/// The address, and whether it counts as verified: the provider says so, or says nothing and is trusted. A provider that says no is
/// believed, whatever else stands there.
pub fn claimed_email(claims: &ClaimValue, trust: EmailTrust) -> ClaimedEmail {
    let Some((claimed, address)) =
        claims.text("email").and_then(|email| Some((email, EmailAddress::parse(email).ok()?)))
    else {
        return ClaimedEmail::Missing;
    };
    // An address in other letters that only look alike is another mailbox, whoever has verified it.
    if !address.is_plainly(claimed) {
        return ClaimedEmail::Unverified(address);
    }
    // The second is Entra's: whether the domain of the address belongs to the directory.
    let words = ["email_verified", "xms_edov"].map(|name| claims.get(name).map(is_true));
    let is_verified = match words {
        [None, None] => trust == EmailTrust::Trusted,
        words => words.into_iter().flatten().all(|is_true| is_true),
    };
    if is_verified { ClaimedEmail::Verified(address) } else { ClaimedEmail::Unverified(address) }
}

/// Some providers write a yes as text.
fn is_true(value: &ClaimValue) -> bool {
    match value {
        ClaimValue::Boolean(is_true) => *is_true,
        ClaimValue::Text(text) => text == "true",
        _ => false,
    }
}

/// The names of a new account: those of the claims, where names can be like that, else from the address, as in `ann.lee@…`.
pub fn names_of(claims: &ClaimValue, address: &EmailAddress) -> FullName {
    let claimed = |name: &str| claims.text(name).and_then(|text| text::line(text, NAME_MAX).ok());
    let local = address.as_str().split('@').next().unwrap_or_default();
    let (first, last) = local.split_once(['.', '_']).unwrap_or((local, local));
    let from_address = |part: &str| {
        let part: String = part.replace(['.', '_'], " ").trim().chars().take(NAME_MAX).collect();
        capitalised(text::line(&part, NAME_MAX).as_deref().unwrap_or(local)).chars().take(NAME_MAX).collect()
    };
    FullName {
        first: claimed("given_name").unwrap_or_else(|| from_address(first)),
        last: claimed("family_name").unwrap_or_else(|| from_address(last)),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::super::claims::build::{object, text, texts, with};
    use super::*;

    const YES: ClaimValue = ClaimValue::Boolean(true);
    const NO: ClaimValue = ClaimValue::Boolean(false);

    fn address(text: &str) -> EmailAddress {
        EmailAddress::parse(text).unwrap()
    }

    #[test]
    fn an_address_counts_where_the_provider_says_so_or_is_trusted() {
        let ann = || object(&[("email", text("Ann@Example.org"))]);
        let verified = |value: ClaimValue| with(&ann(), "email_verified", value);
        let owned = |value: ClaimValue| with(&ann(), "xms_edov", value);
        for (claims, counts, counts_if_trusted) in [
            (verified(YES), true, true),
            (verified(text("true")), true, true),
            (verified(NO), false, false),
            (verified(text("false")), false, false),
            (verified(text("TRUE")), false, false),
            (verified(text("")), false, false),
            (verified(ClaimValue::Number(1)), false, false),
            (verified(texts(&["true"])), false, false),
            (verified(ClaimValue::Null), false, true),
            (owned(YES), true, true),
            (owned(text("true")), true, true),
            (owned(NO), false, false),
            (with(&owned(YES), "email_verified", NO), false, false),
            (with(&owned(NO), "email_verified", YES), false, false),
            (with(&owned(YES), "email_verified", YES), true, true),
            (ann(), false, true),
            (object(&[("email", text("\u{ff41}nn@example.org")), ("email_verified", YES)]), false, false),
        ] {
            for (trust, counts) in [(EmailTrust::Verified, counts), (EmailTrust::Trusted, counts_if_trusted)] {
                let ann = address("ann@example.org");
                let expected = if counts { ClaimedEmail::Verified(ann) } else { ClaimedEmail::Unverified(ann) };
                assert_eq!(claimed_email(&claims, trust), expected, "{claims:?} {trust:?}");
            }
        }
    }

    #[test]
    fn no_other_claim_is_taken_for_an_address() {
        for email in [
            ClaimValue::Null,
            text(""),
            text("ann"),
            texts(&["ann@example.org"]),
            text("ann@example.org,bob@example.org"),
        ] {
            let claims = object(&[
                ("email", email),
                ("preferred_username", text("ann@example.org")),
                ("upn", text("ann@example.org")),
            ]);
            assert_eq!(
                claimed_email(&with(&claims, "email_verified", YES), EmailTrust::Trusted),
                ClaimedEmail::Missing
            );
        }
    }

    /// The claims of a person as the providers send them.
    #[test]
    fn the_tokens_of_real_providers_are_read() {
        let keycloak = object(&[
            ("email", text("ann.lee@example.org")),
            ("email_verified", YES),
            ("name", text("Ann Lee")),
            ("preferred_username", text("ann")),
            ("given_name", text("Ann")),
            ("family_name", text("Lee")),
        ]);
        // Without the optional claims `email`, `xms_edov` and the names, Entra sends none of them.
        let entra = object(&[
            ("name", text("Ann Lee")),
            ("preferred_username", text("ann.lee@example.org")),
            ("ver", text("2.0")),
        ]);
        let entra_with_email = with(&entra, "email", text("ann.lee@example.org"));
        let entra_owned = with(&entra_with_email, "xms_edov", YES);
        let google = object(&[
            ("hd", text("example.org")),
            ("email", text("ann.lee@example.org")),
            ("email_verified", YES),
            ("given_name", text("Ann")),
            ("family_name", text("Lee")),
        ]);
        // Says no of every address unless its operator changes the mapping, and puts the whole name into `given_name`.
        let authentik = object(&[
            ("email", text("ann.lee@example.org")),
            ("email_verified", NO),
            ("given_name", text("Ann Lee")),
            ("groups", texts(&["authentik Admins"])),
        ]);
        let ann = || address("ann.lee@example.org");
        for (claims, expected, trusted, name) in [
            (keycloak, ClaimedEmail::Verified(ann()), ClaimedEmail::Verified(ann()), "Ann Lee"),
            (entra, ClaimedEmail::Missing, ClaimedEmail::Missing, "Ann Lee"),
            (entra_with_email, ClaimedEmail::Unverified(ann()), ClaimedEmail::Verified(ann()), "Ann Lee"),
            (entra_owned, ClaimedEmail::Verified(ann()), ClaimedEmail::Verified(ann()), "Ann Lee"),
            (google, ClaimedEmail::Verified(ann()), ClaimedEmail::Verified(ann()), "Ann Lee"),
            (authentik, ClaimedEmail::Unverified(ann()), ClaimedEmail::Unverified(ann()), "Ann Lee Lee"),
        ] {
            assert_eq!(claimed_email(&claims, EmailTrust::Verified), expected, "{claims:?}");
            assert_eq!(claimed_email(&claims, EmailTrust::Trusted), trusted, "{claims:?}");
            assert_eq!(names_of(&claims, &ann()).to_string(), name);
        }
    }

    #[test]
    fn names_that_are_missing_or_cannot_be_are_taken_from_the_address() {
        let long = "x".repeat(NAME_MAX + 1);
        let longest = "\u{e4}".repeat(NAME_MAX);
        for (given, family, email, expected) in [
            (text(" Ann "), text("Lee"), "x@example.org", ("Ann", "Lee")),
            (text(&longest), text("Lee"), "x@example.org", (longest.as_str(), "Lee")),
            (ClaimValue::Null, ClaimValue::Null, "ann.van.der.lee@example.org", ("Ann", "Van der lee")),
            (ClaimValue::Null, ClaimValue::Null, "ann_lee@example.org", ("Ann", "Lee")),
            (ClaimValue::Null, ClaimValue::Null, "ann@example.org", ("Ann", "Ann")),
            (text("  "), text("Lee"), "ann@example.org", ("Ann", "Lee")),
            (text("Ann\u{202e}"), text("a\nb"), "ann.lee@example.org", ("Ann", "Lee")),
            (text(&long), text(&long), "ann.lee@example.org", ("Ann", "Lee")),
            (ClaimValue::Number(7), texts(&["Lee"]), "ann.lee@example.org", ("Ann", "Lee")),
            (ClaimValue::Null, ClaimValue::Null, ".lee@example.org", (".lee", "Lee")),
            (ClaimValue::Null, ClaimValue::Null, "...@example.org", ("...", "...")),
        ] {
            let claims = object(&[("given_name", given), ("family_name", family)]);
            let FullName { first, last } = names_of(&claims, &address(email));
            assert_eq!((first.as_str(), last.as_str()), expected, "{claims:?} {email}");
        }
        let FullName { first, last } = names_of(&object(&[]), &address(&format!("{}@example.org", "a".repeat(200))));
        assert_eq!((first.chars().count(), last.chars().count()), (NAME_MAX, NAME_MAX));
    }
}
