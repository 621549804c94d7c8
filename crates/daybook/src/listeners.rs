//! The addresses on which the portal listens.

use crate::config::{Config, Listen};
use crate::socket_file::{SocketFile, listen_at};
use crate::wiring::StartError;
use std::net::TcpListener;
use web::Listener;

/// The open listeners: one for people and one for monitoring.
pub(crate) struct Listeners {
    pub(crate) people: Listener,
    /// The file of a Unix socket, which is removed when it is dropped.
    pub(crate) socket_file: Option<SocketFile>,
    pub(crate) watchers: Option<TcpListener>,
}

impl Listeners {
    pub(crate) fn open(config: &Config) -> Result<Self, StartError> {
        let (people, socket_file) = named("DAYBOOK_LISTEN", &config.listen, open)?;
        let watchers = config
            .metrics_listen
            .map(|address| named("DAYBOOK_METRICS_LISTEN", &address, |address| TcpListener::bind(address)));
        Ok(Self { people, socket_file, watchers: watchers.transpose()? })
    }

    /// A second handle on the listener for people, through which a stop admits no new connections. A Unix socket needs only its
    /// file.
    pub(crate) fn door(&self) -> Result<Option<TcpListener>, StartError> {
        match &self.people {
            Listener::Tcp(listener) => listener
                .try_clone()
                .map(Some)
                .map_err(|error| StartError::Failed(format!("the listener cannot be used twice: {error}"))),
            Listener::Unix(_) => Ok(None),
        }
    }
}

fn open(address: &Listen) -> std::io::Result<(Listener, Option<SocketFile>)> {
    match address {
        Listen::Tcp(address) => TcpListener::bind(address).map(|listener| (Listener::Tcp(listener), None)),
        Listen::Unix(path) => listen_at(path).map(|(listener, file)| (Listener::Unix(listener), Some(file))),
    }
}

/// Opens the address of a setting. An error names both.
fn named<A: std::fmt::Display, T>(
    setting: &str,
    address: &A,
    open: impl FnOnce(&A) -> std::io::Result<T>,
) -> Result<T, StartError> {
    open(address).map_err(|error| StartError::Failed(format!("{setting} {address} cannot be used: {error}")))
}
