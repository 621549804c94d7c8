//! A store in memory: the same contract as the two databases, over a plain value that a test can look at.
//!
//! One unit of work is open at a time, as on SQLite: it works on a copy of the state, which takes the place of the state at its
//! commit. The contract suite of `persistence` runs over it, as over SQLite and PostgreSQL, so that a use case that is right
//! over this store is right over those. Every call is counted by name, and a test can make one fail.

mod absences;
mod accounts;
mod audit;
mod days;
mod digests;
mod entries;
mod identities;
mod imports;
mod inbox;
mod invitations;
mod leave_calendar;
mod leave_counts;
mod leave_days;
mod leave_ledger;
mod leave_requests;
mod leave_types;
mod mail_choices;
mod mails;
mod month_reads;
mod months;
mod people;
mod records;
mod reports;
mod salaries;
mod second_factors;
mod settings;
mod small;
mod state;
mod substitutions;
mod system_reports;
mod unlocks;
mod work_patterns;

pub use imports::KeptImport;
pub use leave_types::LeaveTypes;
pub use records::{AuditRecord, KeptMonth, KeptRevision, LeaveRecord, Unlock};
pub use state::*;

use application::ports::{Commit, Result, Store, StoreError, UnitOfWork};
use async_trait::async_trait;
use domain::id::UserId;
use domain::time::Month;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::OwnedMutexGuard;

type Change = Box<dyn FnOnce(&mut State) + Send>;
/// What happens before each call, by its name.
type Course = Box<dyn FnMut(&'static str, &mut State) + Send>;

/// A store in memory, with all its reads. Clones share what is stored.
#[derive(Clone, Default)]
pub struct Memory(Arc<Shared>);

#[derive(Default)]
struct Shared {
    committed: Mutex<State>,
    /// Its holder has the open unit of work.
    turn: Arc<tokio::sync::Mutex<()>>,
    plan: Mutex<Plan>,
}

/// What a test wants to happen, and the calls so far.
#[derive(Default)]
struct Plan {
    calls: Vec<&'static str>,
    locked: Vec<UserId>,
    fails_at: Option<usize>,
    broken: Option<(&'static str, StoreError)>,
    before: Option<(&'static str, Change)>,
    meanwhile: Option<Course>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a store says that is away.
pub fn away() -> StoreError {
    StoreError::Unavailable("the test took it away".into())
}

impl Memory {
    /// A store that holds this.
    pub fn of(state: State) -> Self {
        let memory = Self::default();
        *lock(&memory.0.committed) = state;
        memory
    }

    /// What is committed.
    pub fn state(&self) -> State {
        lock(&self.0.committed).clone()
    }

    /// Changes what is committed, past every port.
    pub fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut lock(&self.0.committed));
    }

    /// The `n`-th call from now on, counted from 1, fails.
    pub fn fails_at(&self, n: usize) {
        let mut plan = lock(&self.0.plan);
        plan.calls.clear();
        plan.fails_at = Some(n);
    }

    /// This call fails, every time.
    pub fn breaks(&self, call: &'static str, fault: StoreError) {
        lock(&self.0.plan).broken = Some((call, fault));
    }

    /// What was broken works again.
    pub fn mend(&self) {
        lock(&self.0.plan).broken = None;
    }

    /// Right before the next such call what it sees is changed like this, as if somebody else had done it.
    pub fn before(&self, call: &'static str, change: impl FnOnce(&mut State) + Send + 'static) {
        lock(&self.0.plan).before = Some((call, Box::new(change)));
    }

    /// Right before each call from now on what it sees is changed like this, as by time that passes.
    pub fn meanwhile(&self, change: impl FnMut(&'static str, &mut State) + Send + 'static) {
        lock(&self.0.plan).meanwhile = Some(Box::new(change));
    }

    /// The calls so far, in their order.
    pub fn calls(&self) -> Vec<&'static str> {
        lock(&self.0.plan).calls.clone()
    }

    /// The people whose accounts were locked so far, in that order.
    pub fn locked(&self) -> Vec<UserId> {
        lock(&self.0.plan).locked.clone()
    }

    /// Counts a call, and does to what it sees what the test wants done before it.
    fn call(&self, call: &'static str, seen: &mut State) -> Result<()> {
        let mut plan = lock(&self.0.plan);
        plan.calls.push(call);
        if plan.fails_at == Some(plan.calls.len()) {
            return Err(away());
        }
        if let Some((_, change)) = plan.before.take_if(|(when, _)| *when == call) {
            change(seen);
        }
        if let Some(change) = &mut plan.meanwhile {
            change(call, seen);
        }
        match &plan.broken {
            Some((broken, fault)) if *broken == call => Err(fault.clone()),
            _ => Ok(()),
        }
    }

    async fn begin_as(&self, call: &'static str) -> Result<Box<dyn UnitOfWork>> {
        let turn = self.0.turn.clone().lock_owned().await;
        let draft = self.read(call, State::clone)?;
        Ok(Box::new(Unit { memory: self.clone(), draft: Mutex::new(Some(draft)), _turn: turn }))
    }

    /// Answers a read from what is committed.
    fn read<T>(&self, call: &'static str, ask: impl FnOnce(&State) -> T) -> Result<T> {
        let mut committed = lock(&self.0.committed);
        self.call(call, &mut committed)?;
        Ok(ask(&committed))
    }
}

#[async_trait]
impl Store for Memory {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>> {
        self.begin_as("Store::begin").await
    }

    /// A writer is alone here anyway.
    async fn begin_alone(&self, _: Month) -> Result<Box<dyn UnitOfWork>> {
        self.begin_as("Store::begin_alone").await
    }
}

/// One unit of work. Dropping it leaves everything as it was.
struct Unit {
    memory: Memory,
    /// What will be committed; nothing any more after an error.
    draft: Mutex<Option<State>>,
    _turn: OwnedMutexGuard<()>,
}

impl Unit {
    /// Does something to the draft. After an error the unit of work can only be dropped.
    fn run<T>(&self, call: &'static str, work: impl FnOnce(&mut State) -> Result<T>) -> Result<T> {
        let mut draft = lock(&self.draft);
        let state = draft.as_mut().ok_or_else(|| StoreError::Backend("an earlier call has failed".into()))?;
        let outcome = self.memory.call(call, state).and_then(|()| work(state));
        if outcome.is_err() {
            *draft = None;
        }
        outcome
    }

    /// The same for what cannot go wrong.
    fn ask<T>(&self, call: &'static str, ask: impl FnOnce(&mut State) -> T) -> Result<T> {
        self.run(call, |state| Ok(ask(state)))
    }
}

#[async_trait]
impl Commit for Unit {
    async fn commit(self: Box<Self>) -> Result<()> {
        let draft = self.run("Store::commit", |state| Ok(std::mem::take(state)))?;
        self.memory.change(|state| *state = draft);
        Ok(())
    }
}
