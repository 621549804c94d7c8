//! What all handlers share: the use cases' ports, the sockets, the figures, and the settings.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::{HttpMessage, HttpRequest};
use application::Ports;
use application::events::{Push, Topic};
use application::people_reports::Kept;
use application::ports::Reads;
use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;

use crate::dto::settings::{DatabaseEngine, MailRoute, Operator};
use crate::edge::{Edge, Hsts, Lag, Proxies, Security};
use crate::hub::{Hub, Origins};
use crate::metrics::Metrics;
use crate::runner::{Deadline, Runner};

/// Asks whether the portal can serve: the database is reached, takes writes, and has the schema of this version. The error says in a few
/// words why not.
pub type Ready = Arc<dyn Fn() -> BoxFuture<'static, Result<(), &'static str>> + Send + Sync>;

/// The reads of a standby for one report.
pub struct Lent {
    pub reads: Arc<dyn Reads>,
    /// How far behind they may be; `None` if they have everything that was committed before the report was requested.
    pub lag: Option<Duration>,
}

/// Lends the reads of a standby for this long, after which they go to the primary; `None` if the primary has to answer.
pub type Standby = Arc<dyn Fn(Duration) -> BoxFuture<'static, Option<Lent>> + Send + Sync>;

/// How long after a failure what was decided is read again.
const TRY_AGAIN: Duration = Duration::from_millis(250);

/// How the portal is reached, and what stands around it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address under which people know it.
    pub public_url: String,
    /// The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
    pub trusted_proxies: Proxies,
    /// What browsers are told of https, where the public address is https.
    pub hsts: Option<Hsts>,
    pub mail: MailRoute,
    pub database: DatabaseEngine,
}

/// What the portal is made of. Given by the composition root, and by tests.
pub struct Parts {
    pub ports: Ports,
    pub settings: Settings,
    /// Counts the use cases that run, so that a shutdown can wait for them.
    pub tasks: TaskTracker,
    /// A runtime that outlives the server's workers.
    pub writers: Handle,
    pub ready: Ready,
    /// The figures, with whatever gauges the composition root has added.
    pub metrics: Metrics,
}

/// The portal, one for all workers.
pub struct Portal {
    pub(crate) ports: Arc<Ports>,
    pub(crate) runner: Runner,
    pub(crate) hub: Hub,
    pub(crate) origins: Origins,
    pub(crate) proxies: Arc<Proxies>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) ready: Ready,
    /// Whether it is about to stop.
    draining: Arc<AtomicBool>,
    /// The time zone, which may change, is filled in with each answer.
    pub(crate) operator: Operator,
    hsts: Option<Hsts>,
    standby: Option<Standby>,
    /// Figures that were counted on a lagging standby, separate from those of the primary.
    lagging: Arc<Kept>,
}

impl fmt::Debug for Portal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Portal").finish_non_exhaustive()
    }
}

impl Portal {
    pub fn new(parts: Parts) -> Self {
        Self::with_hub(parts, Hub::default())
    }

    /// The same with a hub of one's own.
    pub fn with_hub(parts: Parts, hub: Hub) -> Self {
        let (sockets, tasks) = (hub.clone(), parts.tasks.clone());
        let metrics = parts
            .metrics
            .with_gauge("daybook_sockets", "Open sockets.", move || sockets.count() as u64)
            .with_gauge("daybook_use_cases", "Use cases that run now.", move || tasks.len() as u64);
        let Settings { public_url, trusted_proxies, hsts, mail, database } = parts.settings;
        let is_https = public_url.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"));
        let operator = Operator {
            timezone: "",
            public_url: public_url.clone(),
            mail,
            database,
            version: env!("CARGO_PKG_VERSION"),
        };
        Self {
            ports: Arc::new(parts.ports),
            runner: Runner::new(parts.tasks, parts.writers),
            hub,
            origins: Origins::new(&public_url),
            proxies: Arc::new(trusted_proxies),
            metrics: Arc::new(metrics),
            ready: parts.ready,
            draining: Arc::default(),
            operator,
            hsts: hsts.filter(|_| is_https),
            standby: None,
            lagging: Arc::default(),
        }
    }

    /// The same with a standby that answers reports.
    #[must_use]
    pub fn with_standby(self, standby: Standby) -> Self {
        Self { standby: Some(standby), ..self }
    }

    /// The ports for a report: they read from the standby, if one may answer it. Its lag is noted for the answer. If the standby hangs,
    /// more than half of the time until `deadline` is left for the primary.
    pub(crate) async fn ports_of_report(&self, request: &HttpRequest, deadline: Deadline) -> Arc<Ports> {
        let lent = match &self.standby {
            Some(lend) => lend(deadline.left() * 2 / 5).await,
            None => None,
        };
        let Some(Lent { reads, lag }) = lent else { return Arc::clone(&self.ports) };
        let mut ports = Ports { reads, ..(*self.ports).clone() };
        if let Some(lag) = lag {
            request.extensions_mut().insert(Lag(lag));
            ports.reports = Arc::clone(&self.lagging);
        }
        Arc::new(ports)
    }

    /// Tells the open sockets of what has happened. What was decided anew is known here before a browser can ask for it.
    pub async fn tell(&self, push: &Push) {
        if matches!(push, Push::Changed { topic: Topic::Settings, .. }) {
            while self.ports.policy.refresh(self.ports.reads.as_ref()).await.is_err() {
                tokio::time::sleep(TRY_AGAIN).await;
            }
        }
        self.hub.deliver(push);
    }

    /// From now on `/readyz` is 503, so that a proxy goes elsewhere, and each answer closes its connection, so that none is open and
    /// idle when the server stops. Requests are served as before.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// The sockets: events are delivered to it, and it is closed before the server stops.
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    pub(crate) fn edge(&self) -> Edge {
        Edge {
            security: Security { hsts: self.hsts },
            proxies: Arc::clone(&self.proxies),
            metrics: Arc::clone(&self.metrics),
            draining: Arc::clone(&self.draining),
        }
    }
}
