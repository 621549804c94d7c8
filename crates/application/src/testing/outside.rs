//! Hashing and secrets that a test can foresee, and documents that keep what they are given.

use super::Fakes;
use crate::mail::Confidential;
use crate::memory::State;
use crate::ports::{
    Cell, DocumentError, LinkToken, MockDocuments, MockPasswords, NoRandomness, Overloaded, PasswordHash, Passwords,
    Secrets,
};
use async_trait::async_trait;
use domain::person::NewPassword;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

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
