//! Where an event comes from: who acted, in which role, and through what.

use domain::id::{SessionId, UserId};
use domain::person::Role;
use domain::throttle::address_key;
use std::net::IpAddr;

/// The id of a request, which its answer and its lines in the log carry too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestId(u64);

impl RequestId {
    /// The id with this number.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// 16 hexadecimal digits.
impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The request that a use case answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    pub id: RequestId,
    pub address: IpAddr,
}

impl Request {
    /// The IP address as it is counted: of IPv6 the network of 64 bits.
    pub fn counted_address(&self) -> String {
        address_key(self.address)
    }
}

domain::names! {
    /// Through what the portal was made to act (oversight.md 1.1).
    pub enum Source {
        Portal = "portal",
        /// A periodic job. Nobody acts in it.
        Job = "job",
        /// A command of the operator, or the first start. Nobody with an account acts in it.
        Command = "command",
    }
}

/// Where an event comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    pub source: Source,
    /// Who acted, and in which role at that moment; `None` where nobody was signed in.
    pub actor: Option<(UserId, Role)>,
    /// The manager for whom the actor stood in.
    pub on_behalf_of: Option<UserId>,
    pub session: Option<SessionId>,
    pub request: Option<Request>,
}

impl Origin {
    /// A request of somebody who is not signed in.
    pub const fn visitor(request: Request) -> Self {
        Self { request: Some(request), ..Self::of(Source::Portal) }
    }

    /// A request that shows by itself who makes it: a sign-in, a reset link, a registration.
    pub const fn person(user: UserId, role: Role, request: Request) -> Self {
        Self { actor: Some((user, role)), ..Self::visitor(request) }
    }

    /// Somebody for whom an instance goes on with what another one began.
    pub const fn resumed(user: UserId, role: Role) -> Self {
        Self { actor: Some((user, role)), ..Self::of(Source::Portal) }
    }

    /// A periodic job.
    pub const fn job() -> Self {
        Self::of(Source::Job)
    }

    /// A command of the operator.
    pub const fn command() -> Self {
        Self::of(Source::Command)
    }

    const fn of(source: Source) -> Self {
        Self { source, actor: None, on_behalf_of: None, session: None, request: None }
    }
}
