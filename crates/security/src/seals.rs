//! What a browser keeps for the portal: encrypted, so that nobody can read or change it (AES-256-GCM).

use crate::Secret;
use application::ports::{NoRandomness, Seals};
use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// No honest value is longer; a longer one is not even decoded.
const LONGEST: usize = 4_096;

/// Seals with a key that follows from the portal's signing key, so that every instance opens what another one has sealed.
pub struct AeadSeals {
    /// `None` where the library refused the key, which it does for no key of this length.
    key: Option<RandomizedNonceKey>,
}

impl AeadSeals {
    pub fn new(secret: &Secret) -> Self {
        let mut bytes = [0_u8; 32];
        let derived = Salt::new(HKDF_SHA256, b"daybook").extract(secret.reveal());
        let derived = derived.expand(&[b"seals".as_slice()], HKDF_SHA256).and_then(|derived| derived.fill(&mut bytes));
        let key = derived.and_then(|()| RandomizedNonceKey::new(&AES_256_GCM, &bytes));
        Self { key: key.ok() }
    }
}

impl Seals for AeadSeals {
    fn seal(&self, purpose: &str, fields: &[&str]) -> Result<String, NoRandomness> {
        let key = self.key.as_ref().ok_or(NoRandomness)?;
        let mut text = serde_json::to_vec(fields).map_err(|_| NoRandomness)?;
        let nonce = key.seal_in_place_append_tag(Aad::from(purpose), &mut text).map_err(|_| NoRandomness)?;
        let mut sealed = nonce.as_ref().to_vec();
        sealed.append(&mut text);
        Ok(URL_SAFE_NO_PAD.encode(sealed))
    }

    fn open(&self, purpose: &str, sealed: &str) -> Option<Vec<String>> {
        if sealed.len() > LONGEST {
            return None;
        }
        let mut sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, text) = sealed.split_at_mut_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let text = self.key.as_ref()?.open_in_place(nonce, Aad::from(purpose), text).ok()?;
        serde_json::from_slice(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seals(key: u8) -> AeadSeals {
        let Some(secret) = Secret::new(vec![key; 32]) else { panic!("32 bytes") };
        AeadSeals::new(&secret)
    }

    fn sealed(purpose: &str, fields: &[&str]) -> String {
        let Ok(sealed) = seals(7).seal(purpose, fields) else { panic!("no randomness") };
        sealed
    }

    #[test]
    fn what_is_sealed_is_opened_for_its_purpose_with_its_key_alone() {
        let fields = ["a\"b", "", "ü\u{0}"];
        let sealed = sealed("flow", &fields);
        assert_eq!(seals(7).open("flow", &sealed), Some(fields.map(str::to_owned).to_vec()));
        assert_eq!(seals(7).open("failure", &sealed), None);
        assert_eq!(seals(8).open("flow", &sealed), None);
        assert!(sealed.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')), "{sealed}");
    }

    #[test]
    fn nobody_changes_a_character_of_it_or_sees_what_is_in_it() {
        let one = sealed("flow", &["secret", "secret"]);
        assert_ne!(one, sealed("flow", &["secret", "secret"]), "the same looks different each time");
        for at in 0..one.len() {
            let (before, after) = one.split_at(at);
            let changed = if after.starts_with('A') { 'B' } else { 'A' };
            let forged = format!("{before}{changed}{}", after.get(1..).unwrap_or_default());
            assert_eq!(seals(7).open("flow", &forged), None, "at {at}");
        }
        let (_, cut) = one.split_at(1);
        for bad in ["", "A", "AAAAAAAAAAAAAAAA", cut, &format!("{one}A"), &"A".repeat(5_000)] {
            assert_eq!(seals(7).open("flow", bad), None);
        }
    }
}
