//! Ports over a real store, one call of which fails.
//!
//! Every call is counted: each read, each begin, each call of a repository, each commit. The n-th is answered with
//! [`StoreError::Unavailable`], in one of two ways, see [`Fault`]. A test runs a use case with n = 1, 2, 3 and so on until no
//! call is left to fail, and so meets every way in which the database can go away halfway.
//!
//! It refuses a call through the pool while a unit of work is open, with a panic: under load each such caller holds one connection
//! and waits for a second one that the others hold.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use application::Ports;
pub use application::ports::{COMMIT, Kind};
use application::ports::{Intercepted, Interceptor, Result, Store, StoreError, UnitOfWork};
use async_trait::async_trait;
use domain::time::Month;

/// How a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It never reaches the store.
    Lost,
    /// It does its work, and its answer is lost. A commit that fails like this has happened.
    Unheard,
}

/// Ports whose n-th call to the store fails.
#[derive(Clone)]
pub struct Failing {
    ports: Ports,
    calls: Arc<Calls>,
}

struct Calls {
    nth: usize,
    fault: Fault,
    made: Mutex<Vec<(&'static str, Kind)>>,
    /// Whether a unit of work is open. A use case has one at a time.
    is_open: AtomicBool,
}

/// An open unit of work; it ends with the value.
struct Open(Arc<Calls>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.is_open.store(false, Ordering::SeqCst);
    }
}

impl Calls {
    /// What goes through the pool has to come before a unit of work, or after it.
    fn refuse_beside_a_unit(&self, name: &'static str) {
        assert!(!self.is_open.load(Ordering::SeqCst), "{name} goes through the pool while a unit of work is open");
    }

    /// Counts a call and makes it, unless it is the one that fails.
    async fn pass<T>(&self, name: &'static str, kind: Kind, call: impl Future<Output = Result<T>>) -> Result<T> {
        let fault = {
            let mut made = self.made.lock().expect("no test thread died with the lock");
            made.push((name, kind));
            (made.len() == self.nth).then_some(self.fault)
        };
        if fault == Some(Fault::Lost) {
            return Err(away());
        }
        let answer = call.await?;
        if fault == Some(Fault::Unheard) { Err(away()) } else { Ok(answer) }
    }
}

fn away() -> StoreError {
    StoreError::Unavailable("the test took it away".into())
}

impl Failing {
    /// Over `ports`, the `nth` call, counted from 1, fails.
    pub fn new(ports: &Ports, nth: usize, fault: Fault) -> Self {
        Self {
            ports: ports.clone(),
            calls: Arc::new(Calls { nth, fault, made: Mutex::new(Vec::new()), is_open: AtomicBool::new(false) }),
        }
    }

    pub fn ports(&self) -> Ports {
        let reads = Intercepted { inner: self.ports.reads.clone(), interceptor: Pool(self.calls.clone()) };
        Ports { store: Arc::new(self.clone()), reads: Arc::new(reads), ..self.ports.clone() }
    }

    pub fn calls(&self) -> Vec<(&'static str, Kind)> {
        self.calls.made.lock().expect("no test thread died with the lock").clone()
    }

    /// The call that failed; `None` where there were fewer.
    pub fn failed(&self) -> Option<&'static str> {
        self.calls().get(self.calls.nth.wrapping_sub(1)).map(|(name, _)| *name)
    }
}

/// The reads, through the pool.
struct Pool(Arc<Calls>);

impl Interceptor for Pool {
    async fn intercept<T: Send>(
        &self,
        name: &'static str,
        kind: Kind,
        call: impl Future<Output = Result<T>> + Send,
    ) -> Result<T> {
        self.0.refuse_beside_a_unit(name);
        self.0.pass(name, kind, call).await
    }
}

impl Interceptor for Open {
    async fn intercept<T: Send>(
        &self,
        name: &'static str,
        kind: Kind,
        call: impl Future<Output = Result<T>> + Send,
    ) -> Result<T> {
        self.0.pass(name, kind, call).await
    }
}

impl Failing {
    /// A unit of work that `begins`, unless this is the call that fails.
    async fn begin_as(
        &self,
        call: &'static str,
        begins: impl Future<Output = Result<Box<dyn UnitOfWork>>>,
    ) -> Result<Box<dyn UnitOfWork>> {
        self.calls.refuse_beside_a_unit(call);
        let inner = self.calls.pass(call, Kind::Begins, begins).await?;
        self.calls.is_open.store(true, Ordering::SeqCst);
        Ok(Box::new(Intercepted { inner, interceptor: Open(self.calls.clone()) }))
    }
}

#[async_trait]
impl Store for Failing {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>> {
        self.begin_as("Store::begin", self.ports.store.begin()).await
    }

    async fn begin_alone(&self, month: Month) -> Result<Box<dyn UnitOfWork>> {
        self.begin_as("Store::begin_alone", self.ports.store.begin_alone(month)).await
    }
}
