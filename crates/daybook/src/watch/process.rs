//! The operating system's figures about this process, under the names that Prometheus recommends.

use super::seconds;
use domain::Instant;
use web::Exposition;

const CPU: &str = "process_cpu_seconds_total";
const MEMORY: &str = "process_resident_memory_bytes";
const OPEN: &str = "process_open_fds";
const MAX: &str = "process_max_fds";
const START: &str = "process_start_time_seconds";

/// The figures that were found; none on a system without them.
#[derive(Debug, Default)]
struct Figures {
    cpu_seconds: Option<f64>,
    resident_bytes: Option<u64>,
    open_fds: Option<usize>,
    max_fds: Option<u64>,
}

/// `began`: when the program began. Of the system it could only be had with the time of its start, which a unit of systemd with
/// `ProcSubset=pid` hides.
pub(super) fn write(out: &mut Exposition, began: Instant) {
    let found = read();
    out.counter(CPU, "CPU time in user and system mode.", found.cpu_seconds);
    out.gauge(MEMORY, "Memory in use.", found.resident_bytes);
    out.gauge(OPEN, "Open file descriptors.", found.open_fds);
    out.gauge(MAX, "The limit of open file descriptors.", found.max_fds);
    out.gauge(START, "When the process started.", Some(seconds(began)));
}

#[cfg(target_os = "linux")]
fn read() -> Figures {
    use procfs::process::{LimitValue, Process};
    let Ok(process) = Process::myself() else { return Figures::default() };
    let stat = process.stat().ok();
    let per_second = procfs::ticks_per_second().max(1);
    let elapsed = |ticks: u64| std::time::Duration::from_millis(ticks * 1_000 / per_second).as_secs_f64();
    let soft_limit = |value| match value {
        LimitValue::Value(most) => Some(most),
        LimitValue::Unlimited => None,
    };
    Figures {
        cpu_seconds: stat.as_ref().map(|stat| elapsed(stat.utime + stat.stime)),
        resident_bytes: stat.as_ref().map(|stat| stat.rss * procfs::page_size()),
        open_fds: process.fd_count().ok(),
        max_fds: process.limits().ok().and_then(|limits| soft_limit(limits.max_open_files.soft_limit)),
    }
}

#[cfg(not(target_os = "linux"))]
fn read() -> Figures {
    Figures::default()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_knows_its_own_figures() {
        let found = read();
        assert!(found.resident_bytes.is_some_and(|bytes| bytes > 1 << 20), "{found:?}");
        assert!(found.open_fds.is_some_and(|open| open > 2) && found.cpu_seconds.is_some(), "{found:?}");
    }
}
