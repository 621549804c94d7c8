//! `daybook import …`: people, balances of leave and holidays from files, from the command line.

use crate::arguments::Import as Arguments;
use crate::config::Config;
use crate::log;
use crate::output::{complain, say};
use crate::serve::block_on;
use crate::wiring::{StartError, visit, wire_over};
use crate::{FAILED, MISUSE};
use application::imports::{
    Action, Counts, FieldChange, Import, ImportMode, ImportRow, ImportState, SentFile, Wanted, operate,
};
use application::invitations::Sending;
use application::{Error, Ports, Result};
use domain::import::{CHANGED, Choices, FILE_MAX, FileRefusal};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(config: &Config, wanted: &Arguments) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    let bytes = match read(&wanted.file) {
        Ok(bytes) => bytes,
        Err(why) => return Ok(failed(MISUSE, &why)),
    };
    block_on(async {
        let wired = wire_over(config, visit(config).await?).await?;
        let done = act(&wired.ports, wanted, bytes).await;
        wired.database.close().await;
        match done {
            Ok(code) => Ok(ExitCode::from(code)),
            Err(Error::Invalid(why)) => Ok(failed(MISUSE, why.sentence())),
            Err(Error::Conflict(why)) => Ok(failed(FAILED, &why.sentence())),
            Err(Error::Refused(why)) => Ok(failed(FAILED, &why.sentence)),
            Err(Error::ImportChanged(_)) => Ok(failed(FAILED, CHANGED)),
            Err(error) => Err(error.into()),
        }
    })
}

fn failed(code: u8, sentence: &str) -> ExitCode {
    complain(&format!("daybook import: {sentence}"));
    ExitCode::from(code)
}

/// The file, or why it cannot be used.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let limit = FILE_MAX as u64 + 1;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(limit).read_to_end(&mut bytes))
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    if bytes.len() > FILE_MAX { Err(FileRefusal::TooLarge.sentence()) } else { Ok(bytes) }
}

async fn act(ports: &Ports, wanted: &Arguments, bytes: Vec<u8>) -> Result<u8> {
    let name = wanted.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let file = SentFile {
        kind: wanted.kind,
        is_calendar: wanted.file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ics")),
        name,
        bytes: bytes.into(),
        encoding: wanted.encoding,
        separator: None,
        choices: Choices { dates: wanted.dates, decimal: wanted.decimal },
        records_from: wanted.records_from,
    };
    let mut import = operate::plan(ports, file).await?;
    let is_applied = wanted.apply && import.state == ImportState::Ready && (wanted.good || import.counts.refuse == 0);
    if is_applied {
        let mode = if wanted.good { ImportMode::Good } else { ImportMode::All };
        let invite = wanted.invite.then_some(Sending::Now);
        import = operate::apply(ports, import.id, Wanted { mode, invite }).await?;
    }
    let rows = operate::rows(ports, import.id, None).await?;
    if wanted.json {
        say(&object(&import, &rows).to_string());
    } else {
        show(&import, &rows);
    }
    Ok(match import.state {
        ImportState::Asking => MISUSE,
        ImportState::Failed | ImportState::Applying => FAILED,
        ImportState::Ready | ImportState::Applied if import.counts.refuse > 0 => FAILED,
        ImportState::Ready | ImportState::Applied => 0,
    })
}

/// The plan for a person: what each row does but those that change nothing, and a sum.
fn show(import: &Import, rows: &[ImportRow]) {
    for question in &import.file.questions {
        let (samples, choices) = (question.samples.join(", "), question.choices.join(" or "));
        say(&format!("{} can be read in two ways ({samples}): please choose {choices}", question.column));
    }
    if !import.file.ignored_columns.is_empty() {
        say(&format!("Ignored columns: {}", import.file.ignored_columns.join(", ")));
    }
    rows.iter().filter(|row| row.planned.action != Action::Same).for_each(|row| say(&line(row)));
    let Counts { create, change, same, refuse } = import.counts;
    say(&format!("{create} added, {change} changed, {same} same, {refuse} refused"));
    if let Some(reason) = &import.reason {
        say(reason);
    }
    let state = match import.state {
        ImportState::Asking => "Nothing was planned.",
        ImportState::Ready => "Nothing was imported.",
        ImportState::Applying => "The portal goes on with it.",
        ImportState::Applied => "Imported.",
        ImportState::Failed => "It was not imported to its end.",
    };
    say(state);
}

/// A row in columns of a fixed width, the last one aside.
fn line(row: &ImportRow) -> String {
    let planned = &row.planned;
    let what = match &planned.problem {
        Some(problem) if problem.column.is_empty() => problem.sentence.clone(),
        Some(problem) => format!("{}: {} - {}", problem.column, problem.value, problem.sentence),
        None => planned.changes.iter().map(change).collect::<Vec<_>>().join("; "),
    };
    let who = planned.who.chars().take(40).collect::<String>();
    format!("{:>6}  {:<8}{who:<42}{what}", planned.line, planned.action.name()).trim_end().to_owned()
}

fn change(change: &FieldChange) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
    match change {
        FieldChange { is_masked: true, field, .. } => field.to_string(),
        FieldChange { field, before: None, after, .. } => format!("{field} {}", text(after)),
        FieldChange { field, before, after, .. } => format!("{field} {} -> {}", text(before), text(after)),
    }
}

fn object(import: &Import, rows: &[ImportRow]) -> Value {
    let Counts { create, change, same, refuse } = import.counts;
    let file = &import.file;
    let question = |asked: &application::imports::AskedQuestion| json!({"column": asked.column, "samples": asked.samples, "choices": asked.choices});
    json!({
        "kind": import.kind.name(),
        "fileName": file.name,
        "sha256": file.sha256,
        "encoding": file.encoding.map(domain::import::Encoding::name),
        "separator": file.separator.map(domain::import::Separator::name),
        "dates": file.dates.map(domain::import::DateForm::name),
        "decimal": file.decimal.map(domain::import::DecimalSign::name),
        "questions": file.questions.iter().map(question).collect::<Vec<_>>(),
        "ignoredColumns": file.ignored_columns,
        "state": import.state.name(),
        "reason": import.reason,
        "counts": {"create": create, "change": change, "same": same, "refuse": refuse},
        "rows": rows.iter().map(row_object).collect::<Vec<_>>(),
    })
}

fn row_object(row: &ImportRow) -> Value {
    let planned = &row.planned;
    let change = |change: &FieldChange| {
        json!({
            "field": change.field,
            "before": change.before,
            "after": change.after,
            "isMasked": change.is_masked,
        })
    };
    let problem = planned.problem.as_ref();
    let problem =
        problem.map(|problem| json!({"column": problem.column, "value": problem.value, "sentence": problem.sentence}));
    json!({
        "line": planned.line,
        "action": planned.action.name(),
        "who": planned.who,
        "changes": planned.changes.iter().map(change).collect::<Vec<_>>(),
        "problem": problem,
    })
}
