//! The signing secret, and generated passwords.

use rand::TryRngCore;
use rand::rngs::OsRng;
use sha2::{Digest, Sha256};

/// The length of a secret, in bytes; a shorter one is refused.
pub const SECRET_BYTES: usize = 32;

/// The key that signs tokens. Never shown in `Debug`.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// The secret with these bytes; `None` where there are fewer than [`SECRET_BYTES`].
    pub fn new(bytes: impl Into<Vec<u8>>) -> Option<Self> {
        let bytes = bytes.into();
        (bytes.len() >= SECRET_BYTES).then_some(Self(bytes))
    }

    /// A new one, as 64 hexadecimal digits of the operating system's randomness.
    ///
    /// # Errors
    /// If the operating system has no randomness to give.
    pub fn generate() -> std::io::Result<Self> {
        let mut bytes = [0_u8; SECRET_BYTES];
        OsRng.try_fill_bytes(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Self(bytes.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()))
    }

    /// Tells one secret from another, and nothing else about it.
    pub fn fingerprint(&self) -> String {
        let hash = Sha256::new().chain_update("daybook instance ").chain_update(&self.0).finalize();
        let digits = hash.iter().take(16).flat_map(|byte| [byte >> 4, byte & 15]);
        digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
    }

    /// Its bytes, for signing and for keeping.
    pub fn reveal(&self) -> &[u8] {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Letters and digits that are not mistaken for each other: no 0 and O, no 1, l and I.
const ALPHABET: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";

/// A password of 12 characters, about 69 bits.
///
/// # Errors
/// If the operating system has no randomness to give.
pub fn generate_password() -> std::io::Result<String> {
    let mut password = String::with_capacity(12);
    while password.len() < 12 {
        let mut byte = [0_u8; 1];
        OsRng.try_fill_bytes(&mut byte).map_err(std::io::Error::other)?;
        // Bytes past the alphabet's end are thrown away rather than folded: every character is equally likely.
        if let Some(character) = ALPHABET.get(usize::from(byte[0] & 63)) {
            password.push(char::from(*character));
        }
    }
    Ok(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_secret_is_refused() {
        assert!(Secret::new(vec![7; 31]).is_none());
        assert!(Secret::new(vec![7; 32]).is_some());
    }

    #[test]
    fn secrets_and_passwords_are_never_the_same_twice() -> std::io::Result<()> {
        assert_ne!(Secret::generate()?.reveal(), Secret::generate()?.reveal());
        let (one, two) = (generate_password()?, generate_password()?);
        assert_ne!(one, two);
        assert!(one.len() == 12 && one.bytes().all(|byte| ALPHABET.contains(&byte)));
        assert!(!format!("{:?}", Secret::generate()?).contains(char::is_numeric));
        Ok(())
    }

    /// Generated passwords are copied from paper and over the phone
    #[test]
    fn no_character_of_a_password_is_mistaken_for_another() {
        assert!("0Oo1Iil".bytes().all(|look_alike| !ALPHABET.contains(&look_alike)));
    }
}
