//! Tokens and codes that a test can foresee.

use application::ports::{Claims, NoRandomness, OneTimeCodes, Seals, Ticket, Tokens};
use chrono::Duration;
use domain::Instant;
use domain::id::SessionId;
use domain::second_factor::FactorKey;
use uuid::Uuid;

use crate::portal::{now, password, secrets, session, user};

/// The token of a person is the person's number.
pub(crate) struct PlainTokens;

impl Tokens for PlainTokens {
    fn issue(&self, claims: Claims, _: Instant, _: Instant) -> String {
        claims.user.uuid().as_u128().to_string()
    }

    fn read(&self, token: &str) -> Option<Claims> {
        let n = token.parse().ok()?;
        Some(Claims { user: user(n), session: session(n) })
    }

    fn issue_ticket(&self, ticket: &Ticket) -> String {
        ticket.user.uuid().as_u128().to_string()
    }

    fn read_ticket(&self, ticket: &str) -> Option<Ticket> {
        let n = ticket.parse().ok()?;
        let (session, password) = (SessionId::new(Uuid::from_u128(600 + n)), secrets(false).fingerprint(&password(n)));
        Some(Ticket { user: user(n), session, password, expires_at: now() + Duration::minutes(5) })
    }
}

/// Every step has one code, and nothing is random.
pub(crate) struct PlainCodes;

/// The code of every step.
pub(crate) const CODE: &str = "287082";

/// A recovery code; there are ten like it, each with another letter at its end.
pub(crate) const RECOVERY_CODE: &str = "ABCDE2345A";

impl OneTimeCodes for PlainCodes {
    fn key(&self) -> Result<FactorKey, NoRandomness> {
        Ok(FactorKey::new("KEY".into()))
    }

    fn step_of(&self, _: &FactorKey, code: &str, steps: &[i64]) -> Option<i64> {
        steps.last().copied().filter(|_| code == CODE)
    }

    fn recovery_codes(&self) -> Result<Vec<String>, NoRandomness> {
        Ok("ABCDEFGHJK".chars().map(|letter| format!("ABCDE2345{letter}")).collect())
    }

    fn recovery_fingerprint(&self, _: &FactorKey, code: &str) -> String {
        format!("{code:0>64}")
    }
}

/// Nothing here is hidden.
pub(crate) struct PlainSeals;

impl Seals for PlainSeals {
    fn seal(&self, purpose: &str, fields: &[&str]) -> Result<String, NoRandomness> {
        Ok(format!("{purpose}|{}", fields.join("|")))
    }

    fn open(&self, purpose: &str, sealed: &str) -> Option<Vec<String>> {
        let fields = sealed.strip_prefix(purpose)?.strip_prefix('|')?;
        Some(fields.split('|').map(str::to_owned).collect())
    }
}
