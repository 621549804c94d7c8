//! Holidays from calendars (moving-in.md 1.7; 7, case 16).

use application::ports::ImportReader;
use documents::FileReader;
use domain::import::{FileRefusal, Given};

/// The holidays of a calendar in 2026, one in a line: its row, date, name and, where it has one, description; or what is wrong.
fn read(calendar: &[u8]) -> Vec<String> {
    let reading = FileReader.read_calendar(calendar, 2026).unwrap();
    assert_eq!(reading.headings, ["Date", "Name", "Description", "Recurring"]);
    let told = |row: domain::import::ReadRow<domain::import::holidays::HolidayRow>| match row.value {
        Ok(day) => {
            let mark = if day.is_recurring.unwrap() { "yearly" } else { "once" };
            let more = if let Given::Value(text) = day.description { format!(" ({text})") } else { String::new() };
            format!("{} {} {mark} {}{more}", row.line, day.date, day.name)
        }
        Err(why) => format!("{} {} {}: {}", row.line, why[0].column, why[0].value, why[0].sentence),
    };
    reading.rows.into_iter().map(told).collect()
}

/// The same of the events in a calendar, each of which has the name `Day` and these properties. Its first line is the second.
fn events(events: &[&str]) -> Vec<String> {
    let event =
        |lines: &&str| format!("BEGIN:VEVENT\r\nSUMMARY:Day\r\n{}\r\nEND:VEVENT\r\n", lines.replace('\n', "\r\n"));
    let events: String = events.iter().map(event).collect();
    read(format!("BEGIN:VCALENDAR\r\n{events}END:VCALENDAR\r\n").as_bytes())
}

#[test]
fn a_calendar_of_khal_is_read() {
    let inventory = "DTSTART: Inventory has a time of day; only whole days can be holidays";
    let read = read(include_bytes!("files/khal.ics"));
    assert_eq!(read[0].split_once(' ').unwrap().1, inventory.replace("DTSTART", "Date 20261231T090000"));
    let others: Vec<&str> = read[1..].iter().map(|row| row.split_once(' ').unwrap().1).collect();
    let expected = [
        "2026-12-28 once Betriebsferien",
        "2026-12-29 once Betriebsferien",
        "2026-12-30 once Betriebsferien",
        "2026-06-05 once Summer Friday",
        "2026-06-12 once Summer Friday",
        "2026-06-19 once Summer Friday",
        "2026-06-26 once Summer Friday",
        "2020-12-25 yearly Christmas Day (Offices are closed; phones, too)",
    ];
    assert_eq!(others, expected);
}

#[test]
fn a_calendar_of_radicale_is_read() {
    let name = "Karfreitag und Ostern – ein sehr langer Name, damit die Zeile gefaltet werden muss";
    let mut expected = vec!["35 2026-11-26 once Thanksgiving".to_owned(), "35 2028-11-23 once Thanksgiving".to_owned()];
    expected.extend((26..=29).map(|day| format!("43 2027-03-{day} once {name}")));
    let party = "Summer Party has a time of day; only whole days can be holidays";
    expected.push(format!("51 Date 20260703T150000: {party}"));
    assert_eq!(read(include_bytes!("files/radicale.ics")), expected, "without the cancelled one");
}

#[test]
fn a_calendar_in_the_form_of_outlook_is_read() {
    let expected = [
        "24 2026-12-25 yearly 1. Weihnachtsfeiertag, Büro geschlossen",
        "50 2027-01-04 once Betriebsferien",
        "50 2027-01-05 once Betriebsferien",
        "57 2026-11-18 once Buß- und Bettag",
        "57 2028-11-15 once Buß- und Bettag",
        "64 2027-11-18 once Buß- und Bettag, verschoben",
        "71 Date 20261218T160000: Weihnachtsfeier has a time of day; only whole days can be holidays",
    ];
    assert_eq!(read(include_bytes!("files/outlook.ics")), expected);
}

#[test]
fn only_a_yearly_rule_without_exceptions_is_recurring() {
    let yearly = ["FREQ=YEARLY", "freq=yearly;interval=1;wkst=MO", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1"];
    for rule in yearly {
        assert_eq!(events(&[&format!("DTSTART:20200501\nRRULE:{rule}")]), ["2 2020-05-01 yearly Day"], "{rule}");
    }
    let spread = ["2 2026-05-01 once Day", "2 2027-05-01 once Day", "2 2028-05-01 once Day"];
    let three = |more: &str| events(&[&format!("DTSTART;VALUE=DATE:20200501\n{more}")]);
    assert_eq!(three("RRULE:FREQ=YEARLY;UNTIL=20300501"), spread);
    assert_eq!(three("RRULE:FREQ=YEARLY;COUNT=9"), spread);
    assert_eq!(three("RRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20270501,20280501"), spread[..1]);
    assert_eq!(
        three("RRULE:FREQ=YEARLY;COUNT=8\nRDATE;VALUE=DATE:20260504\nEXDATE:20270501T000000Z"),
        [spread[0], "2 2026-05-04 once Day"]
    );
    assert_eq!(three("RDATE:20290502,20200501"), ["2 2020-05-01 once Day", "2 2029-05-02 once Day"]);
    let moved = [
        "UID:a\nDTSTART:20200501\nRRULE:FREQ=YEARLY",
        "UID:a\nRECURRENCE-ID:20270501\nDTSTART:20270503\nSTATUS:CANCELLED",
    ];
    assert_eq!(events(&moved), [spread[0], spread[2]], "one of its dates is cancelled");
    let over = "DTSTART:20251231\nDTEND:20260102\nRRULE:FREQ=YEARLY;COUNT=2";
    let over = events(&[over]).iter().map(|row| row[2..12].to_owned()).collect::<Vec<_>>();
    assert_eq!(over, ["2026-01-01", "2026-12-31", "2027-01-01"], "two days, the first of which lies before this year");
}

#[test]
fn an_event_is_as_many_holidays_as_it_has_days() {
    let days = |more: &str| {
        events(&[&format!("DTSTART;VALUE=DATE:20260227\n{more}")])
            .iter()
            .map(|row| row[2..12].to_owned())
            .collect::<Vec<_>>()
    };
    for (more, expected) in [
        ("", &["2026-02-27"][..]),
        ("DTEND;VALUE=DATE:20260228", &["2026-02-27"]),
        ("DTEND;VALUE=DATE:20260227", &["2026-02-27"]),
        ("DTEND;VALUE=DATE:20260302", &["2026-02-27", "2026-02-28", "2026-03-01"]),
        ("DURATION:P2D", &["2026-02-27", "2026-02-28"]),
    ] {
        assert_eq!(days(more), expected, "{more}");
    }
    assert_eq!(days("DURATION:P1W").len(), 7);
}

#[test]
fn what_is_no_whole_day_is_refused_in_its_row() {
    let time = "Day has a time of day; only whole days can be holidays";
    for (properties, expected) in [
        ("DTSTART:20260501T090000Z", format!("Date 20260501T090000Z: {time}")),
        ("DTSTART:20260501T000000\nDTEND:20260502T000000", format!("Date 20260501T000000: {time}")),
        ("DTSTART:20260501\nDURATION:PT8H", format!("Date 20260501: {time}")),
        ("DTSTART:20260501\nRDATE:20260502T090000", format!("Date 20260501: {time}")),
        ("DTSTART:20260231", "Date 20260231: Day has no date that can be read".to_owned()),
        ("UID:x", "Date : Day has no date that can be read".to_owned()),
        ("DTSTART:20260501\nRRULE:FREQ=HOURLY", "Date 20260501: Day has a rule that cannot be read".to_owned()),
        (
            "DTSTART:20260501\nRRULE:FREQ=YEARLY;BYWEEKNO=20",
            "Date 20260501: Day has a rule that cannot be read".to_owned(),
        ),
        ("DTSTART:20260501\nRRULE:COUNT=2", "Date 20260501: Day has a rule that cannot be read".to_owned()),
        ("DTSTART:20260501\nSUMMARY:", "Name : Name is required".to_owned()),
    ] {
        assert_eq!(events(&[properties]), [format!("2 {expected}")], "{properties}");
    }
    let timed = events(&["DTSTART:20260501", "STATUS:CANCELLED\nDTSTART:20260502T090000", "DTSTART:20260503T090000"]);
    assert_eq!(timed, ["2 2026-05-01 once Day".to_owned(), format!("11 Date 20260503T090000: {time}")]);
}

#[test]
fn text_is_unfolded_and_unescaped() {
    let text = "DTSTART:20260501\nDESCRIPTION;X=\"a:b;c\":one\\, two\\; th\n ree\\nfour \\\\n\nSUMMARY:Labour\n\t Day";
    assert_eq!(events(&[text]), ["2 2026-05-01 once Labour Day (one, two; three\nfour \\n)"]);
    let hidden = events(&["DTSTART:20260501\nSUMMARY:a\u{202e}b"]);
    assert_eq!(hidden, ["2 Name a\u{202e}b: Name contains characters that are not allowed"]);
}

#[test]
fn a_file_that_is_no_calendar_is_refused() {
    let refused = |text: &str| FileReader.read_calendar(text.as_bytes(), 2026).unwrap_err();
    let whole = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260501\nSUMMARY:Day\nEND:VEVENT\nEND:VCALENDAR\n";
    for (cut, _) in whole.match_indices('\n').filter(|(cut, _)| *cut < whole.len() - 1) {
        assert_eq!(refused(&whole[..cut]), FileRefusal::NotACalendar, "{cut}");
    }
    for other in ["", "Date,Name\n2026-05-01,Day\n", "BEGIN:VEVENT\nEND:VEVENT\n", "BEGIN:VCALENDAR\nEND:VEVENT\n"] {
        assert_eq!(refused(other), FileRefusal::NotACalendar, "{other}");
    }
    assert_eq!(refused("BEGIN:VCALENDAR\nEND:VCALENDAR\n"), FileRefusal::NoRows);
    assert_eq!(refused(&whole.replace("Day", "D\0y")), FileRefusal::Nul(4));
    let ages = whole.replace("DTSTART:20260501", "DTSTART:00010101\nDTEND:99991231");
    assert_eq!(refused(&ages), FileRefusal::TooManyRows(2));
}

#[test]
fn rules_that_would_take_long_are_refused() {
    let never = "DTSTART:00010101\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2";
    let refused = "32 Date 00010101: Day has a rule that cannot be read";
    assert_eq!(events(&[never; 7]), [refused], "six of them are looked at");
}
