//! `daybook config check`: every setting with its value and source, and every fault.

use crate::MISUSE;
use crate::bad_setting::BadSetting;
use crate::config::Reading;
use crate::output::{complain, say};
use std::process::ExitCode;

pub(crate) fn run(reading: &Reading) -> ExitCode {
    let width = reading.names().map(str::len).max().unwrap_or_default();
    for setting in &reading.settings {
        say(&format!("{:<width$}  {}  ({})", setting.name, setting.value, setting.source));
    }
    match &reading.config {
        Ok(_) => ExitCode::SUCCESS,
        Err(faults) => complain_of(faults),
    }
}

/// Prints every fault of the settings, one per line.
pub(crate) fn complain_of(faults: &[BadSetting]) -> ExitCode {
    for fault in faults {
        complain(&format!("daybook: {fault}"));
    }
    ExitCode::from(MISUSE)
}
