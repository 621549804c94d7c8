//! A mail server on this machine, of the kind that a test needs: one that takes every mail, or one that refuses, hangs, or
//! dies in the middle, with or without TLS and a login.

mod mail;
mod session;
mod tls;

pub use mail::Mail;
pub use tls::Certificate;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

/// How long an address may stay taken by its former user.
const LET_GO: Duration = Duration::from_secs(2);

/// How the server treats those who come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Accepts,
    /// Greets with 421 and closes.
    TurnsAway,
    /// Answers the sender with 550.
    RefusesTheSender,
    /// Answers the recipient with 550.
    RefusesTheRecipient,
    /// Answers the recipient with 530: sign in first.
    AsksToSignIn,
    /// Answers the whole mail with 451.
    Postpones,
    /// Answers the whole mail with 554, and repeats the addresses that stand in it.
    RefusesTheMail,
    /// Takes the connection and says nothing.
    NeverGreets,
    /// Takes the whole mail, keeps it, and says nothing.
    NeverAnswers,
    /// Takes the whole mail, keeps it, says so, and then says nothing more, nor closes.
    NeverParts,
    /// Closes the connection after the first lines of the mail.
    DiesInTheMail,
}

/// Whether and when the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    Never,
    /// Where the client asks for it (STARTTLS).
    OnDemand,
    /// From the first byte on.
    FromTheStart,
}

/// A mail that the server keeps.
#[derive(Debug, Clone)]
pub struct Received {
    /// The sender that was named to the server.
    pub from: String,
    pub to: Vec<String>,
    pub raw: String,
    pub user: Option<String>,
    pub is_encrypted: bool,
}

impl Received {
    pub fn mail(&self) -> Mail {
        Mail::parse(&self.raw)
    }
}

/// What a server is started with.
#[must_use]
#[derive(Clone)]
pub struct Setup {
    address: SocketAddr,
    manner: Manner,
    login: Option<(String, String)>,
    encryption: Encryption,
    certificate: Option<Certificate>,
}

impl Default for Setup {
    fn default() -> Self {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self { address, manner: Manner::Accepts, login: None, encryption: Encryption::Never, certificate: None }
    }
}

impl Setup {
    pub fn at(self, address: SocketAddr) -> Self {
        Self { address, ..self }
    }

    pub fn manner(self, manner: Manner) -> Self {
        Self { manner, ..self }
    }

    /// Only for those who sign in with this.
    pub fn login(self, user: &str, password: &str) -> Self {
        Self { login: Some((user.to_owned(), password.to_owned())), ..self }
    }

    pub fn encrypted(self, encryption: Encryption, certificate: &Certificate) -> Self {
        Self { encryption, certificate: Some(certificate.clone()), ..self }
    }

    pub async fn start(self) -> SmtpServer {
        let listener = self.listen().await;
        let address = listener.local_addr().expect("the address just bound");
        let shared = Arc::new(Shared {
            manner: watch::Sender::new(self.manner),
            kept: watch::Sender::new(Vec::new()),
            connections: AtomicU64::new(0),
            login: self.login,
            encryption: self.encryption,
            acceptor: self.certificate.as_ref().map(Certificate::acceptor),
        });
        let task = tokio::spawn(serve(listener, Arc::clone(&shared)));
        SmtpServer { address, shared, task }
    }

    /// A server that comes back at its old address need not wait for the old connections, but for its former self to let go:
    /// a task that is told to end still holds the address for a moment.
    async fn listen(&self) -> TcpListener {
        let until = Instant::now() + LET_GO;
        loop {
            let socket = TcpSocket::new_v4().expect("a socket");
            socket.set_reuseaddr(true).expect("an option of every socket");
            match socket.bind(self.address).and_then(|()| socket.listen(64)) {
                Ok(listener) => return listener,
                Err(error) => assert!(Instant::now() < until, "{}: {error}", self.address),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

struct Shared {
    manner: watch::Sender<Manner>,
    kept: watch::Sender<Vec<Received>>,
    connections: AtomicU64,
    login: Option<(String, String)>,
    encryption: Encryption,
    acceptor: Option<TlsAcceptor>,
}

impl Shared {
    fn manner(&self) -> Manner {
        *self.manner.borrow()
    }
}

/// The server. It ends with the value.
pub struct SmtpServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: tokio::task::JoinHandle<()>,
}

impl SmtpServer {
    /// One that takes every mail.
    pub async fn start() -> Self {
        Setup::default().start().await
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The setting with which a portal sends its mails here, without a login.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Changes its manner for what comes from now on.
    pub fn set(&self, manner: Manner) {
        self.shared.manner.send_replace(manner);
    }

    pub fn connections(&self) -> u64 {
        self.shared.connections.load(Ordering::SeqCst)
    }

    /// The mails that it keeps by now.
    pub fn kept(&self) -> Vec<Received> {
        self.shared.kept.borrow().clone()
    }

    /// Waits until it keeps `count` mails.
    pub async fn wait_for(&self, count: usize, patience: Duration) -> Vec<Received> {
        let mut kept = self.shared.kept.subscribe();
        let waited = tokio::time::timeout(patience, kept.wait_for(|kept| kept.len() >= count)).await;
        let waited = waited.unwrap_or_else(|_| panic!("{} of {count} mails after {patience:?}", self.kept().len()));
        waited.expect("the server holds the sender").clone()
    }

    /// Waits until somebody has connected `count` times.
    pub async fn wait_for_connections(&self, count: u64, patience: Duration) {
        let until = Instant::now() + patience;
        while self.connections() < count {
            assert!(Instant::now() < until, "{} of {count} connections after {patience:?}", self.connections());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    // The connections end with the server.
    let mut sessions = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        shared.connections.fetch_add(1, Ordering::SeqCst);
        sessions.spawn(session::hold(stream, Arc::clone(&shared)));
    }
}
