//! What the kernel says about processes: the time that they spent on a processor, and the memory that they hold.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use crate::failure::{Failure, Outcome};

/// Linux counts processor time for programs in hundredths of a second, whatever its own clock does.
const TICK: Duration = Duration::from_millis(10);

/// The processor time of a process and all processes below it, those that have ended included.
pub(crate) fn cpu_of_tree(root: u32) -> Outcome<Duration> {
    let mut processes = HashMap::new();
    for entry in fs::read_dir("/proc")?.flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // A process may end while the list is read.
        if let Some(stat) = fs::read_to_string(entry.path().join("stat")).ok().as_deref().and_then(Stat::parse) {
            processes.insert(id, stat);
        }
    }
    if !processes.contains_key(&root) {
        return Err(Failure::new(format!("process {root} is gone")));
    }
    let ticks = processes.iter().filter(|(id, _)| is_below(**id, root, &processes)).map(|(_, stat)| stat.ticks);
    Ok(TICK * u32::try_from(ticks.sum::<u64>()).unwrap_or(u32::MAX))
}

fn is_below(mut id: u32, root: u32, processes: &HashMap<u32, Stat>) -> bool {
    // A chain of parents is short; the bound only guards against a list that changed while it was read.
    for _ in 0..64 {
        if id == root {
            return true;
        }
        match processes.get(&id) {
            Some(stat) if stat.parent != 0 => id = stat.parent,
            _ => return false,
        }
    }
    false
}

/// The parent of a process.
pub(crate) fn parent_of(id: u32) -> Option<u32> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    Stat::parse(&text).map(|stat| stat.parent)
}

/// The name of a process's program.
pub(crate) fn name_of(id: u32) -> Option<String> {
    fs::read_to_string(format!("/proc/{id}/comm")).ok().map(|name| name.trim().to_owned())
}

/// The memory that a process holds now, in MiB.
pub(crate) fn resident_mib(id: u32) -> Outcome<f64> {
    let text = fs::read_to_string(format!("/proc/{id}/status"))?;
    memory(&text, "VmRSS:").ok_or_else(|| Failure::new(format!("process {id} does not say how much memory it holds")))
}

/// The most memory that it has held so far, in MiB.
pub(crate) fn peak_mib(id: u32) -> Outcome<f64> {
    let text = fs::read_to_string(format!("/proc/{id}/status"))?;
    memory(&text, "VmHWM:").ok_or_else(|| Failure::new(format!("process {id} does not say how much memory it held")))
}

fn memory(status: &str, name: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

/// The processor and how many cores of it this machine has, for the report.
pub(crate) fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")).and_then(|rest| rest.split_once(':'));
    let model = model.map_or("unknown processor", |(_, name)| name.trim());
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{cores} cores of {model}, Linux {}", kernel.trim())
}

/// How many processes want a processor, as the kernel's averages over one, five and fifteen minutes.
pub(crate) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// What one line of `/proc/PID/stat` says.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    parent: u32,
    ticks: u64,
}

impl Stat {
    fn parse(text: &str) -> Option<Self> {
        // The second field is the program's name in parentheses, and may itself hold spaces and parentheses.
        let (_, rest) = text.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let parent = fields.get(1)?.parse().ok()?;
        // Own time in user and kernel mode, then that of children that have ended.
        let times = fields.get(11..15)?.iter().map(|field| field.parse::<u64>());
        Some(Self { parent, ticks: times.sum::<Result<u64, _>>().ok()? })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use std::process::{Command, id};
    use std::time::Instant;

    #[test]
    fn a_line_is_read_also_when_the_name_is_strange() {
        let line = "812 (a) b (c) S 7 812 812 0 -1 4194304 100 200 0 0 30 12 5 1 20 0 1 0 100 0 0";
        assert_eq!(Stat::parse(line), Some(Stat { parent: 7, ticks: 48 }));
        assert_eq!(Stat::parse("812 (a) S 7 812"), None);
        assert_eq!(Stat::parse(""), None);
    }

    #[test]
    fn memory_is_read_in_mebibytes() {
        let status = "Name:\tx\nVmHWM:\t    5120 kB\nVmRSS:\t    2560 kB\n";
        assert_eq!((memory(status, "VmRSS:"), memory(status, "VmHWM:")), (Some(2.5), Some(5.0)));
        assert_eq!(memory("Name:\tx\n", "VmRSS:"), None);
        assert!(peak_mib(id()).unwrap() >= 0.5 && resident_mib(id()).unwrap() > 0.5);
    }

    #[test]
    fn the_work_of_a_child_counts_while_it_runs_and_after() {
        let before = cpu_of_tree(id()).unwrap();
        let spin = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";
        let mut child = Command::new("sh").args(["-c", spin]).spawn().unwrap();
        assert_eq!(parent_of(child.id()), Some(id()));
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(cpu_of_tree(id()).unwrap() >= before + TICK * 2);
        assert!(cpu_of_tree(child.id()).is_err(), "it has ended");
    }
}
