//! Calls to a real server on this machine, and what the portal makes of a provider that does not behave.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

mod calls;
mod providers;
mod tokens;

use application::sign_in::ProviderClient;
use outbound::{HttpOutbound, Limits};
use security::SignedTokens;
use std::sync::Arc;
use std::time::Duration;
use testkit::TestClock;
use testkit::provider::TestProvider;

/// Short, so that no test waits for the limits of a portal.
const SHORT: Limits = Limits { connect: Duration::from_millis(500), whole: Duration::from_secs(2), body: 1 << 20 };

/// A provider, the portal's clock and its client there.
async fn client() -> (TestProvider, Arc<TestClock>, Arc<ProviderClient>) {
    let provider = TestProvider::start().await;
    let clock = Arc::new(TestClock::default());
    clock.set("2026-06-10T09:00:00Z");
    let outbound = Arc::new(HttpOutbound::new(SHORT));
    let client = ProviderClient::new(provider.as_set("acme"), outbound, Arc::new(SignedTokens), clock.clone());
    (provider, clock, Arc::new(client))
}
