//! The settings: read once, from the environment and the files that it names, and refused with a sentence for each that makes no sense.

mod listen;
mod reader;
mod sign_in;
mod sources;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use listen::Listen;
pub(crate) use reader::Setting;
#[cfg(test)]
pub(crate) use sources::CONFIG;
pub(crate) use sources::Sources;

use crate::bad_setting::BadSetting;
use crate::log;
use crate::standby;
use application::Limits;
use chrono_tz::Tz;
use domain::Instant;
use domain::person::{EmailAddress, NewPassword};
use domain::settings::{Decided, Key, Value};
use domain::sign_in::{PasswordUse, Provider};
use reader::Reader;
use security::Secret;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use values::{
    address, admin_password, clock_start, cores, database_url, email, hsts, is_loopback, on_or_off, organisation,
    public_url, secret, whole, zone,
};
use web::{Hsts, Proxies};

const FIRST_ADMIN: &str = "admin@daybook.local";
/// More threads than that would only hold more memory.
pub(crate) const MOST_WORKERS: usize = 256;
/// Below two, one slow statement would hold up everybody.
const CONNECTIONS: std::ops::RangeInclusive<u32> = 2..=1_000;
const LIMIT: std::ops::RangeInclusive<u32> = 1..=100_000;
const AS_ON_THE_PAGE: &str = "as in System Settings";

/// Everything that an operator can set.
#[derive(Debug, Clone)]
pub(crate) struct Config {
    pub(crate) listen: Listen,
    /// How many threads answer requests.
    pub(crate) workers: usize,
    /// The separate address for monitoring, if there is one.
    pub(crate) metrics_listen: Option<SocketAddr>,
    pub(crate) database_url: String,
    /// How many connections to PostgreSQL this instance may hold, beside the one that listens.
    pub(crate) database_connections: u32,
    /// The standby that answers reports, where there is one.
    pub(crate) standby: Option<persistence::Settings>,
    /// The folder for the database file, the signing key and captured mail.
    pub(crate) data_dir: PathBuf,
    /// The signing key, where the operator gives one.
    pub(crate) secret: Option<Secret>,
    /// The portal's address as its people type it, without a slash at the end.
    pub(crate) public_url: String,
    /// The same where the operator names it, and it does not follow from where this instance listens.
    pub(crate) named_url: Option<String>,
    pub(crate) mail: mail::Settings,
    pub(crate) trusted_proxies: Proxies,
    /// The organisation's time zone, where the operator names it.
    pub(crate) zone: Option<Tz>,
    /// What holds here where nobody decides otherwise on a page of settings.
    pub(crate) defaults: Vec<Decided>,
    /// The settings that the operator has made, which nobody changes on a page.
    pub(crate) operator: Vec<Decided>,
    /// Where the clock starts, if not now.
    pub(crate) clock_start: Option<Instant>,
    pub(crate) admin_email: EmailAddress,
    /// The first administrator's password, where the operator gives one.
    pub(crate) admin_password: Option<NewPassword>,
    /// The providers of sign-in, in the order of their buttons.
    pub(crate) providers: Vec<Provider>,
    /// Whose passwords open an account.
    pub(crate) passwords: PasswordUse,
    pub(crate) limits: Limits,
    pub(crate) hsts: Option<Hsts>,
    /// How long a stop is announced at `/readyz` before the listener is closed.
    pub(crate) drain: Duration,
    pub(crate) log: log::Settings,
}

/// The result of reading: every setting with its source, and the configuration or every fault.
pub(crate) struct Reading {
    pub(crate) settings: Vec<Setting>,
    pub(crate) config: Result<Config, Vec<BadSetting>>,
}

impl Reading {
    /// The names of all settings.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().map(|setting| setting.name.as_str())
    }
}

impl Config {
    /// Reads the settings from the process's environment and the file of all settings; `file` names another one than the environment.
    pub(crate) fn load(file: Option<&Path>) -> Reading {
        Self::read(&Sources::new(std::env::vars_os(), file))
    }

    /// Reads every setting, whatever is wrong with the others.
    pub(crate) fn read(sources: &Sources) -> Reading {
        let mut reader = Reader::over(sources);
        let config = Self::take(&mut reader);
        let Reader { settings, mut faults, .. } = reader;
        faults.extend(sources.faults(&settings.iter().map(|setting| setting.name.as_str()).collect()));
        Reading { settings, config: config.filter(|_| faults.is_empty()).ok_or(faults) }
    }

    /// The configuration that these variables make.
    #[cfg(test)]
    pub(crate) fn of(variables: &[(&str, &str)]) -> Result<Self, Vec<BadSetting>> {
        Self::read(&Sources::new(variables.iter().map(|(name, value)| (name.into(), value.into())), None)).config
    }

    /// Takes each setting from `read`. All are asked for, whatever the others say, because that collects their names.
    fn take(read: &mut Reader<'_>) -> Option<Self> {
        let listen = read.or("DAYBOOK_LISTEN", Listen::default(), Listen::parse);
        let own_url = if listen.is_socket() { "none".to_owned() } else { format!("http://{listen}") };
        let named_url = read.optional("DAYBOOK_PUBLIC_URL", &own_url, public_url);
        if listen.is_socket() && !read.is_set("DAYBOOK_PUBLIC_URL") {
            read.fault("DAYBOOK_PUBLIC_URL", "is required while DAYBOOK_LISTEN is a Unix socket");
        }
        let public_url = named_url.clone().unwrap_or(own_url);
        let proxies = read.optional("DAYBOOK_TRUSTED_PROXIES", "none", Proxies::parse).unwrap_or_default();
        // Nobody from elsewhere reaches a portal that somebody tries on their own machine.
        let is_for_this_machine = listen.is_loopback() && is_loopback(&public_url) && proxies.is_empty();
        let data_dir =
            PathBuf::from(read.or("DAYBOOK_DATA_DIR", "data".to_owned(), |text| Ok::<_, &str>(text.to_owned())));
        let file = format!("sqlite://{}", data_dir.join("daybook.db").display());
        let outbox = format!("file:{}", data_dir.join("outbox").display());
        let organisation = read.optional("DAYBOOK_ORGANISATION", AS_ON_THE_PAGE, organisation);
        let registration = read.optional("DAYBOOK_SELF_REGISTRATION", AS_ON_THE_PAGE, on_or_off);
        let admin_email = read.optional("DAYBOOK_ADMIN_EMAIL", FIRST_ADMIN, email);
        let pool = persistence::Settings::CONNECTIONS;
        let named_database = read.optional("DAYBOOK_DATABASE_URL", &file, database_url);
        let is_database_known = named_database.is_some() || !read.is_set("DAYBOOK_DATABASE_URL");
        let database = named_database.unwrap_or(file);
        let primary = is_database_known.then_some(database.as_str());
        let (providers, passwords) = sign_in::take(read);
        Some(Self {
            workers: read.or("DAYBOOK_WORKERS", cores(), whole(1..=MOST_WORKERS)),
            metrics_listen: read.optional("DAYBOOK_METRICS_LISTEN", "none", address),
            standby: read.optional("DAYBOOK_DATABASE_READ_URL", "none", |url| standby::settings(url, primary)),
            database_url: database,
            database_connections: read.or("DAYBOOK_DATABASE_CONNECTIONS", pool, whole(CONNECTIONS)),
            secret: read.secret("DAYBOOK_SECRET", "generated", secret),
            mail: read.optional("DAYBOOK_MAIL", &outbox, mail::Settings::parse).unwrap_or_else(|| kept_mail(&data_dir)),
            zone: read.optional("DAYBOOK_TIMEZONE", AS_ON_THE_PAGE, zone),
            clock_start: read.optional("DAYBOOK_NOW", "the real time", |text| clock_start(text, &listen)),
            admin_password: read.secret("DAYBOOK_ADMIN_PASSWORD", "generated", admin_password),
            providers,
            passwords,
            limits: Limits {
                login_account: read.or("DAYBOOK_LIMIT_LOGIN_ACCOUNT", 10, whole(LIMIT)),
                login_address: read.or("DAYBOOK_LIMIT_LOGIN_IP", 50, whole(LIMIT)),
                register_address: read.or("DAYBOOK_LIMIT_REGISTER_IP", 10, whole(LIMIT)),
            },
            hsts: read.optional("DAYBOOK_HSTS", "host", hsts).unwrap_or(Some(Hsts::Host)),
            drain: Duration::from_secs(read.or("DAYBOOK_DRAIN_SECONDS", 2, whole(0..=60))),
            log: log::Settings {
                directives: read.optional("DAYBOOK_LOG", "info", log::directives),
                format: read.optional("DAYBOOK_LOG_FORMAT", "json", log::format).unwrap_or_default(),
            },
            defaults: vec![decided(Key::SelfRegistration, Value::Boolean(is_for_this_machine))],
            operator: [
                organisation.map(|name| decided(Key::OrganisationName, name)),
                registration.map(|is_open| decided(Key::SelfRegistration, Value::Boolean(is_open))),
            ]
            .into_iter()
            .flatten()
            .collect(),
            trusted_proxies: if listen.is_socket() { proxies.and_the_socket() } else { proxies },
            listen,
            data_dir,
            public_url,
            named_url,
            // Last, so that nothing is left unread.
            admin_email: admin_email.or_else(|| EmailAddress::parse(FIRST_ADMIN).ok())?,
        })
    }

    /// Whether the database is a file of this machine's.
    pub(crate) fn is_sqlite(&self) -> bool {
        self.database_url.starts_with("sqlite://")
    }
}

/// Mails as files in the data folder, where the operator names no mail server.
pub(crate) fn kept_mail(data_dir: &Path) -> mail::Settings {
    mail::Settings::folder(data_dir.join("outbox"))
}

fn decided(key: Key, value: Value) -> Decided {
    Decided { key, from: None, value }
}
