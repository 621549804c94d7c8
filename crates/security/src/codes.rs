//! One-time codes (TOTP, RFC 6238, with SHA-1, which is what every app knows), and recovery codes.
//!
//! A recovery code is kept as its HMAC under the key of its factor: 50 random bits alone could be tried out, and a person who has
//! the key needs no recovery code.

use crate::random::hexadecimal;
use application::ports::{NoRandomness, OneTimeCodes};
use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::hmac::{self, HMAC_SHA1_FOR_LEGACY_USE_ONLY, HMAC_SHA256, Key};
use domain::second_factor::{DIGITS, FactorKey, RECOVERY_ALPHABET, RECOVERY_CODES, RECOVERY_LENGTH};
use rand::TryRngCore;
use rand::rngs::OsRng;

/// The length of a key, in bytes: that of an SHA-1 hash, as RFC 4226 recommends.
const KEY_BYTES: usize = 20;
/// The digits of base 32 (RFC 4648).
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Codes from HMAC, keys from the operating system's randomness.
#[derive(Debug, Clone, Copy, Default)]
pub struct HmacCodes;

impl OneTimeCodes for HmacCodes {
    fn key(&self) -> Result<FactorKey, NoRandomness> {
        Ok(FactorKey::new(base32(&random::<KEY_BYTES>()?)))
    }

    fn step_of(&self, key: &FactorKey, code: &str, steps: &[i64]) -> Option<i64> {
        let is_equal = |shown: String| verify_slices_are_equal(shown.as_bytes(), code.as_bytes()).is_ok();
        let is_right = |step: &i64| Self::code(key, *step).is_some_and(is_equal);
        // Every step is looked at, also behind the one that fits.
        steps.iter().fold(None, |found, step| if is_right(step) { Some(*step) } else { found })
    }

    fn recovery_codes(&self) -> Result<Vec<String>, NoRandomness> {
        let letter = |byte: u8| RECOVERY_ALPHABET.get(usize::from(byte & 31)).copied().map(char::from);
        let code = || Ok(random::<RECOVERY_LENGTH>()?.into_iter().filter_map(letter).collect());
        std::iter::repeat_with(code).take(RECOVERY_CODES).collect()
    }

    fn recovery_fingerprint(&self, key: &FactorKey, code: &str) -> String {
        let tag = hmac::sign(&Key::new(HMAC_SHA256, key.reveal().as_bytes()), code.as_bytes());
        hexadecimal(tag.as_ref())
    }
}

impl HmacCodes {
    /// The code that an app shows in a step (RFC 4226, 5.3): the last digits of the 31 bits at the place that the last half byte of
    /// the HMAC names. `None` where the key is damaged.
    pub fn code(key: &FactorKey, step: i64) -> Option<String> {
        let key = Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, &from_base32(key.reveal())?);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let offset = usize::from(tag.as_ref().last()? & 15);
        let bytes = tag.as_ref().get(offset..offset + 4)?;
        let number = bytes.iter().fold(0_u32, |number, byte| (number << 8) | u32::from(*byte)) & 0x7fff_ffff;
        Some(format!("{:0DIGITS$}", number % 10_u32.pow(u32::try_from(DIGITS).ok()?)))
    }
}

fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0_u8; N];
    OsRng.try_fill_bytes(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

fn base32(bytes: &[u8]) -> String {
    let groups = bytes.chunks(5).flat_map(|group| {
        let bits = (0..5).fold(0_u64, |bits, at| (bits << 8) | u64::from(group.get(at).copied().unwrap_or_default()));
        (0..(group.len() * 8).div_ceil(5)).map(move |at| (bits >> (35 - 5 * at)) & 31)
    });
    let digit = |value| BASE32.get(usize::try_from(value).ok()?).copied().map(char::from);
    groups.filter_map(digit).collect()
}

/// `None` where it is not base 32.
fn from_base32(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for digit in text.bytes() {
        let value = BASE32.iter().position(|known| *known == digit)?;
        bits = (bits << 5) | u32::try_from(value).ok()?;
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 255).ok()?);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The key of the examples in RFC 4226 and RFC 6238: `12345678901234567890`.
    fn key() -> FactorKey {
        FactorKey::new("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".into())
    }

    fn step_of(code: &str, steps: &[i64]) -> Option<i64> {
        HmacCodes.step_of(&key(), code, steps)
    }

    #[test]
    fn codes_are_those_of_the_examples() {
        // RFC 4226, appendix D.
        let counted =
            ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"];
        for (step, code) in (0..).zip(counted) {
            assert_eq!(step_of(code, &[step]), Some(step), "{code}");
        }
        // RFC 6238, appendix B: the last six digits, by the second.
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(step_of(code, &[second / 30]), Some(second / 30), "{second}");
        }
    }

    #[test]
    fn a_code_is_that_of_one_step() {
        assert_eq!(step_of("287082", &[0, 1, 2]), Some(1));
        for (code, steps) in
            [("287082", &[0_i64, 2] as &[i64]), ("287083", &[1]), ("28708", &[1]), ("2870820", &[1]), ("287082", &[])]
        {
            assert_eq!(step_of(code, steps), None, "{code}");
        }
        assert_eq!(HmacCodes.step_of(&FactorKey::new("not base 32".into()), "287082", &[1]), None, "a damaged key");
    }

    #[test]
    fn base_32_is_that_of_its_standard() {
        // RFC 4648, section 10.
        for (bytes, text) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), text);
            assert_eq!(from_base32(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(from_base32("MY======"), None);
    }

    #[test]
    fn keys_and_recovery_codes_never_come_twice() {
        let (Ok(one), Ok(two)) = (HmacCodes.key(), HmacCodes.key()) else { panic!("no randomness") };
        assert!(one != two && one.reveal().len() == 32);
        assert_eq!(from_base32(one.reveal()).map(|bytes| bytes.len()), Some(KEY_BYTES));
        let (Ok(codes), Ok(others)) = (HmacCodes.recovery_codes(), HmacCodes.recovery_codes()) else {
            panic!("no randomness")
        };
        let all: HashSet<String> = codes.iter().chain(&others).cloned().collect();
        assert_eq!((codes.len(), all.len()), (RECOVERY_CODES, 2 * RECOVERY_CODES));
        assert!(all.iter().all(|code| code.len() == RECOVERY_LENGTH));
        assert!(all.iter().all(|code| code.bytes().all(|byte| RECOVERY_ALPHABET.contains(&byte))));
    }

    #[test]
    fn the_fingerprint_of_a_recovery_code_belongs_to_its_factor() {
        let fingerprint = HmacCodes.recovery_fingerprint(&key(), "ABCDE23456");
        assert!(fingerprint.len() == 64 && !fingerprint.contains("ABCDE"));
        assert_eq!(HmacCodes.recovery_fingerprint(&key(), "ABCDE23456"), fingerprint);
        assert_ne!(HmacCodes.recovery_fingerprint(&FactorKey::new("MZXW6YTB".into()), "ABCDE23456"), fingerprint);
    }
}
