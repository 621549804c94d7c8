//! How the ports of the store are declared, and what sees each of their calls.

use super::{Commit, Result, UnitOfWork};
use async_trait::async_trait;

/// What a call has to do with the days of people, which the gate of months (`crate::gate`) is asked about. Each call of a unit of
/// work is declared with its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It begins a unit of work.
    Begins,
    /// It asks the gate: of any days, or of the day of a submission with what that reads anyway.
    Asks,
    ChangesDays,
    /// It writes, but changes no day: accounts and managers hold from today on (months.md 1.7), and the others follow a change that
    /// has passed.
    Writes,
    /// It only looks, or locks, or it ends a unit of work.
    Looks,
}

/// The name of the call that ends a unit of work.
pub const COMMIT: &str = "Store::commit";

/// Sees each call of the ports in an [`Intercepted`].
pub trait Interceptor: Send + Sync {
    /// Makes the call that is `answer`, or fails in its place. `name` is its port and its own name, as in [`COMMIT`].
    fn intercept<T: Send>(
        &self,
        name: &'static str,
        kind: Kind,
        answer: impl Future<Output = Result<T>> + Send,
    ) -> impl Future<Output = Result<T>> + Send;
}

/// Reads or a unit of work, `behind` an interceptor.
pub struct Intercepted<B, I> {
    pub behind: B,
    pub by: I,
}

#[async_trait]
impl<I: Interceptor> Commit for Intercepted<Box<dyn UnitOfWork>, I> {
    async fn commit(self: Box<Self>) -> Result<()> {
        let Self { behind, by } = *self;
        by.intercept(COMMIT, Kind::Looks, behind.commit()).await
    }
}

/// Declares a port, and implements it for what is [`Intercepted`], so that no decorator lists its calls again.
///
/// Before the trait stands of what the port is a part, and by which name. A call of a unit of work does not compile without its
/// [`Kind`]: `[Writes] async fn …`. What is read through the pool only looks.
macro_rules! port {
    (Reads::$reads:ident, UnitOfWork::$work:ident => $($port:tt)+) => {
        port! { Reads::$reads => $($port)+ }
        port! { @intercept_looks [Box<dyn $crate::ports::UnitOfWork>] $work $($port)+ }
    };
    (Reads::$area:ident => $($port:tt)+) => {
        port! { @declare $($port)+ }
        port! { @intercept_looks [std::sync::Arc<dyn $crate::ports::Reads>] $area $($port)+ }
    };
    (UnitOfWork::$area:ident => $($port:tt)+) => {
        port! { @declare $($port)+ }
        port! { @intercept [Box<dyn $crate::ports::UnitOfWork>] $area $($port)+ }
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
    (@intercept_looks $behind:tt $area:ident $(#[$about:meta])* pub trait $port:ident: Send + Sync {
        $($(#[$doc:meta])* async fn $name:ident $arguments:tt -> $answer:ty;)+
    }) => {
        port! { @intercept $behind $area pub trait $port: Send + Sync {
            $([Looks] async fn $name $arguments -> $answer;)+
        } }
    };
    (@intercept [$behind:ty] $area:ident $(#[$about:meta])* pub trait $port:ident: Send + Sync {
        $(
            $(#[$doc:meta])*
            [$kind:ident] async fn $name:ident(&self $(, $argument:ident: $type:ty)* $(,)?) -> $answer:ty;
        )+
    }) => {
        #[async_trait::async_trait]
        impl<I: $crate::ports::Interceptor> $port for $crate::ports::Intercepted<$behind, I> {
            $(async fn $name(&self, $($argument: $type),*) -> $answer {
                let name = concat!(stringify!($port), "::", stringify!($name));
                let answer = self.behind.$area().$name($($argument),*);
                self.by.intercept(name, $crate::ports::Kind::$kind, answer).await
            })+
        }
    };
}
