//! What the organisation has decided, as this instance knows it: in memory, because every call asks for it.

use crate::ports::{Reads, StoreError};
use domain::Instant;
use domain::rules::Rules;
use domain::settings::{Decided, Key, Settings, Value};
use domain::work_patterns::WorkPatterns;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// What holds at one moment.
#[derive(Debug, Clone, Default)]
pub struct InForce {
    pub settings: Settings,
    pub rules: Arc<Rules>,
}

impl InForce {
    /// These settings, and the rules under them and under these patterns. `decided_at`: when a setting was decided last.
    fn new(settings: Settings, patterns: WorkPatterns, decided_at: impl Fn(Key) -> Option<Instant>) -> Self {
        let mut rules = Rules::of(&settings, patterns);
        rules.zones = rules.zones.decided(decided_at(Key::TimeZone));
        rules.second_factor.since = decided_at(Key::SecondFactor);
        Self { rules: Arc::new(rules), settings }
    }
}

/// What the organisation has decided. An instance reads it when it starts, when it changes some of it itself, and when it is told
/// that another one has: see [`Topic::Settings`](crate::events::Topic::Settings).
#[derive(Debug, Default)]
pub struct Policy {
    defaults: Vec<Decided>,
    operator: Vec<Decided>,
    readings: AtomicU64,
    newest: RwLock<(u64, Arc<InForce>)>,
}

impl Policy {
    /// What holds before anything is read: the defaults of the registry, those of this installation, and over both what the operator
    /// has set, which wins over what is decided on a page.
    pub fn new(defaults: Vec<Decided>, operator: Vec<Decided>) -> Self {
        let policy = Self { defaults, operator, ..Self::default() };
        policy.put(0, InForce::new(policy.with([]), WorkPatterns::default(), |_| None));
        policy
    }

    /// What holds, for a test that decides by itself.
    pub fn holding(in_force: InForce) -> Self {
        let policy = Self::default();
        policy.put(0, in_force);
        policy
    }

    pub fn in_force(&self) -> Arc<InForce> {
        Arc::clone(&self.newest.read().unwrap_or_else(PoisonError::into_inner).1)
    }

    /// What the operator has set, which nobody changes on a page.
    pub fn operators(&self, key: Key) -> Option<&Value> {
        self.operator.iter().find(|decided| decided.key == key).map(|decided| &decided.value)
    }

    /// What holds of this installation where nobody has decided anything.
    pub fn defaults(&self) -> Settings {
        Settings::default().with(self.defaults.clone())
    }

    pub async fn refresh(&self, reads: &dyn Reads) -> Result<(), StoreError> {
        // Of two readings at once the one that began later has seen at least as much.
        let number = self.readings.fetch_add(1, Ordering::SeqCst) + 1;
        let stored = reads.settings().stored().await?;
        let patterns = reads.work_patterns().in_force().await?;
        let settings = self.with(stored.iter().flat_map(|setting| setting.values.iter().cloned()));
        let decided_at = |key| stored.iter().find(|setting| setting.key == key).map(|setting| setting.changed_at);
        self.put(number, InForce::new(settings, patterns, decided_at));
        Ok(())
    }

    fn with(&self, stored: impl IntoIterator<Item = Decided>) -> Settings {
        self.defaults().with(stored).with(self.operator.clone())
    }

    fn put(&self, number: u64, in_force: InForce) {
        let mut newest = self.newest.write().unwrap_or_else(PoisonError::into_inner);
        if newest.0 <= number {
            *newest = (number, Arc::new(in_force));
        }
    }
}
