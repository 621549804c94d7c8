use super::*;
use domain::month::{Blocker, DifferenceKind};

fn all(blocker: Option<Blocker>, search: Option<&str>) -> ReadinessQuery {
    ReadinessQuery { blocker, search: search.map(str::to_owned), page: 1, limit: 20 }
}

/// Something of each kind is open.
fn open() -> State {
    with(|state| {
        put(state, ANN, "2026-06-30", Status::Pending);
        put(state, ANN, "2026-06-29", Status::Pending);
        put(state, BEN, "2026-06-23", Status::Rejected);
        freeze(state, BEN, "2026-06-08");
        state.people.extend(State::of(&[(3, Role::Employee)]).people);
        state.person(3).service = vec![domain::person::service::ServicePeriod::since(day("2026-06-29"))];
        state.person(3).record.department = Some("Works".into());
    })
}

#[tokio::test]
async fn who_is_not_ready_comes_first_and_can_be_searched_for() {
    let fakes = in_july(open());
    let found = async |query| {
        let (rows, total) = readiness(&fakes.ports(), &hr(), "2026-06", query).await.unwrap();
        (rows.into_iter().map(|row| row.person.id).collect::<Vec<_>>(), total)
    };
    assert_eq!(found(all(None, None)).await, (vec![user(ANN), user(BEN), user(3)], 3));
    let second = ReadinessQuery { page: 2, limit: 2, ..all(None, None) };
    assert_eq!(found(second).await, (vec![user(3)], 3));
    assert_eq!(found(all(Some(Blocker::PendingEntries), None)).await, (vec![user(ANN)], 1));
    assert_eq!(found(all(Some(Blocker::FrozenDays), None)).await, (vec![user(BEN)], 1));
    assert_eq!(found(all(Some(Blocker::NobodyCanDecide), None)).await, (vec![], 0));
    for search in ["last3", "EMP1003", "works"] {
        assert_eq!(found(all(None, Some(search))).await, (vec![user(3)], 1), "{search}");
    }
    let (rows, _) = readiness(&fakes.ports(), &hr(), "2026-06", all(None, Some("last2"))).await.unwrap();
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!(row.manager.as_ref().map(|(id, _)| *id), Some(user(MANAGER)));
    assert_eq!((&row.blockers.rejected, &row.blockers.frozen), (&vec![day("2026-06-23")], &vec![day("2026-06-08")]));
}

#[tokio::test]
async fn differences_name_those_whose_row_is_another_one() {
    let fakes = in_july(with(|state| freeze(state, BEN, "2026-06-30")));
    let ports = fakes.ports();
    close_june(&fakes).await;
    assert_eq!(sentence(differences(&ports, &hr(), "nonsense", (2, 2), 1, 20).await), "from must be lower than to");
    assert_eq!(sentence(differences(&ports, &hr(), "2026-06", (1, 2), 1, 20).await), "Revision not found");
    reopen(&ports, &hr(), "2026-06", "Why").await.unwrap();
    fakes.memory.change(|state| {
        put(state, BEN, "2026-06-30", Status::Approved);
        state.people.extend(State::of(&[(3, Role::Employee)]).people);
        put(state, 3, "2026-06-15", Status::Approved);
    });
    close_june(&fakes).await;
    let found = differences(&ports, &hr(), "2026-06", (1, 2), 1, 20).await.unwrap();
    assert_eq!((found.added, found.removed, found.changed, found.unchanged, found.total()), (1, 0, 1, 1, 2));
    let [ben, new] = found.differences.as_slice() else { panic!("{found:?}") };
    assert_eq!((ben.employee_id.number(), ben.kind, new.kind), (1002, DifferenceKind::Changed, DifferenceKind::Added));
    let fields: Vec<_> = ben.fields.iter().map(|of| (of.field, of.from.as_str(), of.to.as_str())).collect();
    assert_eq!(fields[0], ("Approved Days", "21.0", "22.0"));
    assert_eq!((found.from.employees, found.to.employees), (2, 3));
    let second = differences(&ports, &hr(), "2026-06", (1, 2), 2, 1).await.unwrap();
    assert_eq!((second.differences.as_slice(), second.total()), (&found.differences[1..], 2));
}
