//! The metrics on the address for monitoring, in addition to those of the requests: the state of the portal, of what it depends on, and
//! of its process. They include the findings of the doctor.

mod mail_server;
mod process;

use crate::commands::doctor::machine;
use crate::config::Config;
use crate::wiring::database_settings;
use application::Ports;
use application::system_reports::{PortalState, portal_state};
use domain::Instant;
use mail::Post;
use persistence::{AWAY, Database, Facts, Instance, Standby, newest_migration};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::sync::watch::Receiver;
use web::{Exposition, NO_ANSWER};

/// How long a reading of the database is reused, whatever the number of scrapes.
const KEPT_FOR: Duration = Duration::from_secs(10);
/// How long reading it may take.
const WITHIN: Duration = Duration::from_millis(2_500);

/// The commit of this build, if the builder named it.
const COMMIT: &str = match option_env!("DAYBOOK_COMMIT") {
    Some(commit) => commit,
    None => "unknown",
};

/// Reads the figures.
pub(crate) struct Watch {
    config: Config,
    database: Database,
    ports: Ports,
    standby: Option<Standby>,
    /// Whether the mail server was reached; `None` where nobody watches, or mails go into a folder.
    mail: Option<Receiver<Option<bool>>>,
    began: Instant,
    kept: Mutex<Option<(std::time::Instant, Arc<Reading>)>>,
}

/// The facts read from the database.
struct Reading {
    facts: Facts,
    /// How far the portal's clock is ahead of the database's, in seconds.
    clock_offset: f64,
    /// Empty on SQLite.
    instances: Vec<Instance>,
    state: PortalState,
}

impl Watch {
    /// `began`: when the program began, by the machine's clock.
    pub(crate) fn new(
        config: &Config,
        database: &Database,
        ports: &Ports,
        standby: Option<&Standby>,
        post: &Arc<Post>,
        began: Instant,
    ) -> Self {
        let is_asked = config.metrics_listen.is_some() && !config.mail.is_folder();
        Self {
            config: config.clone(),
            database: database.clone(),
            ports: ports.clone(),
            standby: standby.cloned(),
            mail: is_asked.then(|| mail_server::follow(Arc::clone(post))),
            began,
            kept: Mutex::default(),
        }
    }

    /// The families, given whether the portal can serve. If the database does not answer in time, its figures are left out.
    pub(crate) async fn figures(self: Arc<Self>, ready: Result<(), &'static str>) -> String {
        let is_up = !matches!(ready, Err(AWAY | NO_ANSWER));
        let reading = if is_up { tokio::time::timeout(WITHIN, self.read()).await.ok().flatten() } else { None };
        let writing = move || {
            let mut out = Exposition::default();
            self.write(&mut out, ready.is_ok(), is_up, reading.as_deref());
            out.into_text()
        };
        // This also asks the disk and the operating system, which may block.
        tokio::task::spawn_blocking(writing).await.unwrap_or_default()
    }

    async fn read(&self) -> Option<Arc<Reading>> {
        let mut kept = self.kept.lock().await;
        if let Some((_, reading)) = kept.as_ref().filter(|(at, _)| at.elapsed() < KEPT_FOR) {
            return Some(Arc::clone(reading));
        }
        *kept = None;
        let fresh = self.read_anew().await.inspect_err(|error| tracing::debug!(%error, "the state cannot be read"));
        let fresh = Arc::new(fresh.ok()?);
        *kept = Some((std::time::Instant::now(), Arc::clone(&fresh)));
        Some(fresh)
    }

    async fn read_anew(&self) -> Result<Reading, application::Error> {
        let facts = self.database.facts().await?;
        let clock_offset = (self.ports.clock.now() - facts.now).as_seconds_f64();
        let instances = self.database.instances().await?;
        let state = portal_state(self.ports.reads.as_ref(), &self.ports.moment()).await?;
        Ok(Reading { facts, clock_offset, instances, state })
    }

    fn write(&self, out: &mut Exposition, is_ready: bool, is_up: bool, reading: Option<&Reading>) {
        let build = [("version", env!("CARGO_PKG_VERSION")), ("commit", COMMIT), ("schema", &newest_migration())];
        out.gauges("daybook_build_info", "The program: its version, commit and newest migration.", [(build, 1)]);
        out.gauge("daybook_ready", "Whether /readyz says that it can serve.", Some(u8::from(is_ready)));
        out.gauge("daybook_database_up", "Whether the database answers.", Some(u8::from(is_up)));
        let connections = self.database.connections();
        let by_state = [("in-use", connections.in_use), ("idle", connections.idle)];
        out.gauges("daybook_database_connections", "Open connections to the database.", by("state", by_state));
        let most = Some(connections.most);
        out.gauge("daybook_database_connections_max", "The limit of open connections to the database.", most);
        let waiting = Some(connections.waiting);
        out.gauge("daybook_database_waiting", "Calls that wait for a connection or for the right to write.", waiting);
        write_facts(out, reading);
        let free = machine::room(&self.config).ok();
        out.gauge(
            "daybook_disk_free_bytes",
            "Free space on the disk of the database file or of the data folder.",
            free,
        );
        let is_sound = Some(u8::from(machine::is_data_sound(&self.config)));
        let help = "Whether the data folder can be written and only its owner reads the signing key.";
        out.gauge("daybook_data_folder_ok", help, is_sound);
        write_settings(out, &self.config);
        self.write_others(out);
        let state = reading.map(|reading| &reading.state);
        write_mails(out, state);
        write_jobs(out, state);
        write_audit(out, state);
        process::write(out, self.began);
    }

    /// The servers beside the database.
    fn write_others(&self, out: &mut Exposition) {
        let standby = self.standby.as_ref();
        let is_usable = standby.map(|standby| u8::from(standby.is_usable()));
        out.gauge("daybook_standby_up", "Whether the standby can answer reports.", is_usable);
        let lag = standby.and_then(Standby::lag).map(|lag| lag.as_secs_f64());
        out.gauge("daybook_standby_lag_seconds", "How far the standby is behind at most.", lag);
        let is_reached = self.mail.as_ref().and_then(|found| *found.borrow()).map(u8::from);
        out.gauge("daybook_mail_server_up", "Whether the mail server was reached at the last look.", is_reached);
    }
}

fn write_settings(out: &mut Exposition, config: &Config) {
    let is_moved = u8::from(config.clock_start.is_some());
    let help = "Whether DAYBOOK_NOW is set, and the portal's clock is not the machine's.";
    out.gauge("daybook_clock_moved", help, Some(is_moved));
    let standby = config.standby.as_ref().map(|standby| ("standby", standby.is_readable_on_the_way()));
    let readable = [
        ("database", database_settings(config).is_readable_on_the_way()),
        ("mail", config.mail.is_readable_on_the_way()),
    ];
    let encrypted = readable.into_iter().chain(standby).map(|(to, is_readable)| (to, u8::from(!is_readable)));
    let help = "Whether the settings demand TLS on the way, or the way does not leave the machine.";
    out.gauges("daybook_connection_encrypted", help, by("to", encrypted));
}

fn write_facts(out: &mut Exposition, reading: Option<&Reading>) {
    let facts = reading.map(|reading| &reading.facts);
    out.gauge("daybook_database_size_bytes", "Size of the database.", facts.map(|facts| facts.bytes));
    let is_writable = facts.map(|facts| u8::from(facts.may_write));
    out.gauge("daybook_database_writable", "Whether the account may write and create tables.", is_writable);
    let is_durable = facts.map(|facts| u8::from(facts.off.is_empty()));
    out.gauge("daybook_database_durable", "Whether acknowledged writes survive a crash of the database.", is_durable);
    let offset = reading.map(|reading| reading.clock_offset);
    out.gauge("daybook_clock_offset_seconds", "How far the portal's clock is ahead of the database's.", offset);
    let instances = reading.map(|reading| {
        let older = reading.instances.iter().filter(|instance| instance.is_older()).count();
        // An SQLite file is served by this one alone.
        [("current", reading.instances.len().max(1) - older), ("older", older)]
    });
    let instances = by("state", instances.into_iter().flatten());
    out.gauges("daybook_instances", "Running instances of this and of earlier versions.", instances);
    let sessions = reading.map(|reading| reading.state.sessions);
    out.gauge("daybook_sessions", "Sessions that have neither ended nor expired.", sessions);
}

fn write_mails(out: &mut Exposition, state: Option<&PortalState>) {
    let mail = state.map(|state| state.mail);
    let mails = mail.map(|mail| [("waiting", mail.waiting), ("given-up", mail.given_up)]);
    out.gauges("daybook_mails", "Mails that wait or were given up.", by("state", mails.into_iter().flatten()));
    let oldest = mail.and_then(|mail| mail.oldest_waiting).map(seconds);
    out.gauge("daybook_mail_oldest_waiting_timestamp_seconds", "When the oldest waiting mail was written.", oldest);
}

fn write_jobs(out: &mut Exposition, state: Option<&PortalState>) {
    let jobs = || state.into_iter().flat_map(|state| &state.jobs);
    let runs = || jobs().filter_map(|job| Some((job.job.name(), job.last.as_ref()?)));
    let began = by("name", runs().map(|(name, run)| (name, seconds(run.began_at))));
    out.gauges("daybook_job_last_run_timestamp_seconds", "When the last run of a job began, on any instance.", began);
    let took = |ms: u32| Duration::from_millis(ms.into()).as_secs_f64();
    let took = by("name", runs().map(|(name, run)| (name, took(run.duration_ms))));
    out.gauges("daybook_job_last_run_duration_seconds", "How long the last run of a job took.", took);
    let failed = by("name", jobs().map(|job| (job.job.name(), u8::from(job.is_failed()))));
    out.gauges("daybook_job_failed", "Whether the last run of a job failed.", failed);
    let failed_at = by("name", jobs().filter_map(|job| Some((job.job.name(), seconds(job.failed_at?)))));
    let help = "When the last run of a job that failed began, on any instance.";
    out.gauges("daybook_job_last_failure_timestamp_seconds", help, failed_at);
    let late = by("name", jobs().map(|job| (job.job.name(), u8::from(job.is_late))));
    out.gauges("daybook_job_late", "Whether a job is late.", late);
}

fn write_audit(out: &mut Exposition, state: Option<&PortalState>) {
    let backup = state.map(|state| state.backup.map_or(0.0, seconds));
    out.gauge("daybook_backup_newest_timestamp_seconds", "When the newest backup was made; 0 if none was.", backup);
    let unsealed = state.map(|state| state.unsealed.events);
    out.gauge("daybook_audit_unsealed_events", "Unsealed events.", unsealed);
    let since = state.and_then(|state| state.unsealed.since).map(seconds);
    let help = "When the oldest unsealed event happened.";
    out.gauge("daybook_audit_oldest_unsealed_timestamp_seconds", help, since);
    let verified = state.and_then(|state| state.verification.as_ref()?.finished_at).map(seconds);
    out.gauge(
        "daybook_audit_verified_timestamp_seconds",
        "When the last verification of the audit log ended.",
        verified,
    );
    let is_broken = state.map(|state| u8::from(state.is_audit_broken()));
    out.gauge("daybook_audit_broken", "Whether the last verification found that the audit log was changed.", is_broken);
}

/// Figures by one label.
fn by<'a, V>(
    label: &'static str,
    values: impl IntoIterator<Item = (&'a str, V)>,
) -> impl Iterator<Item = ([(&'a str, &'a str); 1], V)> {
    values.into_iter().map(move |(of, value)| ([(label, of)], value))
}

/// Since the beginning of 1970.
fn seconds(at: Instant) -> f64 {
    (at - Instant::UNIX_EPOCH).as_seconds_f64()
}
