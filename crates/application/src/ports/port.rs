//! How the ports of the store are declared, and what sees each of their calls.
//!
//! [`Intercepted`] and [`Interceptor`] serve tests: the failing store of `testkit` is made of them.

use super::{Commit, Result, UnitOfWork};
use async_trait::async_trait;

/// What a call does, as seen by the gate of months (`crate::gate`). Each call of a unit of work is declared with its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Begins,
    /// Asks the gate: for any days or, in a submission, together with the read of its day.
    Asks,
    ChangesDays,
    /// Writes, but changes no day: accounts and managers take effect today (months.md 1.7); the others accompany a change that
    /// passed the gate.
    Writes,
    /// Prolongs a mark with a time, as a lock that outlives its unit of work. It changes no day, and the gate may be asked after it.
    Marks,
    /// Reads or locks, or ends a unit of work.
    Looks,
}

/// The call that ends a unit of work, for an [`Interceptor`]. It stands for [`Commit::commit`].
pub const COMMIT: &str = "Store::commit";

/// Sees each call of the ports in an [`Intercepted`].
pub trait Interceptor: Send + Sync {
    /// Makes the `call`, or fails in its place. `name` is its port and its own name, as in [`COMMIT`].
    fn intercept<T: Send>(
        &self,
        name: &'static str,
        kind: Kind,
        call: impl Future<Output = Result<T>> + Send,
    ) -> impl Future<Output = Result<T>> + Send;
}

/// Reads or a unit of work, behind an interceptor.
pub struct Intercepted<B, I> {
    pub inner: B,
    pub interceptor: I,
}

#[async_trait]
impl<I: Interceptor> Commit for Intercepted<Box<dyn UnitOfWork>, I> {
    async fn commit(self: Box<Self>) -> Result<()> {
        let Self { inner, interceptor } = *self;
        interceptor.intercept(COMMIT, Kind::Looks, inner.commit()).await
    }
}

/// Declares a port, and implements it for what is [`Intercepted`], so that no decorator lists its calls again.
///
/// The line before the trait names the trait that has this port (`Reads`, `UnitOfWork` or both) and its accessor there. A call of a
/// unit of work does not compile without its [`Kind`]: `[Writes] async fn …`. Reads through the pool are [`Kind::Looks`].
macro_rules! port {
    (Reads, UnitOfWork::$accessor:ident => $($port:tt)+) => {
        port! { Reads::$accessor => $($port)+ }
        port! { @intercept_looks [Box<dyn $crate::ports::UnitOfWork>] $accessor $($port)+ }
    };
    (Reads::$accessor:ident => $($port:tt)+) => {
        port! { @declare $($port)+ }
        port! { @intercept_looks [std::sync::Arc<dyn $crate::ports::Reads>] $accessor $($port)+ }
    };
    (UnitOfWork::$accessor:ident => $($port:tt)+) => {
        port! { @declare $($port)+ }
        port! { @intercept [Box<dyn $crate::ports::UnitOfWork>] $accessor $($port)+ }
    };
    (@declare $(#[$about:meta])* pub trait $port:ident: Send + Sync {
        $(
            $(#[$doc:meta])*
            $([$kind:ident])? async fn $name:ident(&self $(, $argument:ident: $type:ty)* $(,)?) -> $answer:ty;
        )+
    }) => {
        $(#[$about])*
        #[async_trait::async_trait]
        pub trait $port: Send + Sync {
            $($(#[$doc])* async fn $name(&self, $($argument: $type),*) -> $answer;)+
        }
    };
    (@intercept_looks $inner:tt $accessor:ident $(#[$about:meta])* pub trait $port:ident: Send + Sync {
        $($(#[$doc:meta])* async fn $name:ident $arguments:tt -> $answer:ty;)+
    }) => {
        port! { @intercept $inner $accessor pub trait $port: Send + Sync {
            $([Looks] async fn $name $arguments -> $answer;)+
        } }
    };
    (@intercept [$inner:ty] $accessor:ident $(#[$about:meta])* pub trait $port:ident: Send + Sync {
        $(
            $(#[$doc:meta])*
            [$kind:ident] async fn $name:ident(&self $(, $argument:ident: $type:ty)* $(,)?) -> $answer:ty;
        )+
    }) => {
        #[async_trait::async_trait]
        impl<I: $crate::ports::Interceptor> $port for $crate::ports::Intercepted<$inner, I> {
            $(async fn $name(&self, $($argument: $type),*) -> $answer {
                let name = concat!(stringify!($port), "::", stringify!($name));
                let call = self.inner.$accessor().$name($($argument),*);
                self.interceptor.intercept(name, $crate::ports::Kind::$kind, call).await
            })+
        }
    };
}
