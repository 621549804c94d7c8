//! Serving: start, jobs, stop.

use crate::bad_setting::bad;
use crate::config::Config;
use crate::drain::drain;
use crate::housekeeping::keep_house;
use crate::instances;
use crate::listeners::Listeners;
use crate::output::say;
use crate::periodic_job::JobContext;
use crate::watch::Watch;
use crate::wiring::{StartError, Wired, database_settings, post, to_migrate, wire};
use crate::{courier, demo, jobs, log, standby};
use actix_web::dev::ServerHandle;
use actix_web::web::Data;
use application::Error;
use application::accounts::{FirstAdmin, first_admin};
use application::events::{Push, Topic};
use application::ports::Clock;
use domain::person::{EmailAddress, NewPassword};
use domain::sign_in::{PasswordUse, passwords_off};
use persistence::{Instance, Standby};
use security::SystemClock;
use std::io::{IsTerminal, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use web::{DatabaseEngine, MailRoute, Metrics, Parts, Portal, Settings, StateFigures};

/// How long a stop waits for what is under way.
const STOP_WITHIN: Duration = Duration::from_secs(10);

/// `no_backup`: whether the database may be upgraded without a backup.
pub(crate) fn serve(config: &Config, no_backup: bool) -> Result<(), StartError> {
    let began = SystemClock.now();
    log::start(&config.log, "info")?;
    block_on(async {
        let wired = wire(config, &to_migrate(config, no_backup)).await?;
        // Before there is a password to be shown: a start that fails must not use it up.
        let listeners = Listeners::open(config)?;
        let instance = instances::this(config, &wired);
        instances::join(&wired.database, &instance).await?;
        // Handed over at once: nobody would ever see the password if the start failed after this.
        match ensure_admin(config, &wired).await? {
            Some(FirstPassword::Generated(password)) => hand_over(config, &config.admin_email, &password),
            Some(FirstPassword::Without) => tracing::warn!(
                email = %config.admin_email,
                "the first administrator was created without a password. {} If nobody has this address there, create another \
                 administrator with daybook create-admin",
                passwords_off(&wired.ports.providers.labels())
            ),
            Some(FirstPassword::Given) | None => {}
        }
        run(config, wired, listeners, instance, began, || {
            tracing::info!(address = config.public_url, "ready");
            if std::io::stdout().is_terminal() {
                say(&format!("Daybook is ready at {}", config.public_url));
            }
        })
        .await
    })
}

/// Shows the first administrator's password once to a person at a terminal, and else keeps it in a file for them. It is in no log.
fn hand_over(config: &Config, email: &EmailAddress, password: &str) {
    let credentials = format!("email     {email}\npassword  {password}\n");
    let show = || {
        say(&format!(
            "\nThe first administrator was created. This is shown once:\n{credentials}The password has to be changed at the first sign-in.\n"
        ));
    };
    let created = "the first administrator was created; the password has to be changed at the first sign-in";
    if std::io::stdout().is_terminal() {
        show();
        tracing::info!(%email, "{created}");
        return;
    }
    match keep_privately(&config.data_dir, "first-password", &credentials) {
        Ok(file) => tracing::info!(%email, file = %file.display(), "{created}"),
        Err(error) => {
            tracing::warn!(%email, %error, "{created}, and is on standard output, because the file for it cannot be made");
            show();
        }
    }
}

/// Writes a file that only its owner reads into a folder that only they enter.
fn keep_privately(folder: &Path, name: &str, text: &str) -> std::io::Result<PathBuf> {
    let file = folder.join(name);
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    // One of a former database keeps no permissions that somebody gave it.
    match std::fs::remove_file(&file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut made = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file)?;
    made.write_all(text.as_bytes()).and_then(|()| made.sync_all())?;
    Ok(file)
}

pub(crate) fn demo(mut config: Config) -> Result<(), StartError> {
    let began = SystemClock.now();
    if !config.listen.is_loopback() {
        return Err(bad("DAYBOOK_LISTEN", "must be a loopback address for the demo, which has fixed passwords").into());
    }
    if config.passwords != PasswordUse::Everybody {
        return Err(bad("DAYBOOK_PASSWORDS", "must be on for the demo, whose people sign in with passwords").into());
    }
    log::start(&config.log, "warn")?;
    block_on(async {
        demo::prepare(&mut config)?;
        // There is no proxy in front of it.
        config.drain = Duration::ZERO;
        let wired = wire(&config, &database_settings(&config)).await?;
        let listeners = Listeners::open(&config)?;
        demo::fill(&wired.ports).await?;
        let instance = instances::this(&config, &wired);
        run(&config, wired, listeners, instance, began, || say(&demo::welcome(&config.public_url))).await
    })
}

/// Runs on a runtime that outlives the server's workers, so that a write that began before a stop ends on it.
pub(crate) fn block_on<T>(work: impl Future<Output = Result<T, StartError>>) -> Result<T, StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // One worker: writes mostly wait for the database, and with a second one each of its answers would wake both.
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| StartError::Failed(format!("no threads can be started: {error}")))?;
    runtime.block_on(work)
}

/// The password of the first administrator.
enum FirstPassword {
    /// It has to be shown.
    Generated(String),
    /// The operator set it.
    Given,
    /// It would not open the account.
    Without,
}

/// Creates the first administrator of an empty database. `None` where there are accounts.
async fn ensure_admin(config: &Config, wired: &Wired) -> Result<Option<FirstPassword>, StartError> {
    let first = match &config.admin_password {
        _ if config.passwords != PasswordUse::Everybody => FirstPassword::Without,
        Some(_) => FirstPassword::Given,
        None => FirstPassword::Generated(
            security::generate_password()
                .map_err(|error| StartError::Failed(format!("no password can be made: {error}")))?,
        ),
    };
    let password = match &first {
        FirstPassword::Without => None,
        FirstPassword::Given => config.admin_password.clone(),
        FirstPassword::Generated(text) => {
            Some(NewPassword::generated(text).map_err(|why| StartError::Failed(why.sentence()))?)
        }
    };
    let is_generated = matches!(first, FirstPassword::Generated(_));
    let admin = FirstAdmin { email: config.admin_email.clone(), password, is_generated };
    let is_created = first_admin(&wired.ports, &admin).await.map_err(|error| match error {
        Error::Invalid(why) => bad("DAYBOOK_ADMIN_PASSWORD", format!("cannot be used: {}", why.sentence())).into(),
        other => StartError::from(other),
    })?;
    Ok(is_created.then_some(first))
}

async fn run(
    config: &Config,
    wired: Wired,
    mut listeners: Listeners,
    instance: Instance,
    began: domain::Instant,
    ready: impl FnOnce(),
) -> Result<(), StartError> {
    if config.clock_start.is_some() {
        tracing::warn!(now = %wired.ports.clock.now(), "DAYBOOK_NOW is set: the portal's clock is not the machine's, and sessions expire by it");
    }
    if config.mail.is_readable_on_the_way() {
        tracing::warn!(
            "DAYBOOK_MAIL may send mails, and the password for it, over the network without encryption: prefer smtps:// or ?tls=required"
        );
    }
    let Wired { database, passwords, ports, .. } = wired;
    let post = Arc::new(post(config, ports.policy.clone(), ports.clock.clone())?);
    let context = JobContext { ports: ports.clone(), stopping: CancellationToken::new() };
    let tasks = TaskTracker::new();
    let clock = ports.clock.clone();
    let standby = config.standby.as_ref().map(|settings| Standby::follow(&database, settings)).transpose()?;
    let watch = Arc::new(Watch::new(config, &database, &ports, standby.as_ref(), &post, began));
    let mut portal = Portal::new(Parts {
        ports,
        settings: Settings {
            public_url: config.public_url.clone(),
            trusted_proxies: config.trusted_proxies.clone(),
            hsts: config.hsts,
            mail: if config.mail.is_folder() { MailRoute::File } else { MailRoute::Smtp },
            database: if config.is_sqlite() { DatabaseEngine::Sqlite } else { DatabaseEngine::Postgres },
        },
        tasks: tasks.clone(),
        writers: tokio::runtime::Handle::current(),
        ready: {
            let database = database.clone();
            Arc::new(move || {
                let database = database.clone();
                Box::pin(async move { database.readiness().await })
            })
        },
        metrics: Metrics::default()
            .with_gauge("daybook_password_queue", "Password checks that wait.", move || passwords.waiting() as u64),
    });
    if let Some(standby) = standby {
        portal = portal.with_standby(standby::lend(standby));
    }
    let portal = Data::new(portal);

    let feed = database.event_feed().await?;
    let (closing, closes) = watch::channel(0);
    let pump = tokio::spawn(pump(feed, portal.clone(), closing));
    let housekeeper = tokio::spawn(keep_house(database.clone(), clock));
    let beating = tokio::spawn(instances::keep(database.clone(), instance.clone()));
    let (door, socket_file) = (listeners.door()?, listeners.socket_file.take());
    let (handle, mut serving) = serve_on(portal.clone(), listeners, config.workers, watch).await?;
    let courier = courier::start(&context, Arc::new(database.clone()), post, database.mail_waiting());
    let jobs = jobs::start(&context, closes);
    ready();

    let ended = tokio::select! {
        () = wait_for_stop() => None,
        ended = &mut serving => Some(ended),
    };
    tracing::info!("stopping");
    let is_in_a_hurry = drain(&portal, door, socket_file, config.drain).await;
    let since = Instant::now();
    portal.hub().close();
    context.stopping.cancel();
    if is_in_a_hurry {
        handle.stop(false).await;
    } else {
        let graceful = tokio::time::timeout(STOP_WITHIN, handle.stop(true));
        tokio::select! {
            _ = graceful => {}
            () = wait_for_stop() => handle.stop(false).await,
        }
    }
    let ended = match ended {
        Some(ended) => ended,
        None => serving.await,
    };
    tasks.close();
    let _ = tokio::time::timeout(STOP_WITHIN, tasks.wait()).await;
    let left = || STOP_WITHIN.saturating_sub(since.elapsed());
    if !courier.has_ended_within(left()).await {
        tracing::warn!("a mail was still being sent at the stop; it may be sent twice");
    }
    // A step that is cut off is rolled back: there is nothing to warn of.
    for job in jobs {
        job.has_ended_within(left()).await;
    }
    pump.abort();
    housekeeper.abort();
    beating.abort();
    // What stays after a failure is forgotten within seconds.
    let _ = database.leave(&instance).await;
    database.close().await;
    outcome(ended)
}

/// How the thread of the HTTP servers ended. Nothing comes from one that panicked.
type Ended = Result<std::io::Result<()>, oneshot::error::RecvError>;

fn outcome(ended: Ended) -> Result<(), StartError> {
    let failed = match ended {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) => format!("the HTTP server failed: {error}"),
        Err(_) => "the HTTP server broke off".to_owned(),
    };
    tracing::error!("{failed}");
    Err(StartError::Failed(failed))
}

/// Starts the HTTP servers on a thread of their own: actix wants a runtime of its own, and this one goes on with events, jobs
/// and writes meanwhile. The address for monitoring is served until the portal has stopped.
async fn serve_on(
    portal: Data<Portal>,
    Listeners { people, watchers, .. }: Listeners,
    workers: usize,
    watch: Arc<Watch>,
) -> Result<(ServerHandle, oneshot::Receiver<std::io::Result<()>>), StartError> {
    let state: Arc<StateFigures> = Arc::new(move |ready| Box::pin(Arc::clone(&watch).figures(ready)));
    let (started, handle) = oneshot::channel();
    let (end, ended) = oneshot::channel();
    std::thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || {
            let served = actix_web::rt::System::new().block_on(async {
                let watched = watchers.map(|listener| web::serve_watchers(portal.clone(), state, listener));
                let watched = watched.transpose()?.map(|server| {
                    let handle = server.handle();
                    actix_web::rt::spawn(async move {
                        if let Err(error) = server.await {
                            tracing::error!(%error, "the server at DAYBOOK_METRICS_LISTEN has ended");
                        }
                    });
                    handle
                });
                let server = web::serve(portal, people, workers)?;
                let _ = started.send(server.handle());
                let ended = server.await;
                if let Some(watched) = watched {
                    watched.stop(false).await;
                }
                ended
            });
            let _ = end.send(served);
        })
        .map_err(|error| StartError::Failed(format!("no thread can be started: {error}")))?;
    match handle.await {
        Ok(handle) => Ok((handle, ended)),
        Err(_) => outcome(ended.await).and(Err(StartError::Failed("the HTTP server did not start".to_owned()))),
    }
}

/// Brings committed events to the open sockets, and counts in `months` those about months.
async fn pump(mut feed: persistence::EventFeed, portal: Data<Portal>, months: watch::Sender<u64>) {
    loop {
        for push in feed.next().await {
            if matches!(push, Push::Changed { topic: Topic::Months, .. }) {
                months.send_modify(|count| *count += 1);
            }
            portal.tell(&push).await;
        }
    }
}

/// Ctrl-C, or the signal that stops services.
pub(crate) async fn wait_for_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        }
        Err(_) => {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}
