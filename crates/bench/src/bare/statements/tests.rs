#![allow(clippy::indexing_slicing, reason = "tests")]

use super::*;

/// Source text as the compiler reads it: a backslash at the end of a line swallows the space that follows.
fn joined(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines() {
        let line = line.trim_start();
        text.push_str(line.strip_suffix('\\').unwrap_or(line));
    }
    text
}

#[track_caller]
fn assert_is_in(source: &str, statement: &str) {
    assert!(joined(source).contains(statement), "the portal no longer runs: {statement}");
}

#[test]
fn they_are_the_portals_own() {
    let reads = include_str!("../../../../persistence/src/timesheets/reads.rs");
    assert_is_in(include_str!("../../../../persistence/src/sessions.rs"), SESSION);
    let (columns, rest) = HOLIDAYS.split_once(", u.first_name").unwrap_or_default();
    let holidays = include_str!("../../../../persistence/src/holidays.rs");
    assert_is_in(holidays, columns.trim_start_matches("SELECT "));
    assert_is_in(holidays, &format!(", u.first_name{rest}"));
    for statement in [UNLOCKED, ABSENT, OLDEST_FILLABLE] {
        assert_is_in(reads, statement);
    }
    assert_is_in(include_str!("../../../../persistence/src/people/mod.rs"), EMPLOYMENT);
    assert_is_in(include_str!("../../../../persistence/src/unlocks.rs"), OPEN);
    for part in [
        own_columns!(),
        " FROM timesheets t WHERE t.user_id = $1 AND t.date BETWEEN $2 AND $3 ORDER BY t.date DESC",
        ", u.id, u.employee_number, u.first_name, u.last_name",
        " FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.date BETWEEN $1 AND $2",
        " ORDER BY t.date DESC, u.first_name, u.last_name, u.employee_number",
    ] {
        assert!(OF_USER.contains(part) || OF_TEAM.contains(part), "{part}");
        assert_is_in(reads, part);
    }
    let writes = include_str!("../../../../persistence/src/timesheets/write.rs");
    let (columns, condition) = OF_DAY.split_once(" FROM ").unwrap_or_default();
    assert_is_in(writes, columns.trim_start_matches("SELECT "));
    assert_is_in(writes, &format!(" FROM {condition}"));
}

/// Some statements the portal puts together: each of these pieces stands in its source, and nothing is left of the
/// statement without them but the numbers of the parameters.
#[track_caller]
fn assert_is_made_of(source: &str, statement: &str, pieces: &[&str]) {
    let mut rest = statement.to_owned();
    for piece in pieces {
        assert_is_in(source, &piece.replace('\\', "\\\\"));
        assert!(rest.contains(piece), "{piece} is no part of {statement}");
        rest = rest.replacen(piece, "", 1);
    }
    assert!(rest.chars().all(|c| c.is_ascii_digit() || "$, ()".contains(c)), "{rest} is left of {statement}");
}

#[test]
fn those_about_people_are_made_of_the_portals_own_pieces() {
    let lists = include_str!("../../../../persistence/src/people/list.rs");
    let reads = include_str!("../../../../persistence/src/people/reads.rs");
    assert_is_in(include_str!("../../../../persistence/src/people/figures.rs"), HEAD_COUNT);

    let (columns, _) = LIST_PAGE.split_once(" FROM (").unwrap_or_default();
    let columns = columns.trim_start_matches("SELECT ");
    assert_is_in(reads, columns);
    let one = " FROM users u LEFT JOIN users m ON m.id = u.manager_id WHERE u.id = $1";
    assert_is_in(reads, one);
    assert_eq!(PERSON, format!("SELECT {columns}{one}"));
    let both = format!("{lists}\n{reads}");
    let page = [
        "SELECT ",
        columns,
        " FROM (SELECT u.id, u.sort_name, u.employee_number FROM users u WHERE true",
        " AND ",
        "u.role",
        " = ",
        " ORDER BY u.sort_name, u.employee_number LIMIT ",
        " OFFSET ",
        ") p JOIN users u ON u.id = p.id LEFT JOIN users m ON m.id = u.manager_id ORDER BY p.sort_name, p.employee_number",
    ];
    let search = [" AND u.search_text LIKE ", " ESCAPE '\\'"];
    assert_is_made_of(&both, LIST_PAGE, &page);
    assert_is_made_of(&both, FOUND_PAGE, &[&page[..], &search].concat());
    let count = ["SELECT count(*) FROM users u WHERE true", " AND ", "u.role", " = "];
    assert_is_made_of(lists, LIST_COUNT, &count);
    assert_is_made_of(lists, FOUND_COUNT, &[&count[..], &search].concat());

    let (columns, _) = DIRECTORY_PAGE.split_once(" AND u.role").unwrap_or_default();
    let page = [columns, " AND ", "u.role", " IN (", " ORDER BY u.sort_name, u.employee_number LIMIT ", " OFFSET "];
    assert_is_made_of(lists, DIRECTORY_PAGE, &page);
    let count = ["SELECT count(*) FROM users u WHERE u.is_active", " AND ", "u.role", " IN ("];
    assert_is_made_of(lists, DIRECTORY_COUNT, &count);

    let counted = include_str!("../../../../persistence/src/timesheets/reads.rs");
    let named = include_str!("../../../../persistence/src/sql.rs");
    let both = format!("{counted}\n{named}");
    for (statement, among) in [
        (COUNTS_POSTGRES, [" = ANY(string_to_array(", ", ',')::uuid[])"]),
        (COUNTS_SQLITE, [" IN (SELECT unhex(value) FROM json_each(", "))"]),
    ] {
        let (columns, _) = statement.split_once(" WHERE ").unwrap_or_default();
        assert_is_made_of(
            &both,
            statement,
            &[columns, " WHERE ", "t.user_id", " GROUP BY t.user_id", among[0], among[1]],
        );
    }
}

/// The portal puts the statement for a month together from texts with places in braces; with the same in these places they give
/// the statements here.
#[test]
fn that_about_a_month_fills_the_portals_own_places() {
    let source = include_str!("../../../../persistence/src/people/attendance.rs");
    let filled = |template: &str, places: &[(&str, &str)]| {
        assert_is_in(source, template);
        places.iter().fold(template.to_owned(), |text, (place, with)| text.replacen(place, with, 1))
    };
    let person = recorded_person!();
    let (entries, order) = (entries_of_month!(), " ORDER BY u.sort_name, u.employee_number");
    for text in [person, entries, order] {
        assert_is_in(source, text);
    }
    let sets = |bit: &str| {
        assert_is_in(source, &format!("sets(\"{bit}\", &credited)"));
        let earning = |hours: &str| {
            assert_is_in(source, &format!("\"{hours}\""));
            let template = "sum({bit}) FILTER (WHERE t.status IN ({credited}) AND {hours})";
            filled(template, &[("{bit}", bit), ("{credited}", "$5, $6"), ("{hours}", hours)])
        };
        let (half, whole) = (earning("t.half_hours > $3 AND t.half_hours <= $4"), earning("t.half_hours > $4"));
        filled("sum({bit}) AS recorded, {} AS half, {} AS whole", &[("{bit}", bit), ("{}", &half), ("{}", &whole)])
    };
    for (statement, bit, template) in [
        (
            MONTH_POSTGRES,
            "1 << (t.date - $1)",
            "{PERSON}, r.recorded, r.half, r.whole FROM users u \
             CROSS JOIN LATERAL (SELECT {sets} FROM timesheets t WHERE {entries}) r \
             WHERE u.role = 'Employee'{in_scope} AND (u.is_active OR r.recorded IS NOT NULL){IN_ORDER}",
        ),
        (
            MONTH_SQLITE,
            "1 << (CAST(substr(t.date, 9, 2) AS integer) - 1)",
            "{PERSON}, {sets} FROM users u LEFT JOIN timesheets t ON {entries} \
             WHERE {role} = 'Employee'{in_scope} GROUP BY u.sort_name, u.employee_number HAVING u.is_active OR recorded IS NOT NULL{IN_ORDER}",
        ),
    ] {
        let sets = sets(bit);
        let places = [
            ("{PERSON}", person),
            ("{sets}", &sets),
            ("{entries}", entries),
            ("{role}", "u.role"),
            ("{in_scope}", ""),
            ("{IN_ORDER}", order),
        ];
        assert_eq!(filled(template, &places), statement);
    }
}
