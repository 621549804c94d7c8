//! Puts adapters behind the ports.

use crate::bad_setting::{BadSetting, bad};
use crate::config::Config;
use application::ports::{Clock, Result, StoreError};
use application::settings::{Policy, TimeZoneGiven, give_time_zone};
use application::sign_in::{ProviderClient, Providers};
use application::{Error, Ports};
use chrono::TimeDelta;
use documents::{BlockingWorkers, DocumentMaker, FileReader};
use domain::sign_in::Provider;
use domain::time::Zones;
use mail::{Letterhead, Post};
use outbound::HttpOutbound;
use persistence::{Database, OpenError, SIGNING_KEY, Settings};
use security::{
    AeadSeals, Argon2Passwords, HmacCodes, JwtTokens, MovedClock, RandomIds, RandomSecrets, Secret, SignedTokens,
    SystemClock,
};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Why the portal did not start, as one sentence for the operator.
#[derive(Debug)]
pub(crate) enum StartError {
    Setting(BadSetting),
    /// The database has to be upgraded, and needs a backup first.
    Pending(String),
    /// Something failed although the settings make sense.
    Failed(String),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Setting(setting) => setting.fmt(f),
            Self::Pending(sentence) | Self::Failed(sentence) => f.write_str(sentence),
        }
    }
}

impl From<BadSetting> for StartError {
    fn from(setting: BadSetting) -> Self {
        Self::Setting(setting)
    }
}

impl std::error::Error for StartError {}

impl From<OpenError> for StartError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::NotBackedUp { .. } => Self::Pending(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<Error> for StartError {
    fn from(error: Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The adapters, and the ports that they fill.
pub(crate) struct Wired {
    pub(crate) database: Database,
    pub(crate) passwords: Arc<Argon2Passwords>,
    /// Of the signing key.
    pub(crate) fingerprint: String,
    pub(crate) ports: Ports,
}

/// For how long a start waits for a database that is away: that of the same machine may be starting too.
const AWAY_FOR: Duration = Duration::from_mins(1);
const BETWEEN_TRIES: Duration = Duration::from_secs(1);

/// Opens the database, brings it up to date, and fills the ports.
pub(crate) async fn wire(config: &Config, settings: &Settings) -> Result<Wired, StartError> {
    let since = Instant::now();
    let mut is_told = false;
    let database = loop {
        match Database::open(settings).await {
            Err(error @ OpenError::Away(_)) if since.elapsed() + BETWEEN_TRIES < AWAY_FOR => {
                if !is_told {
                    tracing::warn!("{error}; it will be tried again for {} seconds", AWAY_FOR.as_secs());
                }
                is_told = true;
                tokio::time::sleep(BETWEEN_TRIES).await;
            }
            opened => break opened?,
        }
    };
    let wired = wire_over(config, database).await?;
    if let Some(zone) = config.zone
        && let TimeZoneGiven::Differs(holds) = give_time_zone(&wired.ports, zone).await?
    {
        let sentence = format!(
            "is {zone}, and the time zone of the organisation is {holds}: remove the variable, or set it to {holds}. \
             An administrator changes the zone in the portal, under System Settings, from a day on"
        );
        return Err(bad("DAYBOOK_TIMEZONE", sentence).into());
    }
    Ok(wired)
}

/// The organisation's time zones, for a command that shows times.
pub(crate) async fn zones(config: &Config, database: &Database) -> Result<Zones> {
    let policy = policy(config);
    policy.refresh(database).await?;
    Ok(policy.in_force().rules.zones.clone())
}

/// Opens the database beside a server that may be running on it.
pub(crate) async fn visit(config: &Config) -> Result<Database, StartError> {
    Ok(Database::visit(&database_settings(config)).await?)
}

pub(crate) fn database_settings(config: &Config) -> Settings {
    Settings { connections: config.database_connections, ..Settings::new(config.database_url.clone()) }
}

/// How old the newest backup of a PostgreSQL database may be when it is upgraded. An SQLite file is copied.
const BACKED_UP_WITHIN: TimeDelta = TimeDelta::days(1);

/// The earliest time of a backup that allows an upgrade at `now`.
pub(crate) fn backed_up_since(now: domain::Instant) -> domain::Instant {
    now - BACKED_UP_WITHIN
}

/// How to open the database to bring it up to date. `no_backup`: whether the operator wants that without a backup.
pub(crate) fn to_migrate(config: &Config, no_backup: bool) -> Settings {
    let backed_up_since = (!no_backup).then(|| backed_up_since(clock(config).now()));
    Settings { backed_up_since, ..database_settings(config) }
}

pub(crate) fn clock(config: &Config) -> Arc<dyn Clock> {
    match config.clock_start {
        Some(start) => Arc::new(MovedClock::starting_at(start)),
        None => Arc::new(SystemClock),
    }
}

/// What holds before anything that was decided is read.
pub(crate) fn policy(config: &Config) -> Arc<Policy> {
    Arc::new(Policy::new(config.defaults.clone(), config.operator.clone()))
}

/// What sends mails.
pub(crate) fn post(config: &Config, policy: Arc<Policy>, clock: Arc<dyn Clock>) -> Result<Post, StartError> {
    let head = Letterhead { policy, public_url: config.public_url.clone() };
    Post::new(&config.mail, head, clock).map_err(|why| bad("DAYBOOK_MAIL", format!("cannot be used: {why}")).into())
}

/// Fills the ports over an open database.
pub(crate) async fn wire_over(config: &Config, database: Database) -> Result<Wired, StartError> {
    let secret = match &config.secret {
        Some(secret) => secret.clone(),
        None if config.is_sqlite() => kept_secret(&config.data_dir)?,
        None => shared_secret(&database).await?,
    };
    let passwords = Arc::new(Argon2Passwords::default());
    let clock = clock(config);
    let store = Arc::new(database.clone());
    let ports = Ports {
        store: store.clone(),
        reads: store,
        documents: Arc::new(DocumentMaker::default()),
        import_reader: Arc::new(FileReader),
        workers: Arc::new(BlockingWorkers),
        passwords: passwords.clone(),
        secrets: Arc::new(RandomSecrets),
        tokens: Arc::new(JwtTokens::new(&secret)),
        codes: Arc::new(HmacCodes),
        ids: Arc::new(RandomIds),
        policy: policy(config),
        limits: config.limits,
        seals: Arc::new(AeadSeals::new(&secret)),
        providers: Arc::new(providers(config, &clock)),
        reports: Arc::default(),
        clock,
    };
    ports.policy.refresh(ports.reads.as_ref()).await?;
    Ok(Wired { database, passwords, fingerprint: secret.fingerprint(), ports })
}

/// The providers of sign-in. None of them is called before somebody needs it.
fn providers(config: &Config, clock: &Arc<dyn Clock>) -> Providers {
    let (outbound, tokens) = (Arc::new(HttpOutbound::default()), Arc::new(SignedTokens));
    let client = |provider: &Provider| {
        Arc::new(ProviderClient::new(provider.clone(), outbound.clone(), tokens.clone(), Arc::clone(clock)))
    };
    let clients = config.providers.iter().map(client).collect();
    Providers::new(clients, config.passwords, config.public_url.clone())
}

/// The signing key in the data folder, made at the first start.
fn kept_secret(folder: &Path) -> Result<Secret, StartError> {
    let path = folder.join("secret");
    let failed = |error: std::io::Error| {
        StartError::Failed(format!("the signing key {} cannot be saved: {error}", path.display()))
    };
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    let made = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
    match made {
        Ok(mut file) => {
            let secret = Secret::generate().map_err(failed)?;
            file.write_all(secret.reveal()).and_then(|()| file.sync_all()).map_err(failed)?;
            Ok(secret)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let bytes = std::fs::read(&path).map_err(failed)?;
            Secret::new(bytes).ok_or_else(|| StartError::Failed(damaged_key(&path)))
        }
        Err(error) => Err(failed(error)),
    }
}

/// What an operator is told of a signing key that is none.
pub(crate) fn damaged_key(path: &Path) -> String {
    format!("the signing key {} is damaged; remove it, and everyone will have to sign in again", path.display())
}

/// The signing key that all instances on one PostgreSQL share.
async fn shared_secret(database: &Database) -> Result<Secret, StartError> {
    let candidate =
        Secret::generate().map_err(|error| StartError::Failed(format!("no signing key can be created: {error}")))?;
    let candidate = String::from_utf8_lossy(candidate.reveal()).into_owned();
    let kept = database.shared_setting(SIGNING_KEY, &candidate).await?;
    Secret::new(kept.into_bytes())
        .ok_or_else(|| StartError::Failed("the signing key in the database is damaged".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_signing_key_is_made_once_and_for_its_owner_alone() {
        let folder = std::env::temp_dir().join(format!("daybook-secret-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let first = kept_secret(&folder).unwrap();
        assert_eq!(kept_secret(&folder).unwrap().reveal(), first.reveal());
        let mode = std::fs::metadata(folder.join("secret")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        std::fs::write(folder.join("secret"), "short").unwrap();
        assert!(kept_secret(&folder).unwrap_err().to_string().contains("damaged"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
