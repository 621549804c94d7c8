use super::*;
use domain::month::Claim;

async fn csv(fakes: &Fakes, by: &Caller, revision: Option<u32>) -> Result<(u32, Vec<u8>), Error> {
    let file = export_csv(&fakes.ports(), by, "2026-06", revision).await?;
    Ok((file.revision, file.pieces.map(Result::unwrap).collect::<Vec<_>>().concat()))
}

fn exported(fakes: &Fakes, revision: usize) -> Option<UserId> {
    fakes.state().months[&june()].revisions[revision - 1].exported.map(|(_, by)| by)
}

#[tokio::test]
async fn the_first_export_of_the_newest_revision_is_noted_and_every_one_is_recorded() {
    let (fakes, printed) = printing(in_july(full()));
    assert_eq!(sentence(csv(&fakes, &hr(), None).await), "June 2026 is not closed");
    assert_eq!(sentence(csv(&fakes, &hr(), Some(1)).await), "Revision not found");
    close_june(&fakes).await;
    assert_eq!(sentence(csv(&fakes, &hr(), Some(2)).await), "Revision not found");
    assert_eq!(exported(&fakes, 1), None);
    let (revision, file) = csv(&fakes, &admin(), Some(1)).await.unwrap();
    assert_eq!((revision, exported(&fakes, 1)), (1, Some(user(ADMIN))), "by its number too");
    let paper = export_pdf(&fakes.ports(), &hr(), "2026-06", None).await.unwrap();
    assert_eq!((paper.month, paper.revision, paper.file.as_slice()), (june(), 1, b"%PDF".as_slice()));
    assert_eq!(exported(&fakes, 1), Some(user(ADMIN)), "the note keeps the first");
    let checksum = fakes.state().months[&june()].revisions[0].made.checksum.clone();
    let report = printed.lock().unwrap().take().unwrap();
    assert!(report.notes.iter().any(|note| note.contains(&checksum)), "{:?}", report.notes);
    assert_eq!((report.table.rows.count(), report.asked_by), (2, user(HR)));
    assert_eq!(Claim::of_file(&file), Some(Claim { checksum, is_whole: true }));
    let text = String::from_utf8(file.clone()).unwrap();
    assert!(text.starts_with("\u{feff}Month,Revision,Employee ID,") && text.ends_with("\r\n"), "{text}");
    assert_eq!(text.lines().count(), 3);
    // Reopened, and closed again.
    reopen(&fakes.ports(), &admin(), "2026-06", "Why").await.unwrap();
    assert_eq!(sentence(csv(&fakes, &hr(), None).await), "June 2026 is not closed");
    assert_eq!(csv(&fakes, &hr(), Some(1)).await, Ok((1, file.clone())), "the same bytes");
    close_june(&fakes).await;
    assert_eq!(csv(&fakes, &hr(), Some(1)).await, Ok((1, file)));
    assert_eq!(exported(&fakes, 2), None, "an older one is handed out without a note at the month");
    assert_eq!(csv(&fakes, &hr(), None).await.unwrap().0, 2);
    assert_eq!(exported(&fakes, 2), Some(user(HR)));
    let of_kind = |kind: &str| fakes.state().events.iter().filter(|event| event.record.kind == kind).count();
    assert_eq!((of_kind("month-exported"), of_kind("month-closed"), of_kind("month-reopened")), (5, 2, 1));
}

#[tokio::test]
async fn a_reopening_beside_an_export_is_seen_by_it() {
    let fakes = in_july(full());
    close_june(&fakes).await;
    fakes.memory.before("MonthRepository::standing", |state| {
        let at = crate::testing::at("2026-07-02T09:00:00Z");
        state.months.get_mut(&june()).unwrap().revisions[0].reopened = Some((at, user(HR), "Why".into()));
    });
    assert_eq!(sentence(csv(&fakes, &hr(), None).await), "June 2026 is not closed");
    assert_eq!(exported(&fakes, 1), None);
}
