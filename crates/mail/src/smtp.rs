//! Handing a mail to an SMTP server, step by step: what a refusal means depends on the step.

use crate::message::Written;
use crate::settings::{Encryption, Login, Server};
use application::ports::MailFault;
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use std::time::Duration;
use tokio::time::timeout;

/// How long the server may take to answer a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a goodbye may take.
const QUIT: Duration = Duration::from_secs(1);
/// Refusals that are about the login, and not about the mail.
const LOGIN_REFUSED: [&str; 4] = ["530", "534", "535", "538"];

/// One connection for each mail: nothing is held open between two, and nothing is found dead at the next.
pub(crate) struct Transport {
    server: Server,
    tls: Option<TlsParameters>,
    hello: ClientId,
    secrets: Vec<String>,
}

impl Transport {
    /// Prepares connections to `server` from the machine known as `host`.
    pub(crate) fn new(server: &Server, roots: &[Vec<u8>], host: String) -> Result<Self, String> {
        let tls = match server.encryption {
            Encryption::Never => None,
            Encryption::IfOffered | Encryption::Required | Encryption::FromTheStart => Some(trust(server, roots)?),
        };
        let secrets = server.login.as_ref().map(|Login { user, password }| {
            // As it is sent by itself, and together with the user's name.
            vec![format!("\0{user}\0{password}"), password.clone()]
        });
        Ok(Self { server: server.clone(), tls, hello: ClientId::Domain(host), secrets: secrets.unwrap_or_default() })
    }

    /// What must not be repeated.
    pub(crate) fn secrets(&self) -> &[String] {
        &self.secrets
    }

    /// Sends one mail, and gives up after `deadline`.
    pub(crate) async fn send(&self, from: &Address, mail: Written, deadline: Duration) -> Result<(), MailFault> {
        match timeout(deadline, self.hand_over(from, &mail)).await {
            Ok(handed) => {
                let mut connection = handed?;
                // The server has the mail. What comes after that is politeness and changes nothing.
                let _ = timeout(QUIT, connection.quit()).await;
                Ok(())
            }
            Err(_) => Err(self.later("sending", format!("no answer within {} seconds", deadline.as_secs()))),
        }
    }

    /// Goes as far as a mail would be sent, within `deadline`, and sends nothing.
    pub(crate) async fn reach(&self, deadline: Duration) -> Result<(), MailFault> {
        match timeout(deadline, self.open()).await {
            Ok(opened) => {
                let _ = timeout(QUIT, opened?.quit()).await;
                Ok(())
            }
            Err(_) => {
                Err(self.later("connecting or signing in", format!("no answer within {} seconds", deadline.as_secs())))
            }
        }
    }

    async fn open(&self) -> Result<AsyncSmtpConnection, MailFault> {
        let mut connection = self.connect().await?;
        self.encrypt(&mut connection).await?;
        self.sign_in(&mut connection).await?;
        Ok(connection)
    }

    async fn hand_over(&self, from: &Address, mail: &Written) -> Result<AsyncSmtpConnection, MailFault> {
        let mut connection = self.open().await?;
        let parameters = parameters(&connection, from, mail)?;
        // A sender that is refused is a mistake in the settings: the mail can wait until it is mended.
        let begun = connection.command(Mail::new(Some(from.clone()), parameters)).await;
        begun.map_err(|error| self.later("naming the sender", error))?;
        let named = connection.command(Rcpt::new(mail.to.clone(), Vec::new())).await;
        named.map_err(|error| self.about_the_mail("naming the recipient", &error))?;
        let ready = connection.command(Data).await;
        ready.map_err(|error| self.about_the_mail("sending", &error))?;
        let taken = connection.message(&mail.bytes).await;
        taken.map_err(|error| self.about_the_mail("sending", &error))?;
        Ok(connection)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, MailFault> {
        let implicit = match self.server.encryption {
            Encryption::FromTheStart => self.tls.clone(),
            Encryption::Never | Encryption::IfOffered | Encryption::Required => None,
        };
        let server = (self.server.host.as_str(), self.server.port);
        let connected = AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT), &self.hello, implicit, None);
        connected.await.map_err(|error| self.later("connecting", error))
    }

    async fn encrypt(&self, connection: &mut AsyncSmtpConnection) -> Result<(), MailFault> {
        let wanted = match self.server.encryption {
            Encryption::Never | Encryption::FromTheStart => false,
            Encryption::IfOffered => connection.can_starttls(),
            // Where it is not offered the next step fails, and neither password nor mail is sent in the clear.
            Encryption::Required => true,
        };
        match self.tls.clone().filter(|_| wanted) {
            None => Ok(()),
            Some(tls) => connection
                .starttls(tls, &self.hello)
                .await
                .map_err(|error| self.later("encrypting the connection", error)),
        }
    }

    async fn sign_in(&self, connection: &mut AsyncSmtpConnection) -> Result<(), MailFault> {
        let Some(Login { user, password }) = &self.server.login else { return Ok(()) };
        let credentials = Credentials::new(user.clone(), password.clone());
        let signed_in = connection.auth(DEFAULT_MECHANISMS, &credentials).await;
        signed_in.map(|_| ()).map_err(|error| self.later("signing in", error))
    }

    fn later(&self, step: &str, why: impl std::fmt::Display) -> MailFault {
        MailFault::Later(self.sentence(step, why))
    }

    fn about_the_mail(&self, step: &str, error: &Error) -> MailFault {
        let is_login = error.status().is_some_and(|code| LOGIN_REFUSED.contains(&code.to_string().as_str()));
        if error.is_permanent() && !is_login {
            MailFault::Never(self.sentence(step, error))
        } else {
            self.later(step, error)
        }
    }

    fn sentence(&self, step: &str, why: impl std::fmt::Display) -> String {
        format!("{}:{}, {step}: {why}", self.server.host, self.server.port)
    }
}

/// What the server has to know beforehand about letters beyond ASCII.
fn parameters(
    connection: &AsyncSmtpConnection,
    from: &Address,
    mail: &Written,
) -> Result<Vec<MailParameter>, MailFault> {
    let is_ascii = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
    let mut parameters = Vec::new();
    if !is_ascii(from) || !is_ascii(&mail.to) {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(MailFault::Never("the mail server cannot write to an address with such letters".to_owned()));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !mail.bytes.is_ascii() {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}

/// Reads the certificates that the machine trusts, once.
fn trust(server: &Server, roots: &[Vec<u8>]) -> Result<TlsParameters, String> {
    let unusable = |error: Error| format!("the mail server's certificate cannot be checked: {error}");
    let mut tls = TlsParameters::builder(server.host.clone());
    for pem in roots {
        tls = tls.add_root_certificate(Certificate::from_pem(pem).map_err(unusable)?);
    }
    tls.build().map_err(unusable)
}
