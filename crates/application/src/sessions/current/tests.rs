use super::*;
use crate::ports::MockInboxReads;
use crate::testing::{Fakes, caller, day, user};
use std::sync::Arc;

#[tokio::test]
async fn the_badge_counts_what_the_role_is_told_of() {
    for (role, badge) in [
        (Role::Employee, Some(Badge::UnreadNotices(user(1)))),
        (Role::Manager, Some(Badge::PendingResubmissions(user(1)))),
        (Role::Hr, None),
        (Role::Admin, None),
    ] {
        let mut inbox = MockInboxReads::new();
        inbox
            .expect_count()
            .withf(move |asked| Some(*asked) == badge)
            .times(usize::from(badge.is_some()))
            .returning(|_| Ok(4));
        let fakes = Fakes { inbox: Arc::new(inbox), ..Fakes::default() };
        let current = current(&fakes.ports(), &caller(1, role)).await.unwrap();
        assert_eq!(current.notifications, if badge.is_some() { 4 } else { 0 }, "{role}");
    }
}

#[tokio::test]
async fn before_the_own_password_the_badge_stays_empty() {
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
