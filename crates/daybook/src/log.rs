//! Logging: what is written, and in which form.

use crate::bad_setting::{BadSetting, bad};
use tracing_subscriber::EnvFilter;

/// What is logged, and in which form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// As [`directives`] has read them, where the operator says so.
    pub(crate) directives: Option<String>,
    pub(crate) format: Format,
}

/// The form of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// An object of JSON, for programs.
    #[default]
    Json,
    /// For a person at a terminal.
    Text,
}

const LEVELS: [&str; 7] = ["off", "error", "warn", "warning", "info", "debug", "trace"];
/// The parts of the program that write lines: our crates, and the libraries that have something to say to an operator.
const TARGETS: [&str; 21] = [
    "actix_http",
    "actix_server",
    "actix_web",
    "application",
    "daybook",
    "documents",
    "domain",
    "lettre",
    "mail",
    "migrations",
    "mio",
    "outbound",
    "persistence",
    "rustls",
    "sea_orm",
    "sea_orm_migration",
    "security",
    "sqlx",
    "sqlx_core",
    "tokio",
    "web",
];

/// Writes lines to standard error, by the directives of the operator or from the level `default` on.
pub(crate) fn start(settings: &Settings, default: &str) -> Result<(), BadSetting> {
    let directives = settings.directives.as_deref().unwrap_or(default);
    let filter = EnvFilter::try_new(directives).map_err(|_| bad("DAYBOOK_LOG", "cannot be used"))?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.format {
        Format::Json => lines.json().flatten_event(true).with_current_span(false).with_span_list(false).init(),
        Format::Text => lines.init(),
    }
    Ok(())
}

pub(crate) fn format(text: &str) -> Result<Format, &'static str> {
    match text.trim() {
        "json" => Ok(Format::Json),
        "text" => Ok(Format::Text),
        _ => Err("must be json or text"),
    }
}

/// The directives of `text`, in the words of the filter. A word that is neither a level nor a part of the program would be taken for a
/// part that writes nothing, and so silence every line. The error continues a sentence that begins with the name of the setting.
pub(crate) fn directives(text: &str) -> Result<String, String> {
    let directive = |directive: &str| {
        let (target, level) = match directive.split_once('=') {
            Some((target, level)) => (Some(target.trim()), level.trim()),
            None => (None, directive),
        };
        let first = target.map(|target| target.split("::").next().unwrap_or_default());
        if let Some(unknown) = first.filter(|first| !TARGETS.contains(first)) {
            return Err(format!("names {unknown:?}, which is not one of {}", TARGETS.join(", ")));
        }
        let lower = level.to_ascii_lowercase();
        let Some(level) = LEVELS.iter().find(|known| **known == lower) else {
            return Err(format!("names the level {level:?}, which is not one of {}", LEVELS.join(", ")));
        };
        let level = if *level == "warning" { "warn" } else { level };
        Ok(target.map_or_else(|| level.to_owned(), |target| format!("{target}={level}")))
    };
    let all = text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(directive);
    Ok(all.collect::<Result<Vec<_>, _>>()?.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_set_by_levels_and_by_parts_of_the_program() {
        assert_eq!(directives("warning"), Ok("warn".to_owned()));
        assert_eq!(directives(" INFO, web=debug,web::edge=trace"), Ok("info,web=debug,web::edge=trace".to_owned()));
        for (text, named) in
            [("inof", "\"inof\""), ("loud", "\"loud\""), ("info,wbe=debug", "\"wbe\""), ("web=", "\"\"")]
        {
            let sentence = directives(text).unwrap_err();
            assert!(sentence.starts_with("names ") && sentence.contains(named), "{sentence}");
        }
    }

    #[test]
    fn every_crate_of_the_program_can_be_named() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let developers = ["bench", "testkit", "xtask"];
        for folder in std::fs::read_dir(crates).unwrap() {
            let name = folder.unwrap().file_name().into_string().unwrap();
            assert!(developers.contains(&name.as_str()) || TARGETS.contains(&name.as_str()), "{name}");
        }
    }
}
