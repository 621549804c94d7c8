//! How many passwords a second this machine can check: the limit of any login.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Block, Params, PasswordHasher, Version};

use crate::failure::Outcome;

/// Everybody's password.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// As the portal hashes: 19 MiB, two passes, one lane.
fn argon2() -> Outcome<Argon2<'static>> {
    let params = Params::new(19 * 1_024, 2, 1, None).map_err(|error| error.to_string())?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// The hash of everybody's password.
pub(crate) fn hash() -> Outcome<String> {
    let hash = argon2()?.hash_password(PASSWORD.as_bytes()).map_err(|error| error.to_string())?;
    Ok(hash.to_string())
}

/// Checks passwords for `time`, at least one on each of as many threads as the portal has permits, and says how many a second that were.
/// Each thread keeps its memory from one to the next: fetching it anew costs as much as half the hash, and would make a slow portal look
/// quick.
pub(crate) fn rate(hash: &str, time: Duration) -> Outcome<f64> {
    // As many as there are cores to spare.
    let permits = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get).saturating_sub(1).max(1);
    let argon2 = argon2()?;
    let parsed = PasswordHash::new(hash).map_err(|error| error.to_string())?;
    let (Some(salt), Some(expected)) = (parsed.salt, parsed.hash) else {
        return Err("the hash of the password is not whole".into());
    };
    let (done, began) = (AtomicU32::new(0), Instant::now());
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
        let checkers: Vec<_> = (0..permits).map(|_| scope.spawn(check)).collect();
        checkers.into_iter().all(|checker| checker.join().unwrap_or(false))
    });
    if !all_right {
        return Err("a password did not fit its own hash".into());
    }
    Ok(f64::from(done.into_inner()) / began.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_counted() {
        assert!(rate(&hash().unwrap(), Duration::from_millis(50)).unwrap() > 0.0);
        assert!(rate("$argon2id$nonsense", Duration::from_millis(50)).is_err());
    }
}
