use super::*;
use crate::memory::State;
use crate::ports::{NewNotice, NewResubmission};
use crate::testing::{Fakes, Given, at, caller, day, employment, hours, today, user};
use domain::id::{NoticeId, ResubmissionId, TimesheetId};
use domain::notice::frozen;
use domain::person::Role;
use uuid::Uuid;

#[tokio::test]
async fn the_badge_counts_what_the_role_is_told_of() {
    // Person 1 has two unread notices, and manages person 2, of whom one day came back. A manager reads notices too.
    let people = vec![employment(2, Some(1))];
    let mut state = State::from(Given { people, ..Given::default() });
    for (n, owner) in [(1, 1), (2, 1), (3, 2)] {
        let notice = NewNotice {
            id: NoticeId::new(Uuid::from_u128(n)),
            user: user(owner),
            notice: frozen::notice(today()),
            created_at: at("2026-06-10T09:00:00Z"),
        };
        state.notices.insert(notice.id, (notice, None));
    }
    let resubmission = NewResubmission {
        id: ResubmissionId::new(Uuid::from_u128(1)),
        timesheet: TimesheetId::new(Uuid::from_u128(1)),
        version: 3,
        user: user(2),
        previous_hours: hours(8.0),
        previous_description: "Work".into(),
        original_comment: "Too short".into(),
        created_at: at("2026-06-10T09:00:00Z"),
    };
    state.resubmissions.insert(resubmission.id, (resubmission, None));
    let fakes = Fakes::over(state);
    for (role, badge) in [(Role::Employee, 2), (Role::Manager, 3), (Role::Hr, 0), (Role::Admin, 0)] {
        let current = current(&fakes.ports(), &caller(1, role)).await.unwrap();
        assert_eq!(current.notifications, badge, "{role}");
    }
}

#[tokio::test]
async fn the_badge_stays_empty_until_the_password_is_changed() {
    let newcomer = Caller { is_first_login: true, ..caller(1, Role::Employee) };
    assert_eq!(current(&Fakes::default().ports(), &newcomer).await.unwrap().notifications, 0);
}

#[tokio::test]
async fn today_is_the_organisations_day() {
    for (zone, today, name) in [
        (chrono_tz::Pacific::Kiritimati, "2026-06-11", "Pacific/Kiritimati"),
        (chrono_tz::UTC, "2026-06-10", "UTC"),
        (chrono_tz::Pacific::Pago_Pago, "2026-06-09", "Pacific/Pago_Pago"),
    ] {
        let fakes = Fakes { zone, now: "2026-06-10T10:30:00Z".parse().unwrap(), ..Fakes::default() };
        let current = current(&fakes.ports(), &caller(1, Role::Hr)).await.unwrap();
        assert_eq!((current.today, current.timezone), (day(today), name));
    }
}
