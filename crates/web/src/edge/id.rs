//! Ids of requests: ours alone, so that nobody can put words into the log.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tells one request from another. Not a secret, and costs no system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId(u64);

/// Where this process starts to count. Keyed by the operating system's randomness.
static START: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one("request ids"));
static COUNT: AtomicU64 = AtomicU64::new(0);

impl RequestId {
    pub fn next() -> Self {
        // Counting in steps of an odd number visits every value once before any of them comes again.
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(START.wrapping_add(count.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// The id as use cases know it.
    pub fn known(self) -> application::events::RequestId {
        application::events::RequestId::new(self.0)
    }

    /// Hands out the text: 16 hexadecimal digits.
    pub fn with<T>(self, then: impl FnOnce(&str) -> T) -> T {
        let mut digits = [0_u8; 16];
        for (at, digit) in digits.iter_mut().enumerate() {
            let nibble = (self.0 >> (60 - 4 * at)) & 0xF;
            *digit = u8::try_from(nibble).unwrap_or(0);
            *digit += if *digit < 10 { b'0' } else { b'a' - 10 };
        }
        then(std::str::from_utf8(&digits).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_are_sixteen_digits() {
        let ids: std::collections::HashSet<String> = (0..1000).map(|_| RequestId::next().with(str::to_owned)).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| id.len() == 16));
        let id = RequestId(0x0023_4567_89ab_cdef);
        assert_eq!(id.with(str::to_owned), "0023456789abcdef");
        assert_eq!(id.known().to_string(), id.with(str::to_owned), "an event names it as the answer does");
    }
}
