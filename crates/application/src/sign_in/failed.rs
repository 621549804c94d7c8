//! A way by a provider that failed: what the person is told, what the log says, and what the page takes along to show it.

use super::{ProviderFault, TokenFault};
use crate::events::{Event, Origin, Request};
use crate::ports::UnitOfWork;
use crate::sessions::events::{Outcome, sign_in_failed};
use crate::throttling::take_place;
use crate::{Error, Ports, Result};
use domain::Instant;
use domain::id::UserId;
use domain::person::EmailAddress;
use domain::sign_in::{CODE_LIFETIME, Provider, SignInFailure};
use domain::throttle::Budget;

/// What a failure is sealed for.
const PURPOSE: &str = "failure";

/// A way by a provider failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInError {
    pub failure: SignInFailure,
    /// What people call the provider.
    pub label: String,
    /// Whose account it is about, where that is known.
    pub user: Option<UserId>,
    /// For the log alone. `None` where the failure says all, or has been logged before.
    pub reason: Option<String>,
}

impl From<SignInError> for Error {
    fn from(error: SignInError) -> Self {
        Self::SignIn(Box::new(error))
    }
}

/// Makes the errors of a provider.
#[derive(Clone, Copy)]
pub(super) struct Fails<'a>(pub(super) &'a Provider);

impl Fails<'_> {
    pub(super) fn with(self, failure: SignInFailure) -> Error {
        self.about(None, failure)
    }

    pub(super) fn about(self, user: Option<UserId>, failure: SignInFailure) -> Error {
        SignInError { failure, label: self.0.label.clone(), user, reason: None }.into()
    }

    pub(super) fn because(self, failure: SignInFailure, reason: impl Into<String>) -> Error {
        SignInError { failure, label: self.0.label.clone(), user: None, reason: Some(reason.into()) }.into()
    }

    pub(super) fn failed(self, reason: impl Into<String>) -> Error {
        self.because(SignInFailure::Failed, reason)
    }

    pub(super) fn fault(self, fault: ProviderFault) -> Error {
        match fault {
            ProviderFault::Away(reason) => self.because(SignInFailure::Away, reason),
            ProviderFault::Answer(reason) => self.failed(reason),
        }
    }

    pub(super) fn token(self, fault: TokenFault) -> Error {
        match fault {
            TokenFault::Provider(fault) => self.fault(fault),
            TokenFault::Refused(why) => self.because((&why).into(), TokenFault::Refused(why).to_string()),
        }
    }
}

/// The bucket of the ways that failed from one IP address.
fn failures(request: Request) -> String {
    format!("callback:{}", request.counted_address())
}

/// Whether another answer from this IP address is looked at. Each may call the provider, and strangers can send invented ones: once as
/// many have failed as passwords may, so many a minute are left.
pub(super) async fn has_place(work: &dyn UnitOfWork, ports: &Ports, request: Request) -> Result<bool> {
    let (bucket, now) = (failures(request), ports.clock.now());
    let budget = Budget::logins(ports.limits.login_address);
    if work.throttles().load(&bucket).await?.take(budget, now).is_ok() {
        return Ok(true);
    }
    match take_place(work, &format!("{bucket} crowded"), Budget::crowded(), now).await {
        Err(Error::Throttled { .. }) => Ok(false),
        taken => taken.map(|()| true),
    }
}

impl SignInError {
    /// The failure for the page, which brings it back to have its sentence. Nobody else can make the page say something.
    pub fn seal(&self, ports: &Ports) -> Result<String> {
        let (kind, told) = match &self.failure {
            SignInFailure::UnverifiedEmail => ("unverified", String::new()),
            SignInFailure::NoEmail => ("no-email", String::new()),
            SignInFailure::NoAccount(email) => ("no-account", email.as_str().to_owned()),
            SignInFailure::LinkedElsewhere(email) => ("linked-elsewhere", email.as_str().to_owned()),
            SignInFailure::Cancelled => ("cancelled", String::new()),
            SignInFailure::TookTooLong => ("took-too-long", String::new()),
            SignInFailure::Away => ("away", String::new()),
            SignInFailure::Clocks(seconds) => ("clocks", seconds.to_string()),
            SignInFailure::Blocked => ("blocked", String::new()),
            SignInFailure::Inactive => ("inactive", String::new()),
            SignInFailure::Failed => ("failed", String::new()),
        };
        let until = (ports.clock.now() + CODE_LIFETIME).to_rfc3339();
        Ok(ports.seals.seal(PURPOSE, &[kind, &told, &self.label, &until])?)
    }

    /// What a page has brought back, and until when it may.
    pub(super) fn open(ports: &Ports, sealed: &str) -> Option<(Self, Instant)> {
        let fields = ports.seals.open(PURPOSE, sealed)?;
        let [kind, told, label, until] = fields.as_slice() else { return None };
        let email = || EmailAddress::parse(told).ok();
        let failure = match kind.as_str() {
            "unverified" => SignInFailure::UnverifiedEmail,
            "no-email" => SignInFailure::NoEmail,
            "no-account" => SignInFailure::NoAccount(email()?),
            "linked-elsewhere" => SignInFailure::LinkedElsewhere(email()?),
            "cancelled" => SignInFailure::Cancelled,
            "took-too-long" => SignInFailure::TookTooLong,
            "away" => SignInFailure::Away,
            "clocks" => SignInFailure::Clocks(told.parse().ok()?),
            "blocked" => SignInFailure::Blocked,
            "inactive" => SignInFailure::Inactive,
            _ => SignInFailure::Failed,
        };
        let error = Self { failure, label: label.clone(), user: None, reason: None };
        Some((error, until.parse().ok()?))
    }

    /// What the audit log calls it. Nothing is recorded of somebody who cancelled, or took too long.
    fn outcome(&self) -> Option<Outcome> {
        match self.failure {
            SignInFailure::Cancelled | SignInFailure::TookTooLong => None,
            SignInFailure::UnverifiedEmail | SignInFailure::NoEmail => Some(Outcome::UnverifiedEmail),
            SignInFailure::NoAccount(_) => Some(Outcome::NoAccount),
            SignInFailure::LinkedElsewhere(_) => Some(Outcome::LinkedElsewhere),
            SignInFailure::Away | SignInFailure::Clocks(_) | SignInFailure::Failed => Some(Outcome::ProviderError),
            SignInFailure::Blocked => Some(Outcome::Blocked),
            SignInFailure::Inactive => Some(Outcome::Inactive),
        }
    }

    /// Records it, as often as failed passwords may be tried from one IP address. Beyond that it stands in the log alone.
    pub(super) async fn note(&self, ports: &Ports, request: Request) -> Result<()> {
        let Some(outcome) = self.outcome() else { return Ok(()) };
        let now = ports.clock.now();
        let work = ports.store.begin().await?;
        let budget = Budget::logins(ports.limits.login_address);
        // While a provider is away, everybody fails, and that is no reason to keep them out.
        if self.failure == SignInFailure::Failed {
            match take_place(work.as_ref(), &failures(request), budget, now).await {
                Err(Error::Throttled { .. }) => {}
                taken => taken?,
            }
        }
        let bucket = format!("provider:{}", request.counted_address());
        match take_place(work.as_ref(), &bucket, budget, now).await {
            Err(Error::Throttled { .. }) => return Ok(work.commit().await?),
            taken => taken?,
        }
        let what = sign_in_failed(self.user, outcome);
        work.events().append(&[Event::new(ports, now, Origin::visitor(request), what, Vec::new())]).await?;
        Ok(work.commit().await?)
    }
}
