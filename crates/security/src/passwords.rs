//! argon2id (19 MiB, two passes, one lane) behind a bounded queue.
//!
//! Every hash takes 19 MiB and a core for some 15 ms. So only as many run at once as there are cores to spare, each in
//! memory that its thread keeps; the others wait in a queue that is short in places and in time. A storm of
//! logins then slows logins alone, and memory stays flat. (Asked of the allocator each time, the blocks would
//! end up in the arenas of many threads: five logins took a process from 15 to 114 MB.)

use crate::hashers::Hashers;
use application::ports::{Overloaded, PasswordHash, Passwords};
use argon2::password_hash::phc::{Output, PasswordHash as Phc, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use async_trait::async_trait;
use domain::person::NewPassword;
use std::time::Duration;

const MEMORY_KIB: u32 = 19 * 1_024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// How many may wait.
const QUEUE: usize = 256;
/// How long one may wait.
const PATIENCE: Duration = Duration::from_secs(2);

/// What an unknown address is checked against, so that it costs the same as a known one: the hash of a random password that
/// was thrown away, with the parameters of every other hash.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$/Pp9rKp2XMvgiSaNJyOm5A$G+9nLUnOLxVNB53+IugiH1YU4R+ZPvLw/oKypihzM3I";

/// Hashes and checks passwords.
pub struct Argon2Passwords {
    hashers: Hashers,
}

impl Default for Argon2Passwords {
    /// With as many hashes at once as the machine has cores to spare: all but one, and at least one.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        Self { hashers: Hashers::start(cores.saturating_sub(1).max(1), QUEUE, PATIENCE) }
    }
}

impl Argon2Passwords {
    /// How many wait for their turn now.
    pub fn waiting(&self) -> usize {
        self.hashers.waiting()
    }
}

fn derive(password: &str, salt: &Salt, params: Params, memory: &mut Vec<Block>) -> Option<Output> {
    memory.resize(params.block_count(), Block::default());
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(password.as_bytes(), salt, &mut output, memory)
        .ok()?;
    Output::new(&output).ok()
}

fn hash(password: &str, memory: &mut Vec<Block>) -> Option<String> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).ok()?;
    let salt = Salt::generate();
    let output = derive(password, &salt, params.clone(), memory)?;
    let phc = Phc {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: params.try_into().ok()?,
        salt: Some(salt),
        hash: Some(output),
    };
    Some(phc.to_string())
}

fn verify(password: &str, hash: &str, memory: &mut Vec<Block>) -> bool {
    let Ok(phc) = Phc::new(hash) else { return false };
    let (Ok(params), Some(salt), Some(expected)) = (Params::try_from(&phc), phc.salt, phc.hash) else { return false };
    // A hash says itself how much it costs, and one from a foreign backup may ask for everything.
    if params.m_cost() > 4 * MEMORY_KIB || params.t_cost() > 4 * PASSES || params.p_cost() > LANES {
        return false;
    }
    // Compared in constant time by the type itself.
    derive(password, &salt, params, memory) == Some(expected)
}

#[async_trait]
impl Passwords for Argon2Passwords {
    async fn verify(&self, password: &str, hash: Option<PasswordHash>) -> Result<bool, Overloaded> {
        let password = password.to_owned();
        let (hash, is_known) = match hash {
            Some(hash) => (hash.0, true),
            None => (DECOY.to_owned(), false),
        };
        let is_right = self.hashers.run(move |memory| verify(&password, &hash, memory)).await.ok_or(Overloaded)?;
        Ok(is_right && is_known)
    }

    async fn hash(&self, password: &NewPassword) -> Result<PasswordHash, Overloaded> {
        let password = password.reveal().to_owned();
        self.hashers.run(move |memory| hash(&password, memory)).await.flatten().map(PasswordHash).ok_or(Overloaded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(text: &str) -> NewPassword {
        NewPassword::generated(text).unwrap_or_else(|_| unreachable!("a good password"))
    }

    #[tokio::test]
    async fn a_password_is_checked_against_its_own_hash() {
        let passwords = Argon2Passwords::default();
        let hash = passwords.hash(&new("correct horse")).await.map(Some).unwrap_or_default();
        assert_eq!(passwords.verify("correct horse", hash.clone()).await, Ok(true));
        assert_eq!(passwords.verify("Correct horse", hash.clone()).await, Ok(false));
        assert!(hash.is_some_and(|hash| hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$")));
    }

    #[tokio::test]
    async fn an_unknown_address_is_never_right_and_costs_a_hash_with_the_same_parameters() {
        let passwords = Argon2Passwords::default();
        let phc = Phc::new(DECOY).ok();
        let params = phc.as_ref().and_then(|phc| Params::try_from(phc).ok());
        let costs = params.map(|params| (params.m_cost(), params.t_cost(), params.p_cost()));
        assert_eq!(costs, Some((MEMORY_KIB, PASSES, LANES)));
        assert_eq!(phc.and_then(|phc| phc.hash).map(|hash| hash.len()), Some(Params::DEFAULT_OUTPUT_LEN));
        assert_eq!(passwords.verify("anything", None).await, Ok(false));
    }

    #[test]
    fn a_damaged_hash_is_never_right() {
        let mut memory = Vec::new();
        for damaged in ["", "plain", "$argon2id$v=19$m=19456,t=2,p=1$", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ"] {
            assert!(!verify("", damaged, &mut memory), "{damaged}");
        }
        let endless = DECOY.replace("m=19456", "m=4194304");
        assert!(!verify("", &endless, &mut memory) && memory.is_empty(), "nor one that would take 4 GiB");
    }
}
