//! What must not be guessed: generated passwords, and the tokens of links.

use std::fmt::Write;

use application::mail::Confidential;
use application::ports::{LinkToken, NoRandomness, Secrets};
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::person::NewPassword;
use rand::TryRngCore;
use rand::rngs::OsRng;

use crate::secret::generate_password;

/// The length of such a token before it is written in letters, in bytes.
const TOKEN_BYTES: usize = 32;

/// Secrets from the operating system's randomness.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomSecrets;

impl Secrets for RandomSecrets {
    fn password(&self) -> Result<NewPassword, NoRandomness> {
        let password = generate_password().map_err(|_| NoRandomness)?;
        // What is generated here is long enough and plain. If it is not, the randomness has failed.
        NewPassword::generated(&password).map_err(|_| NoRandomness)
    }

    fn link_token(&self) -> Result<LinkToken, NoRandomness> {
        let mut bytes = [0_u8; TOKEN_BYTES];
        OsRng.try_fill_bytes(&mut bytes).map_err(|_| NoRandomness)?;
        let token = URL_SAFE_NO_PAD.encode(bytes);
        Ok(LinkToken { fingerprint: self.fingerprint(&token), token: Confidential(token) })
    }

    /// A plain hash is enough: 256 random bits cannot be tried out, so nothing slow has to stand in the way.
    fn fingerprint(&self, token: &str) -> String {
        hexadecimal(digest(&SHA256, token.as_bytes()).as_ref())
    }

    fn challenge(&self, verifier: &str) -> String {
        URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()))
    }
}

/// Two digits for each byte.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing into a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_fingerprint_is_sha256_in_64_hexadecimal_digits() {
        let fingerprint = |token: &str| RandomSecrets.fingerprint(token);
        assert_eq!(fingerprint("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        for token in ["", "x", &"ä".repeat(100_000)] {
            let digits = fingerprint(token);
            assert!(digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()), "{digits}");
        }
    }

    /// The example of RFC 7636, appendix B.
    #[test]
    fn the_challenge_of_a_verifier_is_its_hash_in_base64url() {
        let challenge = RandomSecrets.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn a_token_stands_in_an_address_as_it_is_and_never_comes_twice() {
        let mut seen = HashSet::new();
        for _ in 0..200 {
            let Ok(LinkToken { token, fingerprint }) = RandomSecrets.link_token() else { panic!("no randomness") };
            assert_eq!(token.0.len(), 43);
            assert!(token.0.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')));
            assert_eq!(RandomSecrets.fingerprint(&token.0), fingerprint);
            assert!(!fingerprint.contains(&token.0) && !format!("{token:?}").contains(&token.0));
            assert!(seen.insert(token.0), "a token came twice");
        }
    }

    #[test]
    fn a_password_has_twelve_characters_and_is_never_the_same() {
        let password = || RandomSecrets.password().map(|password| password.reveal().to_owned());
        let (Ok(one), Ok(two)) = (password(), password()) else { panic!("no randomness") };
        assert_eq!(one.chars().count(), 12);
        assert_ne!(one, two);
    }
}
