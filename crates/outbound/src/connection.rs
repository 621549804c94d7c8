//! A connection to a server, encrypted where its address says so.

use crate::Failure;
use futures_util::future::select_ok;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Url};

/// The most addresses of a host that are tried.
const ADDRESSES: usize = 8;
/// How long one address has, before the next is tried beside it: a machine may have an address of IPv6 and no way out with it.
const HEAD_START: Duration = Duration::from_millis(250);

/// A connection of either kind.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Whose certificates are trusted: those of the machine, which are read at the first encrypted call, and a few more.
#[derive(Default)]
pub(crate) struct Trust {
    more: Vec<Vec<u8>>,
    connector: OnceCell<TlsConnector>,
}

impl Trust {
    pub(crate) fn add(&mut self, pem: Vec<u8>) {
        self.more.push(pem);
    }

    /// Connects to the server of an address.
    pub(crate) async fn connect(&self, url: &Url) -> Result<Box<dyn Stream>, Failure> {
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Failure::Refused("the address has no host".to_owned()));
        };
        let broken = |error: io::Error| Failure::Broken(error.to_string());
        let stream = dial(&host, port).await.map_err(broken)?;
        stream.set_nodelay(true).map_err(broken)?;
        if url.scheme() != "https" {
            return Ok(Box::new(stream));
        }
        let connector = self.connector.get_or_try_init(|| self.read()).await?;
        let name = match host {
            Host::Domain(name) => {
                ServerName::try_from(name.to_owned()).map_err(|error| Failure::Refused(error.to_string()))?
            }
            Host::Ipv4(address) => ServerName::from(std::net::IpAddr::from(address)),
            Host::Ipv6(address) => ServerName::from(std::net::IpAddr::from(address)),
        };
        Ok(Box::new(connector.connect(name, stream).await.map_err(broken)?))
    }

    async fn read(&self) -> Result<TlsConnector, Failure> {
        let mut roots = RootCertStore::empty();
        let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs);
        let found = found.await.map_err(|error| Failure::Broken(error.to_string()))?;
        // A machine may have one that nobody can read; those that can be read count.
        roots.add_parsable_certificates(found.certs);
        for pem in &self.more {
            roots.add_parsable_certificates(CertificateDer::pem_slice_iter(pem).flatten());
        }
        if roots.is_empty() {
            return Err(Failure::Refused("this machine has no certificates of authorities to trust".to_owned()));
        }
        let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| Failure::Refused(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(TlsConnector::from(Arc::new(config)))
    }
}

/// The first of the addresses of a host that takes a connection.
async fn dial(host: &Host<&str>, port: u16) -> io::Result<TcpStream> {
    let addresses: Vec<SocketAddr> = match host {
        Host::Domain(name) => lookup_host((*name, port)).await?.take(ADDRESSES).collect(),
        Host::Ipv4(address) => vec![(*address, port).into()],
        Host::Ipv6(address) => vec![(*address, port).into()],
    };
    if addresses.is_empty() {
        return Err(io::Error::other("the host has no address"));
    }
    let mut wait = Duration::ZERO;
    let tries = addresses.into_iter().map(|address| {
        let before = wait;
        wait += HEAD_START;
        Box::pin(async move {
            tokio::time::sleep(before).await;
            TcpStream::connect(address).await
        })
    });
    select_ok(tries).await.map(|(stream, _)| stream)
}
