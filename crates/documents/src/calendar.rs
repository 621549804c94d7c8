//! A calendar as iCalendar text (RFC 5545).
//!
//! Written by hand, because the crate that would do it folds some lines too late: `docs/decisions/0043-leave-calendar.md`.

use application::ports::{CalendarEntry, CalendarFile};
use domain::time::days_after;
use std::borrow::Cow;

/// How many octets a line has at most, its end not counted.
const LONGEST: usize = 75;
const BASIC_DATE: &str = "%Y%m%d";
const BASIC_INSTANT: &str = "%Y%m%dT%H%M%SZ";

pub(crate) fn text(calendar: &CalendarFile) -> String {
    let mut text = String::new();
    let mut line = |line: &str| fold(line, &mut text);
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//Daybook//Leave//EN");
    line(&format!("X-WR-CALNAME:{}", escaped(&calendar.name)));
    for CalendarEntry { id, title, first, last, changed_at } in &calendar.entries {
        line("BEGIN:VEVENT");
        line(&format!("UID:{id}@daybook"));
        line(&format!("DTSTAMP:{}", changed_at.format(BASIC_INSTANT)));
        line(&format!("DTSTART;VALUE=DATE:{}", first.format(BASIC_DATE)));
        // An end is the first day that is no part of it.
        line(&format!("DTEND;VALUE=DATE:{}", days_after(*last, 1).format(BASIC_DATE)));
        line(&format!("SUMMARY:{}", escaped(title)));
        line("END:VEVENT");
    }
    line("END:VCALENDAR");
    text
}

/// A text as the value of a property. What cannot stand in one is left out.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '\\' => Cow::Borrowed("\\\\"),
        ';' => Cow::Borrowed("\\;"),
        ',' => Cow::Borrowed("\\,"),
        '\n' => Cow::Borrowed("\\n"),
        c if c.is_control() => Cow::Borrowed(""),
        c => Cow::Owned(c.to_string()),
    };
    text.chars().map(escape).collect()
}

/// Adds a line, broken wherever it would be too long, and never within a character.
fn fold(line: &str, text: &mut String) {
    let mut octets = 0;
    for c in line.chars() {
        if octets + c.len_utf8() > LONGEST {
            text.push_str("\r\n ");
            octets = 1;
        }
        octets += c.len_utf8();
        text.push(c);
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use icalendar::{Calendar, CalendarComponent, Component, DatePerhapsTime};
    use proptest::prelude::*;
    use uuid::Uuid;

    fn calendar(name: &str, titles: &[&str]) -> CalendarFile {
        let entry = |(n, title): (u128, &&str)| CalendarEntry {
            id: Uuid::from_u128(n),
            title: (*title).to_owned(),
            first: "2026-07-06".parse().unwrap(),
            last: "2026-07-28".parse().unwrap(),
            changed_at: "2026-06-15T09:30:00.123456Z".parse().unwrap(),
        };
        CalendarFile { name: name.to_owned(), entries: (1..).zip(titles).map(entry).collect() }
    }

    /// leave.md 9, case 23.
    #[test]
    fn a_calendar_has_exactly_these_lines() {
        let lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Daybook//Leave//EN",
            "X-WR-CALNAME:Smith\\, Jones\\; Sons: leave",
            "BEGIN:VEVENT",
            "UID:00000000-0000-0000-0000-000000000001@daybook",
            "DTSTAMP:20260615T093000Z",
            "DTSTART;VALUE=DATE:20260706",
            "DTEND;VALUE=DATE:20260729",
            "SUMMARY:Annual Leave (from noon\\, until noon)",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        let made = text(&calendar("Smith, Jones; Sons: leave", &["Annual Leave (from noon, until noon)"]));
        assert_eq!(made, lines.join("\r\n"));
        let empty = text(&calendar("Daybook: leave", &[]));
        assert_eq!(empty.lines().count(), 5, "{empty}");
    }

    #[test]
    fn a_line_is_broken_after_75_octets_and_the_next_ones_after_74_more() {
        // With `SUMMARY:` 75 octets, one more, and the 150 that the crate would leave 76 in a line of.
        let broken = |letters: usize| {
            let made = text(&calendar("n", &[&"x".repeat(letters)]));
            let summary = made.split("SUMMARY:").nth(1).unwrap().split("\r\nEND:").next().unwrap();
            format!("SUMMARY:{summary}").split("\r\n").map(str::len).collect::<Vec<_>>()
        };
        assert_eq!(broken(67), [75]);
        assert_eq!(broken(68), [75, 2]);
        assert_eq!(broken(142), [75, 75, 2]);
    }

    #[test]
    fn nothing_in_a_title_adds_a_line() {
        let made = text(&calendar("n\r\nX-EVIL:1", &["a\r\nATTACH:b\nEND:VEVENT\u{0}"]));
        assert!(made.contains("X-WR-CALNAME:n\\nX-EVIL:1\r\n"), "{made}");
        assert!(made.contains("SUMMARY:a\\nATTACH:b\\nEND:VEVENT\r\n"), "{made}");
    }

    proptest! {
        #[test]
        fn another_program_reads_what_was_written(name in "\\PC{1,120}", titles in prop::collection::vec("[\\PC,;\\\\]{1,250}", 0..4)) {
            let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
            let made = text(&calendar(&name, &titles));
            prop_assert!(made.split("\r\n").all(|line| line.len() <= LONGEST), "{}", made);
            let read: Calendar = made.parse().unwrap();
            prop_assert_eq!(read.property_value("PRODID"), Some("-//Daybook//Leave//EN"));
            prop_assert_eq!(read.property_value("X-WR-CALNAME"), Some(name.as_str()));
            let mut found = Vec::new();
            for component in &read.components {
                let CalendarComponent::Event(event) = component else { panic!("{component:?}") };
                prop_assert_eq!(event.get_start(), Some(DatePerhapsTime::Date("2026-07-06".parse().unwrap())));
                prop_assert_eq!(event.get_end(), Some(DatePerhapsTime::Date("2026-07-29".parse().unwrap())));
                found.push(event.get_summary().unwrap());
            }
            prop_assert_eq!(found, titles);
        }
    }
}
