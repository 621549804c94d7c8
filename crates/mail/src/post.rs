//! The post office: writes a letter and sends it on its way, within a time that does not depend on the mail server.

use crate::folder;
use crate::letterhead::Letterhead;
use crate::message::{self, Written};
use crate::redact::redact;
use crate::settings::{Route, Settings};
use crate::smtp::Transport;
use application::mail::Letter;
use application::ports::{ClaimedMail, Clock, MailFault, Mailer};
use async_trait::async_trait;
use lettre::Address;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use url::{Host, Url};

/// How long the sending of one mail may take, from the connection to the server's last word.
pub const DEADLINE: Duration = Duration::from_secs(25);

/// Sends mails by the route that the operator chose.
pub struct Post {
    head: Letterhead,
    sender: Address,
    way: Way,
    clock: Arc<dyn Clock>,
    deadline: Duration,
}

enum Way {
    Folder(PathBuf),
    Smtp(Box<Transport>),
}

impl Post {
    /// The post office of these settings. The error is a sentence for the operator.
    pub fn new(settings: &Settings, head: Letterhead, clock: Arc<dyn Clock>) -> Result<Self, String> {
        let host = portal_host(&head.public_url);
        let user = match &settings.route {
            Route::Smtp(server) => server.login.as_ref().and_then(|login| login.user.parse().ok()),
            Route::Folder(_) => None,
        };
        let sender = match settings.from.clone().or(user) {
            Some(address) => address,
            None => Address::new("no-reply", &host).map_err(|error| format!("mails have no sender: {error}"))?,
        };
        let way = match &settings.route {
            Route::Folder(folder) => Way::Folder(folder.clone()),
            Route::Smtp(server) => Way::Smtp(Box::new(Transport::new(server, &settings.roots, host)?)),
        };
        Ok(Self { head, sender, way, clock, deadline: DEADLINE })
    }

    /// The same with another deadline, at most [`DEADLINE`].
    #[must_use]
    pub fn within(mut self, deadline: Duration) -> Self {
        self.deadline = deadline.min(DEADLINE);
        self
    }

    /// Connects to the mail server as for a mail, with its encryption and login, and sends nothing. Where mails go into a folder there
    /// is nobody to reach. The error is a sentence for the operator, without the password.
    pub async fn reach(&self) -> Result<(), String> {
        let Way::Smtp(transport) = &self.way else { return Ok(()) };
        let own = transport.secrets().iter().map(String::as_str);
        match transport.reach(self.deadline).await {
            Ok(()) => Ok(()),
            Err(MailFault::Later(why) | MailFault::Never(why)) => Err(redact(&why, own)),
        }
    }

    async fn carry(&self, mail: &ClaimedMail, written: Written) -> Result<(), MailFault> {
        match &self.way {
            Way::Folder(folder) => {
                let kept = folder::keep(folder.clone(), mail.id.to_string(), written.bytes);
                let failed = |why: String| MailFault::Later(format!("{}: {why}", folder.display()));
                match tokio::time::timeout(self.deadline, kept).await {
                    Ok(outcome) => outcome.map_err(|error| failed(error.to_string())),
                    Err(_) => Err(failed("the disk does not answer".to_owned())),
                }
            }
            Way::Smtp(transport) => transport.send(&self.sender, written, self.deadline).await,
        }
    }

    /// What must not be read in a fault, wherever a server may have it from.
    fn secrets<'a>(&'a self, letter: &'a Letter) -> impl Iterator<Item = &'a str> {
        let own = match &self.way {
            Way::Smtp(transport) => transport.secrets(),
            Way::Folder(_) => &[],
        };
        own.iter().map(String::as_str).chain(letter.secrets())
    }
}

#[async_trait]
impl Mailer for Post {
    async fn send(&self, mail: &ClaimedMail) -> Result<(), MailFault> {
        let written = message::write(mail, &self.head, &self.sender, self.clock.now())?;
        self.carry(mail, written).await.map_err(|fault| match fault {
            MailFault::Later(why) => MailFault::Later(redact(&why, self.secrets(&mail.letter))),
            MailFault::Never(why) => MailFault::Never(redact(&why, self.secrets(&mail.letter))),
        })
    }
}

/// The host that the portal is known by to other machines.
fn portal_host(public_url: &str) -> String {
    let host = Url::parse(public_url).ok().and_then(|url| match url.host() {
        Some(Host::Domain(name)) if name.contains('.') => Some(name.to_owned()),
        _ => None,
    });
    host.unwrap_or_else(|| "daybook.local".to_owned())
}
