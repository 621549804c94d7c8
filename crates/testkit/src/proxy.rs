//! A network that can be made slow, silent or broken: a TCP proxy between the portal and its database server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// What the network does to the bytes that pass through it.
#[derive(Debug, Clone, Copy, Default)]
struct Weather {
    delay: Duration,
    /// Nothing passes; connections stay open, and go on when it is over.
    silent: bool,
    /// Connections with a lower number never pass a byte again, without a word.
    forgotten_below: u64,
    /// Connections with a lower number are closed.
    cut_below: u64,
    /// The connection that reaches the server from this port never passes a byte again, without a word.
    forgotten_port: u16,
    /// New connections are reset at once, as by a machine on which the server does not run.
    refusing: bool,
}

/// The proxy. It ends with the value.
pub struct Proxy {
    address: SocketAddr,
    weather: watch::Sender<Weather>,
    next: Arc<AtomicU64>,
    task: tokio::task::JoinHandle<()>,
}

impl Proxy {
    /// Begins to pass connections on to `upstream` (`host:port`).
    pub async fn to(upstream: impl Into<String>) -> Self {
        let upstream = upstream.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("the address just bound");
        let (weather, seen) = watch::channel(Weather::default());
        let next = Arc::new(AtomicU64::new(1));
        let numbers = Arc::clone(&next);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let number = numbers.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(carry(client, upstream.clone(), number, seen.clone()));
            }
        });
        Self { address, weather, next, task }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn connections(&self) -> u64 {
        self.next.load(Ordering::SeqCst) - 1
    }

    /// Delays every piece of data, in each direction.
    pub fn delay(&self, delay: Duration) {
        self.weather.send_modify(|weather| weather.delay = delay);
    }

    /// Stops or resumes all traffic without closing anything.
    pub fn silence(&self, silent: bool) {
        self.weather.send_modify(|weather| weather.silent = silent);
    }

    /// From now on the connections of this moment are dead without knowing it; new ones work.
    pub fn forget_connections(&self) {
        let below = self.next.load(Ordering::SeqCst);
        self.weather.send_modify(|weather| weather.forgotten_below = below);
    }

    /// The one connection that the server sees coming from `port` is dead without knowing it.
    pub fn forget_connection_from(&self, port: u16) {
        self.weather.send_modify(|weather| weather.forgotten_port = port);
    }

    /// Closes the connections of this moment; new ones work.
    pub fn cut_connections(&self) {
        let below = self.next.load(Ordering::SeqCst);
        self.weather.send_modify(|weather| weather.cut_below = below);
    }

    /// The server stops: the connections of this moment are closed, and new ones are reset until it is started again.
    pub fn stop(&self) {
        let below = self.next.load(Ordering::SeqCst);
        self.weather.send_modify(|weather| {
            weather.cut_below = below;
            weather.refusing = true;
        });
    }

    /// The server is back.
    pub fn start_again(&self) {
        self.weather.send_modify(|weather| weather.refusing = false);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn carry(client: TcpStream, upstream: String, number: u64, weather: watch::Receiver<Weather>) {
    if weather.borrow().refusing {
        client.set_zero_linger().ok();
        return;
    }
    let Ok(server) = TcpStream::connect(upstream).await else { return };
    client.set_nodelay(true).ok();
    server.set_nodelay(true).ok();
    let port = server.local_addr().map_or(0, |address| address.port());
    let (client_in, client_out) = client.into_split();
    let (server_in, server_out) = server.into_split();
    tokio::select! {
        () = pump(client_in, server_out, (number, port), weather.clone()) => {}
        () = pump(server_in, client_out, (number, port), weather) => {}
    }
}

async fn pump(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    (number, port): (u64, u16),
    mut weather: watch::Receiver<Weather>,
) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let mut cutting = weather.clone();
        let read = tokio::select! {
            read = from.read(&mut buffer) => read,
            () = cut(&mut cutting, number) => return,
        };
        let Ok(length @ 1..) = read else { return };
        let delay = weather.borrow().delay;
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        loop {
            let now = *weather.borrow_and_update();
            if number < now.cut_below {
                return;
            }
            if !now.silent && number >= now.forgotten_below && port != now.forgotten_port {
                break;
            }
            if weather.changed().await.is_err() {
                return;
            }
        }
        let Some(data) = buffer.get(..length) else { return };
        if to.write_all(data).await.is_err() {
            return;
        }
    }
}

async fn cut(weather: &mut watch::Receiver<Weather>, number: u64) {
    if weather.wait_for(|weather| number < weather.cut_below).await.is_err() {
        std::future::pending::<()>().await;
    }
}
