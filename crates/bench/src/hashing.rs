//! How many passwords a second this machine can check: the limit of any login.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Block, Params, PasswordHasher, Version};

use crate::failure::{Failure, Outcome};

/// Everybody's password.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// As the portal hashes: 19 MiB, two passes, one lane.
fn argon2() -> Outcome<Argon2<'static>> {
    let params = Params::new(19 * 1_024, 2, 1, None).map_err(Failure::because("argon2"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// The hash of everybody's password.
pub(crate) fn hash() -> Outcome<String> {
    let hash = argon2()?.hash_password(PASSWORD.as_bytes()).map_err(Failure::because("argon2"))?;
    Ok(hash.to_string())
}

/// How many the portal checks at once: as many as there are cores to spare.
pub(crate) fn permits() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get).saturating_sub(1).max(1)
}

/// Checks passwords on `threads` threads for `time`, at least one on each, and says how many a second that were. Each thread keeps its memory
/// from one to the next: fetching it anew costs as much as half the hash, and would make a slow portal look quick.
pub(crate) fn rate(hash: &str, threads: usize, time: Duration) -> Outcome<f64> {
    let argon2 = argon2()?;
    let parsed = PasswordHash::new(hash).map_err(Failure::because("argon2"))?;
    let (Some(salt), Some(expected)) = (parsed.salt, parsed.hash) else {
        return Err(Failure::new("the hash of the password is not whole"));
    };
    let done = AtomicU32::new(0);
    let began = Instant::now();
    let all_right = std::thread::scope(|scope| {
        let check = || {
            let mut memory = vec![Block::default(); argon2.params().block_count()];
            let mut found = vec![0; expected.len()];
            loop {
                let hashed = argon2.hash_password_into_with_memory(PASSWORD.as_bytes(), &salt, &mut found, &mut memory);
                if hashed.is_err() || found != expected.as_ref() {
                    return false;
                }
                done.fetch_add(1, Ordering::Relaxed);
                if began.elapsed() >= time {
                    return true;
                }
            }
        };
        let checkers: Vec<_> = (0..threads).map(|_| scope.spawn(check)).collect();
        checkers.into_iter().all(|checker| checker.join().unwrap_or(false))
    });
    if !all_right {
        return Err(Failure::new("a password did not fit its own hash"));
    }
    Ok(f64::from(done.into_inner()) / began.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn hashes_are_counted() {
        let hash = hash().unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(rate(&hash, 1, Duration::from_millis(50)).unwrap() > 0.0);
        assert!(rate("$argon2id$nonsense", 1, Duration::from_millis(50)).is_err());
    }
}
