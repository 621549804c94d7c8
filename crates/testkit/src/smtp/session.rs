//! One client's conversation with the server.

use std::future::pending;
use std::io;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::{Encryption, Manner, Received, Shared};

trait Line: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Line for T {}

struct Session {
    line: BufReader<Box<dyn Line>>,
    shared: Arc<Shared>,
    is_encrypted: bool,
    user: Option<String>,
    from: String,
    to: Vec<String>,
}

/// What follows a command.
enum Next {
    Stay,
    Encrypt,
    Part,
}

pub(super) async fn hold(stream: TcpStream, shared: Arc<Shared>) {
    // The other side may leave whenever it likes.
    drop(converse(stream, shared).await);
}

async fn converse(stream: TcpStream, shared: Arc<Shared>) -> io::Result<()> {
    let is_encrypted = shared.encryption == Encryption::FromTheStart;
    let line: Box<dyn Line> =
        if is_encrypted { Box::new(acceptor(&shared).accept(stream).await?) } else { Box::new(stream) };
    let line = BufReader::new(line);
    let mut session = Session { line, shared, is_encrypted, user: None, from: String::new(), to: Vec::new() };
    match session.shared.manner() {
        Manner::NeverGreets => pending().await,
        Manner::TurnsAway => return session.say("421 4.3.2 not now").await,
        _ => session.say("220 test.example ESMTP").await?,
    }
    while let Some(command) = session.hear().await? {
        match session.answer(&command).await? {
            Next::Stay => {}
            Next::Part => break,
            Next::Encrypt => {
                session.say("220 go ahead").await?;
                let encrypted = acceptor(&session.shared).accept(session.line.into_inner()).await?;
                session = Session {
                    line: BufReader::new(Box::new(encrypted)),
                    shared: session.shared,
                    is_encrypted: true,
                    user: None,
                    from: String::new(),
                    to: Vec::new(),
                };
            }
        }
    }
    Ok(())
}

fn acceptor(shared: &Shared) -> tokio_rustls::TlsAcceptor {
    shared.acceptor.clone().expect("a certificate for an encrypted connection")
}

impl Session {
    async fn say(&mut self, words: &str) -> io::Result<()> {
        self.line.write_all(format!("{words}\r\n").as_bytes()).await?;
        self.line.flush().await
    }

    /// The next line without its end; nothing where the client has left.
    async fn hear(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.line.read_until(b'\n', &mut bytes).await? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
    }

    async fn answer(&mut self, command: &str) -> io::Result<Next> {
        let (verb, argument) = command.split_once(' ').unwrap_or((command, ""));
        let manner = self.shared.manner();
        match verb.to_ascii_uppercase().as_str() {
            "EHLO" => self.introduce().await?,
            "STARTTLS" if self.shared.encryption == Encryption::OnDemand => return Ok(Next::Encrypt),
            "AUTH" => self.sign_in(argument).await?,
            "MAIL" if self.shared.login.is_some() && self.user.is_none() => self.say("530 5.7.0 sign in first").await?,
            "MAIL" if manner == Manner::RefusesTheSender => self.say("550 5.7.1 not from you").await?,
            "MAIL" => {
                self.from = path(argument);
                self.to.clear();
                self.say("250 2.1.0 ok").await?;
            }
            "RCPT" if manner == Manner::RefusesTheRecipient => self.say("550 5.1.1 no such mailbox").await?,
            "RCPT" if manner == Manner::AsksToSignIn => self.say("530 5.7.0 sign in first").await?,
            "RCPT" => {
                self.to.push(path(argument));
                self.say("250 2.1.5 ok").await?;
            }
            "DATA" => return self.take_mail(manner).await,
            "QUIT" => {
                self.say("221 2.0.0 goodbye").await?;
                return Ok(Next::Part);
            }
            _ => self.say("502 5.5.2 what?").await?,
        }
        Ok(Next::Stay)
    }

    async fn introduce(&mut self) -> io::Result<()> {
        let mut words = vec!["test.example"];
        if self.shared.encryption == Encryption::OnDemand && !self.is_encrypted {
            words.push("STARTTLS");
        }
        if self.shared.login.is_some() {
            words.push("AUTH PLAIN LOGIN");
        }
        let last = words.len() - 1;
        for (number, word) in words.iter().enumerate() {
            let mark = if number == last { ' ' } else { '-' };
            self.say(&format!("250{mark}{word}")).await?;
        }
        Ok(())
    }

    /// PLAIN and LOGIN. A refusal repeats what was sent, as some servers do.
    async fn sign_in(&mut self, argument: &str) -> io::Result<()> {
        let (mechanism, first) = argument.split_once(' ').unwrap_or((argument, ""));
        let (sent, user, password) = match mechanism {
            "PLAIN" => {
                let text = decoded(first);
                let mut parts = text.split('\0').skip(1).map(str::to_owned);
                (first.to_owned(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
            }
            "LOGIN" => {
                self.say("334 VXNlcm5hbWU6").await?;
                let user = self.hear().await?.unwrap_or_default();
                self.say("334 UGFzc3dvcmQ6").await?;
                let password = self.hear().await?.unwrap_or_default();
                (password.clone(), decoded(&user), decoded(&password))
            }
            _ => return self.say("504 5.5.4 no such way").await,
        };
        if self.shared.login.as_ref() == Some(&(user.clone(), password.clone())) {
            self.user = Some(user);
            self.say("235 2.7.0 welcome").await
        } else {
            self.say(&format!("535 5.7.8 not with {sent}, {password}")).await
        }
    }

    async fn take_mail(&mut self, manner: Manner) -> io::Result<Next> {
        self.say("354 go on").await?;
        let mut raw = String::new();
        loop {
            let Some(line) = self.hear().await? else { return Ok(Next::Part) };
            if manner == Manner::DiesInTheMail && raw.lines().count() > 2 {
                return Ok(Next::Part);
            }
            if line == "." {
                break;
            }
            raw.push_str(line.strip_prefix('.').unwrap_or(&line));
            raw.push_str("\r\n");
        }
        match manner {
            Manner::Postpones => self.say("451 4.3.0 later, please").await?,
            Manner::RefusesTheMail => {
                let addresses: Vec<&str> = raw.split_whitespace().filter(|word| word.starts_with("http")).collect();
                let refusal = format!("554 5.7.1 we do not like {}", addresses.join(" "));
                self.say(&refusal).await?;
            }
            Manner::NeverAnswers => {
                self.keep(raw);
                pending::<()>().await;
            }
            Manner::NeverParts => {
                self.keep(raw);
                self.say("250 2.0.0 taken").await?;
                pending::<()>().await;
            }
            _ => {
                self.keep(raw);
                self.say("250 2.0.0 taken").await?;
            }
        }
        Ok(Next::Stay)
    }

    fn keep(&self, raw: String) {
        let received = Received {
            from: self.from.clone(),
            to: self.to.clone(),
            raw,
            user: self.user.clone(),
            is_encrypted: self.is_encrypted,
        };
        self.shared.kept.send_modify(|kept| kept.push(received));
    }
}

/// What stands between the angle brackets.
fn path(argument: &str) -> String {
    let inner = argument.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map(|(path, _)| path.to_owned()).unwrap_or_default()
}

fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&STANDARD.decode(text).unwrap_or_default()).into_owned()
}
