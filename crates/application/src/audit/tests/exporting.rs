//! The audit log as a file.

use super::*;
use crate::Invalid;
use crate::ports::{Cell, MockDocuments, Table};

/// Documents whose tables are lines of cells with bars between them.
fn with_bars() -> MockDocuments {
    let mut documents = MockDocuments::new();
    documents.expect_table_csv().returning(|Table { columns, rows }| {
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) => text.to_string(),
            Cell::Nothing => String::new(),
            other => panic!("{other:?}"),
        };
        let heading = columns.iter().map(|column| column.heading.to_owned()).collect::<Vec<_>>().join("|");
        let lines = rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join("|"));
        let text: String = std::iter::once(heading).chain(lines).map(|line| line + "\n").collect();
        Box::new(std::iter::once(Ok(text.into_bytes())))
    });
    documents
}

async fn file(ports: Ports, query: AuditQuery) -> (String, Vec<String>) {
    let mut file = export(Arc::new(ports), &admin(), query).await.unwrap();
    let mut bytes = Vec::new();
    while let Some(piece) = file.next().await.unwrap() {
        bytes.extend(piece);
    }
    (file.name(), String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect())
}

#[tokio::test]
async fn a_file_has_the_entries_of_its_days_oldest_first_with_one_line_of_headings() {
    let recorded = events(2_500, "2026-06-01T00:00:00Z");
    let fakes = Fakes { documents: Arc::new(with_bars()), ..on(holding(recorded), "2026-06-30T12:00:00Z") };
    seal_all(&fakes).await;
    let (name, lines) = file(fakes.ports(), days("2026-06-02", "2026-09-12")).await;
    assert_eq!(name, "Audit_Log_2026-06-02_2026-09-12.csv");
    assert_eq!(lines.len(), 1 + 103 * 24 + 1, "103 days, and that it was taken along");
    assert_eq!(
        lines[0],
        "Position|Time|Action|Source|Actor|Actor ID|Role|On behalf of|About|About ID|Changes|Details|IP address|Request ID|Hash"
    );
    let hash = fakes.state().audit.seals[24].point.hash;
    assert_eq!(
        lines[1],
        format!(
            "25|2026-06-02T00:00:00.000000Z|notices-read|portal|First1 Last1|{0}|Employee||First1 Last1|{0}||count 1|192.0.2.7|0000000000000007|{hash}",
            user(1)
        )
    );
    assert_eq!(lines.iter().filter(|line| line.starts_with("Position")).count(), 1);
    assert!(lines[1..].windows(2).all(|two| two[0].split('|').next() != two[1].split('|').next()));
    let told = fakes.state().events.last().unwrap().record.clone();
    assert_eq!(told.kind, "file-downloaded");
    assert_eq!(told.details.text("fileName").as_deref(), Some("Audit_Log_2026-06-02_2026-09-12.csv"));
    let (name, lines) = file(fakes.ports(), AuditQuery::default()).await;
    assert_eq!(
        (name.as_str(), lines.len()),
        ("Audit_Log_2026-06-01_2026-06-30.csv", 1 + 30 * 24 + 2),
        "the last 30 days"
    );
}

#[tokio::test]
async fn a_file_covers_a_year_and_a_hundred_thousand_entries_at_most() {
    let fakes = sealed().await;
    let refused = async |fakes: &Fakes, from, to| export(Arc::new(fakes.ports()), &admin(), days(from, to)).await.err();
    let sentence = |text: &str| Some(Error::Invalid(Invalid::message(text)));
    assert_eq!(refused(&fakes, "2025-06-10", "2026-06-10").await, None);
    assert_eq!(refused(&fakes, "2025-06-09", "2026-06-10").await, sentence("An export covers at most 366 days"));
    let many = vec![events(1, FIRST).remove(0); 100_001];
    let fakes = on(holding(many), FIRST);
    let expected = sentence("More than 100,000 entries match. Please narrow the filters.");
    assert_eq!(refused(&fakes, "2026-06-10", "2026-06-10").await, expected);
    fakes.memory.change(|state| drop(state.events.pop()));
    assert_eq!(refused(&fakes, "2026-06-10", "2026-06-10").await, None);
}
