//! Figures for Prometheus, counted by hand: a handful of counters needs no library.

use std::collections::HashMap;
use std::fmt::{self, Display, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the histogram, in microseconds, and as Prometheus writes them.
const BOUNDS: [(u64, &str); 11] = [
    (500, "0.0005"),
    (1_000, "0.001"),
    (2_500, "0.0025"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (25_000, "0.025"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (500_000, "0.5"),
    (1_000_000, "1"),
    (2_500_000, "2.5"),
];

/// A figure that is asked for when somebody looks.
type Gauge = Box<dyn Fn() -> u64 + Send + Sync>;

/// What has been counted since the start.
#[derive(Default)]
pub struct Metrics {
    routes: Mutex<HashMap<String, Vec<Series>>>,
    abandoned: AtomicU64,
    gauges: Vec<(&'static str, &'static str, Gauge)>,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Metrics")
    }
}

struct Series {
    method: &'static str,
    status: u16,
    buckets: [u64; BOUNDS.len()],
    count: u64,
    micros: u64,
}

impl Metrics {
    /// Adds a figure that `read` knows.
    #[must_use]
    pub fn with_gauge(
        mut self,
        name: &'static str,
        help: &'static str,
        read: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Self {
        self.gauges.push((name, help, Box::new(read)));
        self
    }

    /// Counts an answered request.
    pub(crate) fn request(&self, method: &str, route: &str, status: u16, took: Duration) {
        let method = known(method);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let Ok(mut routes) = self.routes.lock() else {
            return;
        };
        if !routes.contains_key(route) {
            routes.insert(route.to_owned(), Vec::new());
        }
        let Some(all) = routes.get_mut(route) else {
            return;
        };
        let found = all.iter_mut().find(|one| one.method == method && one.status == status);
        if let Some(series) = found {
            series.add(micros);
        } else {
            let mut series = Series::new(method, status);
            series.add(micros);
            all.push(series);
        }
    }

    /// Counts a request that ended in a panic.
    pub(crate) fn abandoned(&self) {
        self.abandoned.fetch_add(1, Ordering::Relaxed);
    }

    /// Everything, in the text form that Prometheus reads.
    pub fn render(&self) -> String {
        let mut out = String::with_capacity(4096);
        // Writing into a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let requests = "daybook_http_requests";
        let seconds = "daybook_http_request_duration_seconds";
        writeln!(out, "# HELP {requests}_total Answered requests.")?;
        writeln!(out, "# TYPE {requests}_total counter")?;
        let routes = self.routes.lock().ok();
        let mut all: Vec<(&str, &Series)> = routes
            .iter()
            .flat_map(|routes| routes.iter())
            .flat_map(|(route, all)| all.iter().map(move |one| (route.as_str(), one)))
            .collect();
        all.sort_unstable_by_key(|(route, one)| (*route, one.method, one.status));
        for (route, one) in &all {
            let Series { method, status, count, .. } = one;
            writeln!(out, "{requests}_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} {count}")?;
        }
        writeln!(out, "# HELP {seconds} Time until the answer's head was ready.")?;
        writeln!(out, "# TYPE {seconds} histogram")?;
        for (route, one) in &all {
            one.write(out, seconds, route)?;
        }
        drop(routes);
        let panics = self.abandoned.load(Ordering::Relaxed);
        writeln!(out, "# HELP daybook_http_panics_total Requests that ended in a panic.")?;
        writeln!(out, "# TYPE daybook_http_panics_total counter")?;
        writeln!(out, "daybook_http_panics_total {panics}")?;
        for (name, help, read) in &self.gauges {
            writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {}", read())?;
        }
        Ok(())
    }
}

/// Writes families of metrics in the text format of Prometheus. Each has its help and its type, even if it has no figure at
/// present.
#[derive(Debug, Default)]
pub struct Exposition(String);

impl Exposition {
    /// A figure that goes up and down.
    pub fn gauge(&mut self, name: &str, help: &str, value: Option<impl Display>) {
        self.family(name, "gauge", help, value.map(|value| ([], value)));
    }

    /// The same by labels.
    pub fn gauges<'a, const N: usize>(
        &mut self,
        name: &str,
        help: &str,
        values: impl IntoIterator<Item = ([(&'a str, &'a str); N], impl Display)>,
    ) {
        self.family(name, "gauge", help, values);
    }

    /// A figure that only goes up, until the process ends.
    pub fn counter(&mut self, name: &str, help: &str, value: Option<impl Display>) {
        self.family(name, "counter", help, value.map(|value| ([], value)));
    }

    pub fn into_text(self) -> String {
        self.0
    }

    fn family<'a, const N: usize>(
        &mut self,
        name: &str,
        kind: &str,
        help: &str,
        values: impl IntoIterator<Item = ([(&'a str, &'a str); N], impl Display)>,
    ) {
        let Self(out) = self;
        // Writing into a string cannot fail.
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
        for (labels, value) in values {
            let labels = labels.map(|(label, of)| format!("{label}=\"{}\"", escaped(of))).join(",");
            let _ = match labels.as_str() {
                "" => writeln!(out, "{name} {value}"),
                labels => writeln!(out, "{name}{{{labels}}} {value}"),
            };
        }
    }
}

/// The value of a label as it stands between its quotes.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

impl Series {
    fn new(method: &'static str, status: u16) -> Self {
        Self { method, status, buckets: [0; BOUNDS.len()], count: 0, micros: 0 }
    }

    fn add(&mut self, micros: u64) {
        self.count += 1;
        self.micros = self.micros.saturating_add(micros);
        let fits = BOUNDS.iter().zip(&mut self.buckets);
        if let Some((_, bucket)) = fits.into_iter().find(|((bound, _), _)| micros <= *bound) {
            *bucket += 1;
        }
    }

    fn write(&self, out: &mut String, name: &str, route: &str) -> fmt::Result {
        let Self { method, status, count, .. } = self;
        let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
        let mut sum = 0;
        for ((_, bound), bucket) in BOUNDS.iter().zip(&self.buckets) {
            sum += bucket;
            writeln!(out, "{name}_bucket{{{labels},le=\"{bound}\"}} {sum}")?;
        }
        writeln!(out, "{name}_bucket{{{labels},le=\"+Inf\"}} {count}")?;
        let (whole, rest) = (self.micros / 1_000_000, self.micros % 1_000_000);
        writeln!(out, "{name}_sum{{{labels}}} {whole}.{rest:06}")?;
        writeln!(out, "{name}_count{{{labels}}} {count}")
    }
}

/// The method as a label: a stranger cannot make up new ones.
fn known(method: &str) -> &'static str {
    ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("OTHER")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route_method_and_status() {
        let metrics = Metrics::default().with_gauge("daybook_sockets", "Open sockets.", || 3);
        for micros in [400, 700, 3_000_000] {
            metrics.request("GET", "/api/session", 200, Duration::from_micros(micros));
        }
        metrics.request("BREW", "other", 404, Duration::from_micros(10));
        let text = metrics.render();
        for line in [
            r#"daybook_http_requests_total{method="GET",route="/api/session",status="200"} 3"#,
            r#"daybook_http_requests_total{method="OTHER",route="other",status="404"} 1"#,
            r#"daybook_http_request_duration_seconds_bucket{method="GET",route="/api/session",status="200",le="0.0005"} 1"#,
            r#"daybook_http_request_duration_seconds_bucket{method="GET",route="/api/session",status="200",le="2.5"} 2"#,
            r#"daybook_http_request_duration_seconds_bucket{method="GET",route="/api/session",status="200",le="+Inf"} 3"#,
            r#"daybook_http_request_duration_seconds_sum{method="GET",route="/api/session",status="200"} 3.001100"#,
            "daybook_sockets 3",
            "daybook_http_panics_total 0",
        ] {
            assert!(text.lines().any(|have| have == line), "{line}\n{text}");
        }
    }

    #[test]
    fn a_family_has_its_type_without_a_figure_too_and_labels_are_escaped() {
        let mut families = Exposition::default();
        families.gauge("daybook_ready", "Whether it can serve.", Some(1));
        families.gauge("daybook_disk_free_bytes", "Free room.", None::<u64>);
        families.counter("process_cpu_seconds_total", "CPU time.", Some(0.25));
        families.gauges("daybook_build_info", "The version.", [([("version", "1"), ("commit", "a\"\\\n")], 1)]);
        let expected = [
            "# HELP daybook_ready Whether it can serve.",
            "# TYPE daybook_ready gauge",
            "daybook_ready 1",
            "# HELP daybook_disk_free_bytes Free room.",
            "# TYPE daybook_disk_free_bytes gauge",
            "# HELP process_cpu_seconds_total CPU time.",
            "# TYPE process_cpu_seconds_total counter",
            "process_cpu_seconds_total 0.25",
            "# HELP daybook_build_info The version.",
            "# TYPE daybook_build_info gauge",
            r#"daybook_build_info{version="1",commit="a\"\\\n"} 1"#,
        ];
        assert_eq!(families.into_text().lines().collect::<Vec<_>>(), expected);
    }
}
