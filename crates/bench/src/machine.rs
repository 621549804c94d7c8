//! What the kernel says about processes: the time that they spent on a processor, and the memory that they hold.

use std::collections::HashMap;
use std::time::Duration;

use procfs::process::{Process, Stat, all_processes};
use procfs::{Current, LoadAverage};

use crate::failure::Outcome;

/// Linux counts processor time for programs in hundredths of a second, whatever its own clock does.
const TICK: Duration = Duration::from_millis(10);

/// The processor time of the application, and of the database's own processes.
pub(crate) type Spent = [Duration; 2];

/// Whose work a measurement counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meter {
    pub(crate) application: u32,
    pub(crate) database: Option<u32>,
}

impl Meter {
    /// The processor time that the application and the database's own processes have used so far.
    pub(crate) fn read(self) -> Outcome<Spent> {
        let database = self.database.map(cpu_of_tree).transpose()?;
        Ok([cpu_of_tree(self.application)?, database.unwrap_or_default()])
    }

    /// What has been used since it was read.
    pub(crate) fn since(self, before: Spent) -> Outcome<Spent> {
        let [application, database] = self.read()?;
        let [application_before, database_before] = before;
        Ok([application.saturating_sub(application_before), database.saturating_sub(database_before)])
    }
}

/// The processor time of a process and all processes below it, those that have ended included.
fn cpu_of_tree(root: u32) -> Outcome<Duration> {
    let root = i32::try_from(root)?;
    // A process may end while the list is read.
    let all = all_processes()?.flatten().filter_map(|process| process.stat().ok());
    let all: HashMap<i32, Stat> = all.map(|stat| (stat.pid, stat)).collect();
    if !all.contains_key(&root) {
        return Err(format!("process {root} is gone").into());
    }
    let parent = |id: &i32| all.get(id).map(|stat| stat.ppid);
    let is_below = |id: i32| std::iter::successors(Some(id), parent).take(64).any(|id| id == root);
    let below = all.values().filter(|stat| is_below(stat.pid));
    let ticks =
        below.map(|stat| stat.utime + stat.stime + u64::try_from(stat.cutime + stat.cstime).unwrap_or_default());
    Ok(TICK * u32::try_from(ticks.sum::<u64>())?)
}

/// The memory that a process holds now, and the most that it has held so far, in MiB.
pub(crate) fn memory(id: u32) -> Outcome<[f64; 2]> {
    let status = Process::new(i32::try_from(id)?)?.status()?;
    let mib = |kib: Option<u64>| Some(f64::from(u32::try_from(kib?).ok()?) / 1024.0);
    match (mib(status.vmrss), mib(status.vmhwm)) {
        (Some(now), Some(most)) => Ok([now, most]),
        _ => Err(format!("process {id} does not say how much memory it holds").into()),
    }
}

/// How many processes want a processor, as the kernel's averages over one, five and fifteen minutes.
pub(crate) fn load() -> String {
    LoadAverage::current().map_or_else(|_| String::new(), |load| format!("{} {} {}", load.one, load.five, load.fifteen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, id};

    #[test]
    fn the_work_of_a_child_counts_while_it_runs_and_after() {
        let before = cpu_of_tree(id()).unwrap();
        let spin = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";
        let mut child = Command::new("sh").args(["-c", spin]).spawn().unwrap();
        child.wait().unwrap();
        assert!(cpu_of_tree(id()).unwrap() >= before + TICK * 2);
        assert!(cpu_of_tree(child.id()).is_err(), "it has ended");
        let [now, most] = memory(id()).unwrap();
        assert!(0.5 < now && now <= most);
    }
}
