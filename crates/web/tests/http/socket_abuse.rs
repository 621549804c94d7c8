//! Sockets that speak no protocol of ours, say too much, or say nothing: each is closed, and nobody else notices.

use std::time::{Duration, Instant};

use domain::person::Role;
use testkit::socket::{Frame, Socket};
use testkit::{Client, ROOM, SOON, on_one_engine};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A head that is not finished is given five seconds.
const HEAD: Duration = Duration::from_secs(9);

/// A connection on which the upgrade was asked for, and granted.
async fn upgraded(client: &Client) -> TcpStream {
    let mut stream = client.connect().await;
    let (token, address) = (client.token().unwrap(), client.address());
    let head = format!(
        "GET /ws/session?token={token} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
    stream
}

/// The code with which the server closes, 0 where it just leaves; nothing where it does neither in time.
async fn close_code(stream: &mut TcpStream) -> Option<u16> {
    let mut bytes = Vec::new();
    let until_closed = tokio::time::timeout(SOON, stream.read_to_end(&mut bytes)).await;
    let start = bytes.iter().position(|byte| *byte == 0x88);
    match start.and_then(|at| bytes.get(at + 2..at + 4)) {
        Some(code) => Some(u16::from_be_bytes([code[0], code[1]])),
        None => until_closed.ok().map(|_| 0),
    }
}

/// A frame with this first byte, masked with zeroes.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match payload.len() {
        short @ 0..126 => frame.push(0x80 | u8::try_from(short).unwrap()),
        long => {
            frame.push(0x80 | 0x7E);
            frame.extend_from_slice(&u16::try_from(long).unwrap().to_be_bytes());
        }
    }
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(payload);
    frame
}

on_one_engine! {
    /// Frames that are not masked, promise what never fits, or go on without an end; pings without a pause [D18]
    async fn a_socket_that_breaks_the_rules_is_closed(app: &TestApp) {
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        let fragments: Vec<u8> = std::iter::once(frame(0x01, &[b'x'; 1000]))
            .chain((0..20).map(|_| frame(0x00, &[b'x'; 1000])))
            .flatten()
            .collect();
        let pings: Vec<u8> = (0..300).flat_map(|_| frame(0x89, b"!")).collect();
        // Its length is nine exabytes, and it comes in pieces for as long as somebody listens.
        let endless = [b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0".as_slice(), &vec![b'x'; 512 * 1024]].concat();
        for (what, bytes, expected) in [
            ("a frame without a mask", b"\x81\x05PING!".to_vec(), 1002),
            ("a frame without an end", endless, 1002),
            ("a reserved kind", frame(0x83, b"x"), 1002),
            ("a continuation of nothing", frame(0x80, b"x"), 1002),
            ("fragments without an end", fragments, 1002),
            ("text that is no UTF-8", frame(0x81, b"\xff\xfe"), 1002),
            ("a ping of 200 bytes", frame(0x89, &[b'x'; 200]), 1002),
            ("pings without a pause", pings, 1008),
        ] {
            let mut stream = upgraded(&ann).await;
            // It may be closed before everything is said.
            let _ = stream.write_all(&bytes).await;
            let code = close_code(&mut stream).await.unwrap_or_else(|| panic!("{what}: it is still open"));
            // Where bytes are left over that nobody has read, the connection may break before the code arrives.
            assert!(code == expected || code == 0, "{what}: closed with {code}, not {expected}");
        }
        // Each has given its place back: five at once are let in again.
        let mut sockets = Vec::new();
        for _ in 0..5 {
            sockets.push(Socket::in_its_place(&ann).await);
        }
        sockets[4].say("PING").await;
        assert!(matches!(sockets[4].next(SOON).await, Frame::Message(_)));
    }

    /// Two hundred upgrades that are begun and never finished: each is given up in time, and meanwhile everybody is served [D17]
    async fn half_an_upgrade_is_not_waited_for(app: &TestApp) {
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        let began = Instant::now();
        let mut half = Vec::new();
        for _ in 0..200 {
            let mut stream = ann.connect().await;
            let head = "GET /ws/session?token=x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n";
            stream.write_all(head.as_bytes()).await.unwrap();
            half.push(stream);
        }
        let asked = Instant::now();
        ann.get("/api/session").await.expect(200);
        Socket::of(&ann).await.say("HEARTBEAT").await;
        assert!(asked.elapsed() < ROOM * Duration::from_secs(2), "{:?}", asked.elapsed());
        assert!(app.portal.hub().count() <= 1, "half an upgrade holds no place");
        for stream in &mut half {
            let mut bytes = Vec::new();
            let left = HEAD.saturating_sub(began.elapsed()).max(Duration::from_millis(200));
            tokio::time::timeout(left, stream.read_to_end(&mut bytes)).await.expect("given up in time").ok();
            assert!(bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&bytes));
        }
    }
}
