//! What the program prints for a person. Logs are something else: they go to standard error, as JSON.

use std::io::Write;

/// Prints to standard output. A reader that has gone away is no reason to stop serving.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Prints to standard error.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
