//! Where settings come from: the environment, files that it names, and one file of all settings.

use crate::bad_setting::{BadSetting, bad};
use crate::names::unknown;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

const PREFIX: &str = "DAYBOOK_";
/// A variable with this ending names the file that holds the value.
const FILE: &str = "_FILE";
/// The variable that names the file of all settings.
pub(crate) const CONFIG: &str = "DAYBOOK_CONFIG";

const KIND: &str = "must be text, a number, true or false, a time, or a list of texts";

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Default,
    Environment,
    /// A file, in words for a person.
    File(String),
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Default => "default",
            Self::Environment => "environment",
            Self::File(file) => file,
        })
    }
}

/// The values in one place, by their names there. A value that cannot be used is replaced by the reason.
#[derive(Default)]
struct Layer {
    values: BTreeMap<String, Result<String, &'static str>>,
    /// None for the environment.
    file: Option<PathBuf>,
}

/// Everything that was set, the strongest place first.
pub(crate) struct Sources {
    layers: [Layer; 2],
    faults: Vec<BadSetting>,
}

impl Sources {
    /// Takes the variables of the environment and reads the file of all settings, which `config` or the environment names.
    pub(crate) fn new(environment: impl IntoIterator<Item = (OsString, OsString)>, config: Option<&Path>) -> Self {
        let mut values = BTreeMap::new();
        for (name, value) in environment {
            if let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) {
                // A value that is not text does not count as absent: a signing key of random bytes would be silently replaced.
                values.insert(name.to_owned(), value.into_string().map_err(|_| "must be text in UTF-8"));
            }
        }
        let environment = Layer { values, file: None };
        let mut faults = Vec::new();
        let (named_by, file) = match (config, environment.get(CONFIG)) {
            (Some(path), _) => ("--config", Some(path.to_owned())),
            (None, Ok(file)) => (CONFIG, file.map(PathBuf::from)),
            (None, Err(fault)) => {
                faults.push(fault);
                (CONFIG, None)
            }
        };
        let read = file.map(|file| Layer::of_file(&file).map_err(|why| bad(named_by, why)));
        let file = read.transpose().unwrap_or_else(|fault| {
            faults.push(fault);
            None
        });
        Self { layers: [environment, file.unwrap_or_default()], faults }
    }

    /// The value of a setting and its source. An empty value counts as none.
    pub(crate) fn find(&self, name: &str) -> Result<Option<(String, Source)>, BadSetting> {
        for layer in &self.layers {
            let named = format!("{name}{FILE}");
            let found = match (layer.get(name)?, layer.get(&named)?) {
                (None, None) => continue,
                (Some(_), Some(_)) => {
                    let both = format!("and {} are both set: remove one of them", layer.spelt(&named));
                    return Err(bad(&layer.spelt(name), both));
                }
                (Some(text), None) => (text, layer.source()),
                (None, Some(path)) => {
                    let text = value_in(Path::new(&path)).map_err(|why| bad(&layer.spelt(&named), why))?;
                    (text, Source::File(format!("{path}, named by {}", layer.spelt(&named))))
                }
            };
            return Ok(Some(found));
        }
        Ok(None)
    }

    /// The faults that do not depend on a value: an unreadable file, and names that are not in `known`.
    pub(crate) fn faults(&self, known: &BTreeSet<&str>) -> Vec<BadSetting> {
        let mut faults = self.faults.clone();
        for layer in &self.layers {
            let mut spelt: BTreeSet<String> =
                known.iter().flat_map(|name| [layer.key(name), layer.key(&format!("{name}{FILE}"))]).collect();
            if layer.file.is_none() {
                spelt.insert(CONFIG.to_owned());
            }
            for (key, why) in layer.values.keys().filter_map(|key| Some((key, unknown(key, &spelt)?))) {
                let place = layer.file.as_ref().map_or_else(String::new, |file| format!(" in {}", file.display()));
                faults.push(bad(&format!("{key}{place}"), why));
            }
        }
        faults
    }
}

impl Layer {
    fn of_file(file: &Path) -> Result<Self, String> {
        let text = read(file)?;
        // The error itself would repeat the line, which may hold a secret.
        let table: Table = toml::from_str(&text).map_err(|error: toml::de::Error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1;
            format!("names {}, which is not TOML: line {line}: {}", file.display(), error.message())
        })?;
        let values = table.into_iter().map(|(key, value)| (key, plain(value).ok_or(KIND))).collect();
        Ok(Self { values, file: Some(file.to_owned()) })
    }

    fn get(&self, name: &str) -> Result<Option<String>, BadSetting> {
        match self.values.get(&self.key(name)) {
            None => Ok(None),
            Some(Ok(text)) => Ok(Some(text.clone()).filter(|text| !text.trim().is_empty())),
            Some(Err(why)) => Err(bad(&self.spelt(name), *why)),
        }
    }

    fn source(&self) -> Source {
        self.file.as_ref().map_or(Source::Environment, |file| Source::File(file.display().to_string()))
    }

    /// The name of a setting as it is written here.
    fn key(&self, name: &str) -> String {
        match (&self.file, name.strip_prefix(PREFIX)) {
            (Some(_), Some(rest)) => rest.to_ascii_lowercase(),
            _ => name.to_owned(),
        }
    }

    /// The same with the place, for a person.
    fn spelt(&self, name: &str) -> String {
        match &self.file {
            None => name.to_owned(),
            Some(file) => format!("{name} ({} in {})", self.key(name), file.display()),
        }
    }
}

/// The text that the variable would hold instead.
fn plain(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(is_on) => Some(if is_on { "on" } else { "off" }.to_owned()),
        Value::Datetime(at) => Some(at.to_string()),
        Value::Array(list) => {
            let texts: Option<Vec<String>> = list.into_iter().map(|one| one.as_str().map(str::to_owned)).collect();
            texts.map(|texts| texts.join(","))
        }
        Value::Float(_) | Value::Table(_) => None,
    }
}

/// The value in a file, without the line break at its end.
fn value_in(file: &Path) -> Result<String, String> {
    let text = read(file)?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let value = line.strip_suffix('\r').unwrap_or(line);
    // Somebody meant to set something. Continuing without it could replace a signing key.
    if value.trim().is_empty() {
        Err(format!("names {}, which is empty", file.display()))
    } else {
        Ok(value.to_owned())
    }
}

fn read(file: &Path) -> Result<String, String> {
    let bytes =
        std::fs::read(file).map_err(|error| format!("names {}, which cannot be read: {error}", file.display()))?;
    String::from_utf8(bytes).map_err(|_| format!("names {}, which is not text in UTF-8", file.display()))
}
