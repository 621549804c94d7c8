//! Hashing and secrets that a test can foresee, and documents that keep what they are given.

use super::{Fakes, FixedClock, at};
use crate::mail::Confidential;
use crate::memory::State;
use crate::ports::{
    BasicLogin, Cell, Claims, DocumentError, LinkToken, MockDocuments, MockPasswords, NoRandomness, OneTimeCodes,
    Outbound, OutboundAnswer, OutboundFault, Overloaded, PasswordHash, Passwords, ProviderTokens, Seals, Secrets,
    Ticket, Tokens, Workers,
};
use crate::sign_in::ProviderClient;
use async_trait::async_trait;
use domain::Instant;
use domain::person::NewPassword;
use domain::second_factor::{FactorKey, RECOVERY_CODES};
use domain::sign_in::{Algorithm, ClaimValue, Endpoint, Issuer, KeyMaterial, Provider, ProviderName};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Does everything at once.
pub(super) struct AtOnce;

#[async_trait]
impl Workers for AtOnce {
    async fn run(&self, work: Box<dyn FnOnce() + Send>) {
        work();
    }
    async fn rest(&self, _: Duration) {}
}

/// The password that is generated.
pub(crate) const GENERATED: &str = "Generated123";

pub(crate) fn hash_of(password: &str) -> PasswordHash {
    PasswordHash(format!("hash of {password}"))
}

/// The hash of a password says what it is.
pub(crate) struct PlainPasswords;

#[async_trait]
impl Passwords for PlainPasswords {
    async fn verify(&self, password: &str, hash: Option<PasswordHash>) -> Result<bool, Overloaded> {
        Ok(hash == Some(hash_of(password)))
    }
    async fn hash(&self, password: &NewPassword) -> Result<PasswordHash, Overloaded> {
        Ok(hash_of(password.reveal()))
    }
}

/// While a password is hashed somebody else makes this change.
pub(crate) fn changing_meanwhile(fakes: Fakes, change: fn(&mut State)) -> Fakes {
    let (mut passwords, memory) = (MockPasswords::new(), fakes.memory.clone());
    passwords.expect_verify().returning(|password, hash| Ok(hash == Some(hash_of(password))));
    passwords.expect_hash().returning(move |password| {
        memory.change(change);
        Ok(hash_of(password.reveal()))
    });
    Fakes { passwords: Arc::new(passwords), ..fakes }
}

/// The queue for password work is full when a password is to be hashed.
pub(crate) fn overloaded(fakes: Fakes) -> Fakes {
    let mut passwords = MockPasswords::new();
    passwords.expect_verify().returning(|password, hash| Ok(hash == Some(hash_of(password))));
    passwords.expect_hash().returning(|_| Err(Overloaded));
    Fakes { passwords: Arc::new(passwords), ..fakes }
}

/// The generated password is always the same; the tokens are `secret`, `secret 2` and so on.
#[derive(Default)]
pub(crate) struct PlainSecrets(AtomicU32);

impl Secrets for PlainSecrets {
    fn password(&self) -> Result<NewPassword, NoRandomness> {
        Ok(NewPassword::generated(GENERATED).unwrap())
    }
    fn link_token(&self) -> Result<LinkToken, NoRandomness> {
        let token = match self.0.fetch_add(1, Ordering::SeqCst) {
            0 => "secret".to_owned(),
            n => format!("secret {}", n + 1),
        };
        Ok(LinkToken { fingerprint: self.fingerprint(&token), token: Confidential(token) })
    }
    fn fingerprint(&self, token: &str) -> String {
        format!("fingerprint of {token}")
    }
    fn challenge(&self, verifier: &str) -> String {
        format!("challenge of {verifier}")
    }
}

/// Nothing is hidden.
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

/// A provider called Acme that is never called.
pub(crate) fn acme() -> Arc<ProviderClient> {
    let provider = Provider {
        label: "Acme".into(),
        ..Provider::new(
            ProviderName::parse("acme").unwrap(),
            Issuer::parse("https://id.example.org").unwrap(),
            "daybook".into(),
        )
    };
    let clock = Arc::new(FixedClock(at("2026-06-10T10:00:00Z")));
    Arc::new(ProviderClient::new(provider, Arc::new(NeverCalled), Arc::new(NeverCalled), clock))
}

struct NeverCalled;

#[async_trait]
impl Outbound for NeverCalled {
    async fn get(&self, from: &Endpoint, _: Option<&Confidential>) -> Result<OutboundAnswer, OutboundFault> {
        panic!("{from:?} was called")
    }
    async fn post_form(
        &self,
        to: &Endpoint,
        _: &[(&str, &str)],
        _: Option<BasicLogin<'_>>,
    ) -> Result<OutboundAnswer, OutboundFault> {
        panic!("{to:?} was called")
    }
}

impl ProviderTokens for NeverCalled {
    fn json(&self, _: &[u8]) -> Option<ClaimValue> {
        None
    }
    fn header(&self, _: &str) -> Option<ClaimValue> {
        None
    }
    fn claims(&self, _: &str, _: Algorithm, _: &KeyMaterial) -> Option<ClaimValue> {
        None
    }
}

/// The tokens of sessions say who has them; tickets are kept, and counted.
#[derive(Default)]
pub(crate) struct PlainTokens(Mutex<Vec<Ticket>>);

impl Tokens for PlainTokens {
    fn issue(&self, claims: Claims, _: Instant, _: Instant) -> String {
        format!("token of {}", claims.session)
    }
    fn read(&self, _: &str) -> Option<Claims> {
        None
    }
    fn issue_ticket(&self, ticket: &Ticket) -> String {
        let mut tickets = self.0.lock().unwrap();
        tickets.push(ticket.clone());
        tickets.len().to_string()
    }
    fn read_ticket(&self, ticket: &str) -> Option<Ticket> {
        self.0.lock().unwrap().get(ticket.parse::<usize>().ok()?.checked_sub(1)?).cloned()
    }
}

/// The code of a step is its number, whatever the key.
pub(crate) struct PlainCodes;

/// The code that an app shows so many steps after the instant at which the clock of the fakes stands.
pub(crate) fn code_of(steps_later: i64) -> String {
    let now: Instant = "2026-06-10T10:00:00Z".parse().unwrap();
    format!("{:06}", (now.timestamp() / 30 + steps_later) % 1_000_000)
}

/// The recovery code with this number, from 0.
pub(crate) fn recovery_code(number: usize) -> String {
    format!("ABCDEFGH{}{}", ["2", "3"][number / 5], ["4", "5", "6", "7", "8"][number % 5])
}

impl OneTimeCodes for PlainCodes {
    fn key(&self) -> Result<FactorKey, NoRandomness> {
        Ok(FactorKey::new("KEY".into()))
    }
    fn step_of(&self, _: &FactorKey, code: &str, steps: &[i64]) -> Option<i64> {
        steps.iter().copied().find(|step| format!("{:06}", step % 1_000_000) == code)
    }
    fn recovery_codes(&self) -> Result<Vec<String>, NoRandomness> {
        Ok((0..RECOVERY_CODES).map(recovery_code).collect())
    }
    fn recovery_fingerprint(&self, key: &FactorKey, code: &str) -> String {
        format!("{} {code}", key.reveal())
    }
}

/// What a table is made of: its headings first.
pub(crate) type Written = Arc<Mutex<Vec<Vec<Cell>>>>;

/// `fakes` with documents that keep what they are given.
pub(crate) fn writing(fakes: Fakes) -> (Fakes, Written) {
    let (mut documents, kept) = (MockDocuments::new(), Written::default());
    let keep = kept.clone();
    documents.expect_table_csv().times(1).returning(move |table| {
        let headings = table.columns.iter().map(|column| Cell::text(column.heading)).collect();
        keep.lock().unwrap().push(headings);
        keep.lock().unwrap().extend(table.rows);
        Box::new(std::iter::once(Err(DocumentError::Failed("full".into()))))
    });
    (Fakes { documents: Arc::new(documents), ..fakes }, kept)
}
