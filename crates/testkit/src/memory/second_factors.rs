//! Second factors.

use super::state::{Factor, Factors, State};
use super::{Memory, Unit};
use application::ports::{
    NewRecoveryCode, Result, SecondFactor, SecondFactorReads, SecondFactorRepository, SecondFactorView, StoreError,
    UniqueKey, WaitingKey,
};
use async_trait::async_trait;
use domain::Instant;
use domain::id::{CredentialId, UserId};

impl State {
    fn factors(&mut self, user: UserId) -> &mut Factors {
        self.second_factors.entry(user).or_default()
    }
}

#[async_trait]
impl SecondFactorRepository for Unit {
    async fn of(&self, user: UserId) -> Result<Option<SecondFactor>> {
        self.ask("SecondFactorRepository::of", |state| {
            state.second_factors.get(&user)?.set.as_ref().map(|set| set.factor.clone())
        })
    }

    async fn keep_key(&self, user: UserId, _: CredentialId, key: &WaitingKey) -> Result<()> {
        self.ask("SecondFactorRepository::keep_key", |state| state.factors(user).waiting = Some(key.clone()))
    }

    async fn waiting_key(&self, user: UserId) -> Result<Option<WaitingKey>> {
        self.ask("SecondFactorRepository::waiting_key", |state| state.second_factors.get(&user)?.waiting.clone())
    }

    async fn confirm(&self, user: UserId, step: i64, at: Instant) -> Result<()> {
        self.run("SecondFactorRepository::confirm", |state| {
            let kept = state.second_factors.get_mut(&user).ok_or(StoreError::Stale)?;
            let waiting = kept.waiting.take().ok_or(StoreError::Stale)?;
            if kept.set.is_some() {
                return Err(StoreError::Conflict(UniqueKey::SecondFactor));
            }
            let factor = SecondFactor { key: waiting.key, last_step: Some(step) };
            kept.set = Some(Factor { factor, created_at: at, last_used_at: None });
            Ok(())
        })
    }

    async fn use_step(&self, user: UserId, step: i64, at: Instant) -> Result<bool> {
        self.ask("SecondFactorRepository::use_step", |state| {
            let set = state.second_factors.get_mut(&user).and_then(|kept| kept.set.as_mut());
            let unused = set.filter(|set| set.factor.last_step.is_none_or(|last| last < step));
            unused.map(|set| (set.factor.last_step, set.last_used_at) = (Some(step), Some(at))).is_some()
        })
    }

    async fn replace_recovery_codes(&self, user: UserId, codes: &[NewRecoveryCode], _: Instant) -> Result<()> {
        self.ask("SecondFactorRepository::replace_recovery_codes", |state| {
            state.factors(user).recovery = codes.iter().map(|code| code.fingerprint.clone()).collect();
        })
    }

    async fn use_recovery_code(&self, user: UserId, fingerprint: &str) -> Result<bool> {
        self.ask("SecondFactorRepository::use_recovery_code", |state| {
            state.second_factors.get_mut(&user).is_some_and(|kept| kept.recovery.remove(fingerprint))
        })
    }

    async fn remove(&self, user: UserId) -> Result<bool> {
        self.ask("SecondFactorRepository::remove", |state| {
            state.second_factors.remove(&user).is_some_and(|kept| kept.set.is_some())
        })
    }
}

#[async_trait]
impl SecondFactorReads for Memory {
    async fn factor(&self, user: UserId) -> Result<Option<SecondFactorView>> {
        self.read("SecondFactorReads::factor", |state| {
            let kept = state.second_factors.get(&user)?;
            let set = kept.set.as_ref()?;
            let recovery_left = u32::try_from(kept.recovery.len()).unwrap_or(u32::MAX);
            Some(SecondFactorView { created_at: set.created_at, last_used_at: set.last_used_at, recovery_left })
        })
    }
}
