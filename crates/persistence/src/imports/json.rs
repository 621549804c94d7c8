//! What a plan keeps as JSON.

use std::borrow::Cow;

use application::imports::{AskedQuestion, FieldChange, ImportRow, ImportedFile, Problem};
use domain::import::{Choices, DateForm, DecimalSign, Encoding, Separator};
use serde_json::{Value, json};

pub(super) fn file(file: &ImportedFile) -> String {
    let question = |question: &AskedQuestion| json!({"column": question.column, "samples": question.samples, "choices": question.choices});
    json!({
        "name": file.name,
        "sha256": file.sha256,
        "encoding": file.encoding.map(Encoding::name),
        "separator": file.separator.map(Separator::name),
        "dates": file.dates.map(DateForm::name),
        "decimal": file.decimal.map(DecimalSign::name),
        "chosenDates": file.choices.dates.map(DateForm::name),
        "chosenDecimal": file.choices.decimal.map(DecimalSign::name),
        "questions": file.questions.iter().map(question).collect::<Vec<_>>(),
        "ignoredColumns": file.ignored_columns,
        "headings": file.headings,
    })
    .to_string()
}

pub(super) fn read_file(text: &str) -> Option<ImportedFile> {
    let value: Value = serde_json::from_str(text).ok()?;
    let question = |value: &Value| {
        Some(AskedQuestion {
            column: value.get("column")?.as_str()?.to_owned(),
            samples: texts(value.get("samples")?)?,
            choices: texts(value.get("choices")?)?,
        })
    };
    Some(ImportedFile {
        name: value.get("name")?.as_str()?.to_owned(),
        sha256: value.get("sha256").and_then(Value::as_str).map(str::to_owned),
        encoding: named(&value, "encoding", Encoding::named)?,
        separator: named(&value, "separator", Separator::named)?,
        dates: named(&value, "dates", DateForm::named)?,
        decimal: named(&value, "decimal", DecimalSign::named)?,
        choices: Choices {
            dates: named(&value, "chosenDates", DateForm::named)?,
            decimal: named(&value, "chosenDecimal", DecimalSign::named)?,
        },
        questions: value.get("questions")?.as_array()?.iter().map(question).collect::<Option<_>>()?,
        ignored_columns: texts(value.get("ignoredColumns")?)?,
        headings: texts(value.get("headings")?)?,
    })
}

/// A value with a name, which may be missing; `None` where the name is not known.
#[expect(clippy::option_option, reason = "a name that is missing is not one that is not known")]
fn named<T>(value: &Value, key: &str, named: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    match value.get(key)? {
        Value::Null => Some(None),
        name => named(name.as_str()?).map(Some),
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

/// A row for the statement that adds rows.
pub(super) fn row(row: &ImportRow) -> Value {
    json!({
        "line": row.planned.line,
        "action": row.planned.action.name(),
        "who": row.planned.who,
        "changes": Value::Array(row.planned.changes.iter().map(change).collect()).to_string(),
        "problem": row.planned.problem.as_ref().map(problem),
        "seen": row.planned.seen,
        "cells": json!(row.cells).to_string(),
        "is_readable": row.is_readable,
    })
}

fn change(change: &FieldChange) -> Value {
    json!({"field": change.field, "before": change.before, "after": change.after, "isMasked": change.is_masked})
}

pub(super) fn problem(problem: &Problem) -> String {
    json!({"column": problem.column, "value": problem.value, "sentence": problem.sentence}).to_string()
}

pub(super) fn read_cells(text: &str) -> Option<Vec<String>> {
    texts(&serde_json::from_str(text).ok()?)
}

pub(super) fn read_changes(text: &str) -> Option<Vec<FieldChange>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let change = |value: &Value| {
        Some(FieldChange {
            field: Cow::Owned(text(value, "field")?),
            before: text(value, "before"),
            after: text(value, "after"),
            is_masked: value.get("isMasked")?.as_bool()?,
        })
    };
    value.as_array()?.iter().map(change).collect()
}

pub(super) fn read_problem(text: &str) -> Option<Problem> {
    let value: Value = serde_json::from_str(text).ok()?;
    let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
    Some(Problem { column: Cow::Owned(text("column")?), value: text("value")?, sentence: text("sentence")? })
}
