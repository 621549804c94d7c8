//! The front end's side: its packages, its build and its unit tests.
//!
//! Packages and build are made again only if they are out of date, so that a second `demo` or
//! `test` starts at once and the server, which embeds the build, is not compiled again.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::SystemTime;

use crate::failure::Failure;
use crate::process;
use crate::project::Project;
use crate::tally::Tally;

/// What lies in the front end's folder without being part of its build.
const NOT_BUILT_FROM: [&str; 5] = ["node_modules", "dist", "e2e", "test-results", "playwright-report"];

/// Installs the packages of the lock file, without running any package's install script, unless
/// exactly these are installed already.
pub(crate) fn install_packages(project: &Project) -> Result<(), Failure> {
    let mut check = project.script("installed.mjs", []);
    if process::succeeds(check.stderr(Stdio::null()))? {
        println!("The front end's packages are those of its lock file.");
        return Ok(());
    }
    process::run(&mut project.npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
}

/// Builds `frontend/dist`, which the server embeds, unless nothing has changed since the last time.
pub(crate) fn build(project: &Project) -> Result<(), Failure> {
    let note = project.notes().join("frontend-built");
    let built = fs::metadata(&note).and_then(|note| note.modified()).ok();
    let index = project.frontend().join("dist/index.html");
    if index.is_file() && built.is_some_and(|built| newest_source(project) < Some(built)) {
        println!("The front end's build is up to date.");
        return Ok(());
    }
    build_anew(project)
}

/// Builds `frontend/dist` in any case.
pub(crate) fn build_anew(project: &Project) -> Result<(), Failure> {
    let note = project.notes().join("frontend-built");
    let started = SystemTime::now();
    process::run(&mut project.npm(["run", "build"]))?;
    // The note has the time of the start, so that a change during the build is built next time.
    fs::create_dir_all(project.notes())
        .and_then(|()| File::create(&note))
        .and_then(|file| file.set_modified(started))
        .map_err(|error| Failure::io(note.display(), &error))
}

fn newest_source(project: &Project) -> Option<SystemTime> {
    entries(&project.frontend())
        .into_iter()
        .filter(|path| !NOT_BUILT_FROM.iter().any(|name| path.file_name().is_some_and(|found| found == *name)))
        .filter_map(|path| newest(&path))
        .max()
}

/// The latest change in a file or in a folder and all it holds. A folder changes when something
/// is removed from it.
fn newest(path: &Path) -> Option<SystemTime> {
    let about = fs::symlink_metadata(path).ok()?;
    let own = about.modified().ok();
    if about.is_dir() {
        let inside = entries(path).iter().filter_map(|path| newest(path)).max();
        own.max(inside)
    } else {
        own
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flat_map(|entries| entries.flatten().map(|entry| entry.path())).collect()
}

/// Holds the build to its budgets of JavaScript. All routes together count as one test.
pub(crate) fn hold_to_budgets(project: &Project) -> Result<(Tally, Vec<String>), Failure> {
    let held = process::succeeds(&mut project.script("size.mjs", []))?;
    let tally = Tally { passed: u64::from(held), ..Tally::default() };
    Ok(tally.settled("Budgets of JavaScript", held))
}

/// Runs the unit tests and counts them.
pub(crate) fn test(project: &Project, rest: &[String]) -> Result<(Tally, Vec<String>), Failure> {
    let report = report(project, "vitest.json")?;
    let mut vitest = project.package_program("vitest", ["run", "--reporter=default", "--reporter=json"]);
    vitest.arg(format!("--outputFile.json={}", report.display())).args(rest);
    let succeeded = process::succeeds(&mut vitest)?;
    Ok(verdict(project, "vitest", &report, "Front end", succeeded))
}

/// Where a runner writes its report. The report of an earlier run is removed, so that it is never
/// counted.
pub(crate) fn report(project: &Project, name: &str) -> Result<PathBuf, Failure> {
    let folder = project.frontend().join("test-results");
    let report = folder.join(name);
    fs::create_dir_all(&folder).map_err(|error| Failure::io(folder.display(), &error))?;
    match fs::remove_file(&report) {
        Err(error) if report.exists() => Err(Failure::io(report.display(), &error)),
        _ => Ok(report),
    }
}

/// Counts the tests of a runner's report, and names those that failed. A runner that broke before it
/// wrote one has counted nothing, which [`Tally::settled`] takes for the failure that it is.
pub(crate) fn verdict(
    project: &Project,
    runner: &str,
    report: &Path,
    part: &str,
    succeeded: bool,
) -> (Tally, Vec<String>) {
    let mut count = project.script("count.mjs", [runner]);
    let printed = process::read(count.arg(report)).unwrap_or_default();
    let mut lines = printed.lines();
    let tally = lines.next().and_then(|line| Tally::from_counts(line).ok()).unwrap_or_default();
    let (tally, mut sentences) = tally.settled(part, succeeded);
    sentences.extend(lines.map(|name| format!("{part}: failed: {name}")));
    (tally, sentences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_change_deep_down_and_a_removal_are_both_seen() {
        let folder = std::env::temp_dir().join(format!("daybook-xtask-{}", std::process::id()));
        let deep = folder.join("src/pages");
        fs::create_dir_all(&deep).unwrap();
        let page = deep.join("page.tsx");
        fs::write(&page, "").unwrap();

        let later = SystemTime::now() + Duration::from_mins(1);
        File::options().append(true).open(&page).unwrap().set_modified(later).unwrap();
        let changed = newest(&folder).unwrap();
        fs::remove_file(&page).unwrap();
        let removed = newest(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();

        assert!(changed >= later - Duration::from_secs(1), "change not seen");
        assert!(removed < later - Duration::from_secs(30), "file still seen");
        assert_eq!(newest(&folder), None, "nothing is there");
    }
}
