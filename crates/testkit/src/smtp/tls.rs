//! A certificate of the test's own.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

/// A certificate that vouches for itself, and its key.
#[derive(Clone)]
pub struct Certificate {
    pem: String,
    key_pem: String,
    chain: CertificateDer<'static>,
    key: Vec<u8>,
}

impl Certificate {
    pub fn for_this_machine() -> Self {
        Self::of(&["localhost", "127.0.0.1"])
    }

    /// A certificate for these hosts.
    pub fn of(hosts: &[&str]) -> Self {
        let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(hosts).expect("a certificate");
        Self {
            pem: cert.pem(),
            key_pem: signing_key.serialize_pem(),
            chain: cert.der().clone(),
            key: signing_key.serialize_der(),
        }
    }

    /// What a client has to trust, as PEM.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// Writes it where a program looks for the certificates that it trusts.
    pub fn write_to(&self, path: &Path) {
        fs::write(path, &self.pem).expect("a file for a certificate");
    }

    /// Writes its key where a server looks for it.
    pub fn write_key_to(&self, path: &Path) {
        fs::write(path, &self.key_pem).expect("a file for a key");
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(self.key.clone()));
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions that the provider has")
            .with_no_client_auth()
            .with_single_cert(vec![self.chain.clone()], key)
            .expect("a certificate and its key");
        TlsAcceptor::from(Arc::new(config))
    }
}
