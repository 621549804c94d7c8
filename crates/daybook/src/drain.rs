//! The last seconds of an instance behind a proxy, in which it hands its work over to the others.
//!
//! A listener that is closed resets the connections that wait in its queue, and a proxy does not repeat a write that it has sent. So the
//! queue is emptied before the listener is closed: no new connection is admitted, and those already admitted are served.

use crate::serve::wait_for_stop;
use crate::socket_file::SocketFile;
use std::net::TcpListener;
use std::time::Duration;
use tokio::time::sleep;
use web::Portal;

/// How long the connections that were admitted last take to reach a worker.
const SETTLE: Duration = Duration::from_millis(100);

/// Answers `/readyz` with 503 for this long and continues to serve, then admits no new connections. Returns whether a second stop
/// was requested meanwhile. If `time` is zero, the server stops at once.
pub(crate) async fn drain(
    portal: &Portal,
    listener: Option<TcpListener>,
    socket_file: Option<SocketFile>,
    time: Duration,
) -> bool {
    if time.is_zero() {
        return false;
    }
    portal.drain();
    tokio::select! {
        () = sleep(time) => {}
        () = wait_for_stop() => return true,
    }
    // Nobody finds a Unix socket without its file.
    drop(socket_file);
    listener.as_ref().inspect(|listener| let_nobody_in(listener));
    sleep(SETTLE).await;
    drop(listener);
    false
}

/// Drops packets that begin a connection. Their sender tries again after a second, and the closed port refuses it then, before anything
/// of a request was sent. Half-open connections complete.
#[cfg(target_os = "linux")]
fn let_nobody_in(listener: &TcpListener) {
    use socket2::{SockFilter, SockRef};

    const LOAD_BYTE: u16 = 0x30;
    const JUMP_IF_SET: u16 = 0x45;
    const RETURN: u16 = 0x06;
    /// The offset of the flags in the TCP header.
    const FLAGS: u32 = 13;
    const SYN: u32 = 0x02;
    const NOTHING: u32 = 0;
    const ALL: u32 = u32::MAX;
    let filter = [
        SockFilter::new(LOAD_BYTE, 0, 0, FLAGS),
        SockFilter::new(JUMP_IF_SET, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, NOTHING),
        SockFilter::new(RETURN, 0, 0, ALL),
    ];
    if let Err(error) = SockRef::from(listener).attach_filter(&filter) {
        tracing::warn!(%error, "a request that comes in at this moment may be lost");
    }
}

/// Other systems have no such filter, and are for trying the portal out.
#[cfg(not(target_os = "linux"))]
fn let_nobody_in(_: &TcpListener) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::io::{ErrorKind, Read, Write};
    use std::net::TcpStream;

    #[test]
    fn a_waiting_connection_is_served_and_a_new_one_refused() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut waiting = TcpStream::connect(address).unwrap();
        let_nobody_in(&listener);
        let late = TcpStream::connect_timeout(&address, Duration::from_millis(200));
        assert_eq!(late.unwrap_err().kind(), ErrorKind::TimedOut);
        waiting.write_all(b"heard").unwrap();
        let mut heard = [0; 5];
        listener.accept().unwrap().0.read_exact(&mut heard).unwrap();
        assert_eq!(&heard, b"heard");
        // When the listener is gone it is refused, not admitted.
        let knocking = std::thread::spawn(move || TcpStream::connect_timeout(&address, Duration::from_secs(20)));
        std::thread::sleep(Duration::from_millis(50));
        drop(listener);
        assert_eq!(knocking.join().unwrap().unwrap_err().kind(), ErrorKind::ConnectionRefused);
    }
}
