//! The instances on one database: none joins that differs from one that runs, and each says every few seconds that it is there.

use crate::bad_setting::{BadSetting, bad};
use crate::config::Config;
use crate::wiring::{StartError, Wired};
use domain::settings::{Key, Value};
use persistence::{Database, Instance, newest_migration};
use std::time::Duration;

/// How often an instance says that it is there.
const BEAT: Duration = Duration::from_secs(5);
/// How often a start looks whether an instance that differs is still there.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) fn this(config: &Config, wired: &Wired) -> Instance {
    // The unit of systemd hides /proc/sys.
    let system = rustix::system::uname();
    let of = |key: Key| config.operator.iter().chain(&config.defaults).find(|decided| decided.key == key);
    Instance {
        id: wired.ports.ids.random(),
        name: format!("{} at {}", system.nodename().to_string_lossy(), config.listen),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        newest_migration: newest_migration(),
        secret: wired.fingerprint.clone(),
        public_url: config.named_url.clone().unwrap_or_default(),
        registration: match of(Key::SelfRegistration).map(|decided| &decided.value) {
            Some(Value::Boolean(true)) => "on".to_owned(),
            _ => "off".to_owned(),
        },
        organisation: of(Key::OrganisationName).map(|decided| decided.value.to_string()).unwrap_or_default(),
        beats: 0,
    }
}

/// Counts this instance in. One that differs from it is given time to show that it still runs: it may have been killed.
pub(crate) async fn join(database: &Database, this: &Instance) -> Result<(), StartError> {
    let differs = {
        let this = this.clone();
        move |other: &Instance| difference(&this, other).is_some()
    };
    let first_seen = database.join(this, differs.clone()).await?;
    let mut found = first_seen.clone();
    while let Some(other) = found.first() {
        let is_new = |other: &Instance| !first_seen.iter().any(|seen| (seen.id, seen.beats) == (other.id, other.beats));
        if let Some(why) = found.iter().find(|other| is_new(other)).and_then(|other| difference(this, other)) {
            return Err(why.into());
        }
        tracing::info!(
            instance = other.name,
            "an instance with other settings was seen lately; waiting whether it runs"
        );
        tokio::time::sleep(LOOK).await;
        found = database.join(this, differs.clone()).await?;
    }
    for older in database.instances().await?.iter().filter(|other| other.is_older()) {
        tracing::warn!("{}", left_behind(older));
    }
    Ok(())
}

/// Says every few seconds that this instance is there.
pub(crate) async fn keep(database: Database, this: Instance) {
    loop {
        tokio::time::sleep(BEAT).await;
        if let Err(error) = database.beat(&this).await {
            tracing::debug!(%error, "the instance could not say that it is there");
        }
    }
}

/// What an operator has to know of an instance of an earlier version.
pub(crate) fn left_behind(older: &Instance) -> String {
    format!(
        "{} runs version {}, which takes no writes over this schema: start this version there",
        older.name, older.version
    )
}

/// In what an instance differs from one that runs.
fn difference(this: &Instance, other: &Instance) -> Option<BadSetting> {
    let say = |value: &str| if value.is_empty() { "not set".to_owned() } else { value.to_owned() };
    let together = "all instances on one database need the same";
    if this.secret != other.secret {
        let sentence = format!("is not that of the instance {}: {together}", other.name);
        return Some(bad("DAYBOOK_SECRET", sentence));
    }
    let compared = [
        ("DAYBOOK_PUBLIC_URL", &this.public_url, &other.public_url),
        ("DAYBOOK_SELF_REGISTRATION", &this.registration, &other.registration),
        ("DAYBOOK_ORGANISATION", &this.organisation, &other.organisation),
    ];
    let (variable, here, there) = compared.into_iter().find(|(_, here, there)| here != there)?;
    let (here, there) = (say(here), say(there));
    Some(bad(variable, format!("is {here}, and the instance {} has {there}: {together}", other.name)))
}
