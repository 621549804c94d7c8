//! `daybook health`: asks the portal on this machine whether it is ready.

use crate::FAILED;
use crate::config::{Config, Listen};
use crate::output::say;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, TcpStream};
use std::os::unix::net::UnixStream;
use std::process::ExitCode;
use std::time::Duration;

/// How long connecting and each write or read may take. `/readyz` answers within three seconds.
const PATIENCE: Duration = Duration::from_secs(4);
/// The most bytes of an answer that are read; the portal's is far shorter.
const ANSWER: u64 = 64 << 10;

pub(crate) fn run(config: &Config) -> ExitCode {
    let address = reached(config.metrics_listen.map_or_else(|| config.listen.clone(), Listen::Tcp));
    match ask(&address) {
        Ok(answer) if is_ready(&answer) => {
            say("ready");
            ExitCode::SUCCESS
        }
        Ok(answer) => {
            say(&format!("not ready: {}", reason(&answer)));
            ExitCode::from(FAILED)
        }
        Err(error) => {
            say(&format!("no answer from {address}: {error}"));
            ExitCode::from(FAILED)
        }
    }
}

/// The address at which a program on this machine reaches one that listens on `address`.
fn reached(mut address: Listen) -> Listen {
    if let Listen::Tcp(address) = &mut address
        && address.ip().is_unspecified()
    {
        address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    address
}

fn ask(address: &Listen) -> std::io::Result<String> {
    match address {
        Listen::Tcp(address) => {
            let stream = TcpStream::connect_timeout(address, PATIENCE)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            read_readiness(stream)
        }
        Listen::Unix(path) => {
            let stream = UnixStream::connect(path)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            read_readiness(stream)
        }
    }
}

fn read_readiness(mut stream: impl Read + Write) -> std::io::Result<String> {
    write!(stream, "GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(ANSWER).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn is_ready(answer: &str) -> bool {
    answer.split_ascii_whitespace().nth(1) == Some("200")
}

/// Why it is not ready, in the portal's words, or the first line of an answer that is not the portal's.
fn reason(answer: &str) -> String {
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let envelope = serde_json::from_str::<serde_json::Value>(body).ok();
    let message = envelope.as_ref().and_then(|envelope| envelope.get("message")?.as_str());
    message.or_else(|| answer.lines().next()).unwrap_or("the connection was closed").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_stands_for_all_is_reached_on_this_machine() {
        for (listens, expected) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:9090", "[::1]:9090"), ("10.0.0.7:8080", "10.0.0.7:8080")]
        {
            assert_eq!(reached(Listen::parse(listens).unwrap()).to_string(), expected);
        }
    }

    #[test]
    fn only_an_answer_of_200_is_ready_and_the_reason_of_another_is_told() {
        assert!(is_ready("HTTP/1.1 200 OK\r\n\r\nready\n"));
        let away = "HTTP/1.1 503 Service Unavailable\r\n\r\n{\"message\":\"the database is away\"}";
        let other = "HTTP/1.1 404 Not Found\r\n\r\n<html>200</html>";
        for (answer, why) in
            [(away, "the database is away"), (other, "HTTP/1.1 404 Not Found"), ("", "the connection was closed")]
        {
            assert!(!is_ready(answer));
            assert_eq!(reason(answer), why);
        }
    }
}
