//! Calls to other servers, which nobody but the operator has named.

use crate::facts::Confidential;
use async_trait::async_trait;
use chrono::TimeDelta;
use domain::Instant;
use domain::sign_in::Endpoint;

/// What another server answered, whatever its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboundAnswer {
    pub status: u16,
    /// When it was given, by the clock over there, to the second.
    pub date: Option<Instant>,
    /// How long it may be kept, where it says so.
    pub keep_for: Option<TimeDelta>,
    pub body: Vec<u8>,
}

/// Why there is no answer, in words for the log and the operator. They repeat nothing that was sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OutboundFault(pub String);

/// The name and the secret of this portal at another server.
#[derive(Debug, Clone, Copy)]
pub struct BasicLogin<'a> {
    pub user: &'a str,
    pub password: &'a str,
}

/// Calls other servers. A call MUST end within 10 seconds, 5 of them to connect, and MUST NOT take more than 1 MiB, or follow a
/// redirect. The other server's certificate MUST be one that the machine trusts.
#[async_trait]
pub trait Outbound: Send + Sync {
    /// Reads. MUST be tried once more, in what is left of the time, where no whole answer came.
    async fn get(&self, from: &Endpoint, bearer: Option<&Confidential>) -> Result<OutboundAnswer, OutboundFault>;
    /// Sends the fields of a form. MUST be tried only once.
    async fn post_form(
        &self,
        to: &Endpoint,
        fields: &[(&str, &str)],
        login: Option<BasicLogin<'_>>,
    ) -> Result<OutboundAnswer, OutboundFault>;
}
