//! The files of statements beside this one, in the words of either engine.
//!
//! A file is blocks with an empty line between them. `INTO table` writes rows: `column = expression` each on a line of its own, then
//! `FROM`, with `WITH` before where it is needed; a line that begins with spaces continues the one before. Columns that the table does
//! not have are left out, and so are tables that are not there, because the program that made them may be older. `LET name` gives the
//! text below it a name; any other block is a statement as it stands. `{word}` is replaced first, then `#function(…)`.

use clap::ValueEnum;

use crate::engine::{Engine, Session};
use crate::failure::Outcome;
use crate::organisation::Kind;

/// What the words in a file mean.
pub(super) type Words = Vec<(&'static str, String)>;

/// Runs the statements of a file.
pub(super) async fn run(session: &mut Session, engine: Engine, file: &'static str, mut words: Words) -> Outcome<()> {
    for block in file.split("\n\n") {
        let mut lines = block.lines().filter(|line| !line.starts_with("--"));
        let Some(first) = lines.next() else { continue };
        let rest = lines.collect::<Vec<_>>().join("\n").replace("\n  ", " ");
        match first.split_once(' ') {
            Some(("LET", name)) => words.push((name, rest)),
            Some(("INTO", table)) => insert(session, engine, table, &rest, &words).await?,
            _ => session.run(expand(engine, &fill_in(first, &words))).await?,
        }
    }
    Ok(())
}

async fn insert(session: &mut Session, engine: Engine, table: &str, lines: &str, words: &Words) -> Outcome<()> {
    let there = session.columns(engine, table).await?;
    let (mut with, mut from, mut names, mut values) = (String::new(), String::new(), Vec::new(), Vec::new());
    for line in lines.lines() {
        let said = expand(engine, &fill_in(line, words));
        match said.split_once(" = ") {
            _ if said.starts_with("WITH ") => with = said,
            _ if said.starts_with("FROM ") => from = said,
            Some((name, value)) if value != "-" && there.iter().any(|column| column == name) => {
                names.push(name.to_owned());
                values.push(value.to_owned());
            }
            _ => {}
        }
    }
    if names.is_empty() {
        return Ok(());
    }
    session.run(format!("{with} INSERT INTO {table} ({}) SELECT {} {from}", names.join(", "), values.join(", "))).await
}

/// The words replaced, and those that stand in what they mean.
fn fill_in(text: &str, words: &Words) -> String {
    let once = |text: String| {
        let replaced = |text: String, (name, meaning): &(&str, String)| text.replace(&format!("{{{name}}}"), meaning);
        words.iter().rev().fold(text, replaced)
    };
    once(once(text.to_owned()))
}

/// The functions in the words of an engine.
fn expand(engine: Engine, text: &str) -> String {
    let Some((before, rest)) = text.split_once('#') else { return text.to_owned() };
    let (name, rest) = rest.split_once('(').unwrap_or((rest, ""));
    let mut open = 1;
    let end = rest.find(|letter| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        open == 0
    });
    let (inside, after) = rest.split_at(end.unwrap_or(rest.len()));
    let inside = expand(engine, inside);
    let (first, second) = inside.split_once(", ").unwrap_or((&inside, ""));
    let start = Kind::from_str(first, false).map(Kind::start).unwrap_or_default();
    let is_sqlite = engine == Engine::Sqlite;
    let hex = |digits: &str| {
        if is_sqlite {
            format!("printf('%0{digits}x', {second})")
        } else {
            format!("lpad(to_hex({second}), {digits}, '0')")
        }
    };
    let meaning = match name {
        "id" if is_sqlite => format!("unhex('{}' || {})", start.replace('-', ""), hex("12")),
        "id" => format!("('{start}' || {})::uuid", hex("12")),
        "text" => format!("'{start}' || {}", hex("12")),
        "hex" => hex(first),
        "dec" if is_sqlite => format!("printf('%0{first}d', {second})"),
        "dec" => format!("lpad(({second})::text, {first}, '0')"),
        "after" if is_sqlite => format!("date({first}, '+' || ({second}) || ' days')"),
        "after" => format!("(DATE {first} + ({second})::integer)"),
        "date" | "instant" if is_sqlite => format!("({inside})"),
        "date" => format!("({inside})::date"),
        "instant" => format!("({inside})::timestamptz"),
        other => format!("#{other}({inside})"),
    };
    format!("{before}{meaning}{}", expand(engine, after.get(1..).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_its_words() {
        let text = fill_in("#id(user, 1 + (n) / {team}), #date('2026-0' || #dec(2, n))", &vec![("team", "20".into())]);
        let sqlite = "unhex('01980000000070008000' || printf('%012x', 1 + (n) / 20)), ('2026-0' || printf('%02d', n))";
        let postgres = "('01980000-0000-7000-8000-' || lpad(to_hex(1 + (n) / 20), 12, '0'))::uuid, \
             ('2026-0' || lpad((n)::text, 2, '0'))::date";
        assert_eq!([Engine::Sqlite, Engine::Postgres].map(|engine| expand(engine, &text)), [sqlite, postgres]);
    }
}
