//! Where the portal listens.

use std::net::SocketAddr;
use std::path::PathBuf;

/// An address and port, or a Unix socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Listen {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

impl Listen {
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        const FORM: &str = "must be an IP address and a port, as in 127.0.0.1:8080, or a Unix socket, as in \
                            unix:/run/daybook/daybook.sock";
        match text.trim().strip_prefix("unix:") {
            Some("") => Err(FORM),
            Some(path) => Ok(Self::Unix(path.into())),
            None => text.trim().parse().map(Self::Tcp).map_err(|_| FORM),
        }
    }

    /// Whether only this machine can connect. A Unix socket does not count, because its proxy forwards others.
    pub(crate) fn is_loopback(&self) -> bool {
        matches!(self, Self::Tcp(address) if address.ip().is_loopback())
    }

    pub(crate) fn is_socket(&self) -> bool {
        matches!(self, Self::Unix(_))
    }
}

impl Default for Listen {
    fn default() -> Self {
        Self::Tcp(SocketAddr::from(([127, 0, 0, 1], 8080)))
    }
}

impl std::fmt::Display for Listen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}
