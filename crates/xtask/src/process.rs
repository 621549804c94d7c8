//! Starting other programs, and reading what they print.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// Settings of the portal that the person's shell may hold. A test must not depend on them.
const SETTINGS: &str = "DAYBOOK_";

/// What `cargo run` tells this program about its own package. Handed on to another cargo, it would
/// make build scripts that watch these variables run again at every change between the two.
const OWN_PACKAGE: [&str; 4] = ["CARGO_BIN_NAME", "CARGO_MANIFEST_", "CARGO_PKG_", "CARGO_PRIMARY_PACKAGE"];

/// How long the last lines of a program that has ended are waited for: a process that it left
/// behind may hold its output open for ever.
const LAST_LINES: Duration = Duration::from_secs(2);

/// A program to be run in a folder. It reads no input and does not see the portal's settings.
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    for (name, _) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        if text.starts_with(SETTINGS) || OWN_PACKAGE.iter().any(|own| text.starts_with(own)) {
            command.env_remove(&name);
        }
    }
    command
}

/// The line a person would type for this command, for messages.
fn typed(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line = program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

fn could_not_start(command: &Command, error: &std::io::Error) -> Failure {
    Failure::io(format!("“{}” could not be started", typed(command)), error)
}

/// Runs a program that prints for itself, and says whether it succeeded.
pub(crate) fn succeeds(command: &mut Command) -> Result<bool, Failure> {
    match command.status() {
        Ok(status) => Ok(status.success()),
        Err(error) => Err(could_not_start(command, &error)),
    }
}

/// Runs a program that prints for itself, and stops unless it succeeded.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    if succeeds(command)? { Ok(()) } else { Err(Failure::new(format!("“{}” failed.", typed(command)))) }
}

/// Runs a program quietly and returns everything that it printed.
pub(crate) fn capture(command: &mut Command) -> Result<Output, Failure> {
    match command.output() {
        Ok(output) => Ok(output),
        Err(error) => Err(could_not_start(command, &error)),
    }
}

/// Runs a program and returns what it printed on its standard output; stops unless it succeeded.
pub(crate) fn read(command: &mut Command) -> Result<String, Failure> {
    let output = capture(command.stderr(Stdio::inherit()))?;
    if !output.status.success() {
        return Err(Failure::new(format!("“{}” failed.", typed(command))));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| Failure::new(format!("“{}” printed something that is no text.", typed(command))))
}

/// Runs a program, shows its standard output as it comes and hands every line of it to `each`.
pub(crate) fn follow(command: &mut Command, each: impl FnMut(&str)) -> Result<bool, Failure> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| could_not_start(command, &error))?;
    let lines = child.stdout.take().map(lines_of);
    let mut ended = None;
    if let Some(lines) = lines {
        let mut status = || child.try_wait().ok().flatten();
        show(&lines, each, || {
            ended = ended.or_else(|| status().map(|_| Instant::now()));
            ended.is_some_and(|at| at.elapsed() > LAST_LINES)
        });
    }
    match child.wait() {
        Ok(status) => Ok(status.success()),
        Err(error) => Err(could_not_start(command, &error)),
    }
}

/// Reads lines in a thread of its own, so that the reader can stop waiting for them.
fn lines_of(output: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match output.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) if sender.send(line).is_err() => break,
                Ok(_) => {}
            }
        }
    });
    receiver
}

/// Prints lines as they come, until their writer has closed them or `enough` says so.
fn show(lines: &Receiver<Vec<u8>>, mut each: impl FnMut(&str), mut enough: impl FnMut() -> bool) {
    loop {
        match lines.recv_timeout(Duration::from_millis(200)) {
            Ok(line) => {
                let line = String::from_utf8_lossy(&line);
                print!("{line}");
                // A closed output is no reason to stop counting.
                let _ = std::io::stdout().flush();
                each(line.trim_end());
            }
            Err(RecvTimeoutError::Timeout) if enough() => break,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(line: &str) -> Command {
        let mut command = command("sh", Path::new("/"));
        command.args(["-c", line]);
        command
    }

    #[test]
    fn every_line_is_handed_on_and_the_status_kept() {
        let mut lines = Vec::new();
        let succeeded = follow(&mut shell("echo one; printf two; exit 3"), |line| {
            lines.push(line.to_owned());
        });
        assert_eq!(succeeded, Ok(false));
        assert_eq!(lines, ["one", "two"]);
    }

    #[test]
    fn a_process_left_behind_does_not_hold_the_command_up() {
        let started = Instant::now();
        let succeeded = follow(&mut shell("echo done; sleep 60 &"), |_| {});
        assert_eq!(succeeded, Ok(true));
        assert!(started.elapsed() < Duration::from_secs(30), "waited for a process that was left behind");
    }

    #[test]
    fn a_failure_names_the_line_that_failed() {
        assert_eq!(run(&mut shell("exit 1")), Err(Failure::new("“sh -c exit 1” failed.")));
    }

    #[test]
    fn cargo_gets_nothing_of_this_package() {
        // cargo sets CARGO_PKG_NAME for every test that it runs.
        let seen = read(&mut shell("echo \"package:$CARGO_PKG_NAME\""));
        assert_eq!(seen.as_deref(), Ok("package:\n"));
    }
}
