//! Holidays, for those who keep them.

use application::ports::{StoreError, UniqueKey};
use domain::holiday::Holiday;
use domain::id::HolidayId;
use domain::person::Role;
use uuid::Uuid;

use crate::engines::Engine;
use crate::months::done;
use crate::support::{begin, day, later, named, now};

pub(crate) fn holiday(date: &str, name: &str, is_recurring: bool) -> Holiday {
    Holiday {
        id: HolidayId::new(Uuid::now_v7()),
        date: day(date),
        name: name.into(),
        description: None,
        is_recurring,
        end_year: None,
        created_by: None,
    }
}

async fn add(store: &dyn Engine, all: &[Holiday]) {
    let unit = begin(store).await;
    unit.holidays().insert(all, now()).await.unwrap();
    unit.commit().await.unwrap();
}

on_every_engine! {
    async fn a_changed_one_is_saved_whole_and_keeps_its_author_and_a_deleted_one_is_gone_and_its_date_free(store: &AnyEngine, subject: &Subject) {
        let mut before = holiday("2026-06-19", "Bridge day", false);
        before.created_by = Some(named(store, Role::Hr, None, "Hana", "Roe").await);
        let other = holiday("2026-12-25", "Christmas", true);
        add(store, &[before.clone(), other.clone()]).await;
        let changed = Holiday {
            date: day("2026-06-20"),
            name: "Another day".into(),
            description: Some("Moved".into()),
            is_recurring: true,
            end_year: None,
            created_by: None,
            ..before.clone()
        };
        done(store, async |unit| unit.holidays().update(std::slice::from_ref(&changed), later(60)).await).await.unwrap();
        let found = begin(store).await.holidays().all().await.unwrap();
        assert_eq!(found, [Holiday { created_by: before.created_by, ..changed.clone() }, other.clone()]);
        subject.holds(1, "SELECT count(*) FROM holidays WHERE updated_at > created_at").await;
        let view = store.between(day("2027-06-20"), day("2027-06-20")).await.unwrap().remove(0);
        assert_eq!(view.creator.map(|name| name.to_string()).as_deref(), Some("Hana Roe"));

        let unit = begin(store).await;
        let taken = Holiday { date: other.date, ..changed.clone() };
        assert_eq!(unit.holidays().update(&[taken], later(70)).await, Err(StoreError::Conflict(UniqueKey::HolidayDate)));
        drop(unit);
        let unit = begin(store).await;
        let unknown = holiday("2026-07-01", "Nowhere", false);
        assert_eq!(unit.holidays().update(&[changed.clone(), unknown], later(70)).await, Err(StoreError::Stale));
        drop(unit);

        let deleted = done(store, async |unit| {
            Ok([unit.holidays().delete(other.id).await?, unit.holidays().delete(other.id).await?])
        });
        assert_eq!(deleted.await, Ok([true, false]), "it is not there any more");
        let stays = Holiday { created_by: before.created_by, ..changed };
        assert_eq!(begin(store).await.holidays().all().await, Ok(vec![stays]));
        add(store, &[holiday("2026-12-25", "Another", false)]).await;
    }

    async fn one_that_is_ended_keeps_its_years_and_is_asked_for_no_longer(store: &AnyEngine) {
        let before = holiday("2024-05-01", "May Day", true);
        let other = Holiday { end_year: Some(2024), ..holiday("2020-06-19", "Bridge day", true) };
        add(store, &[before.clone(), other.clone()]).await;
        let ended = Holiday { end_year: Some(2026), ..before };
        done(store, async |unit| unit.holidays().update(std::slice::from_ref(&ended), later(60)).await).await.unwrap();
        let unit = begin(store).await;
        assert_eq!(unit.holidays().all().await, Ok(vec![other, ended.clone()]));
        drop(unit);
        for (from, to) in [("2024-05-01", "2024-05-01"), ("2026-05-01", "2026-05-31"), ("2026-12-31", "2027-12-31")] {
            let found = store.between(day(from), day(to)).await.unwrap();
            assert!(found.iter().any(|view| view.holiday == ended), "{from}");
        }
        // Whatever is answered, on no day after its last year does it fall.
        let found = store.between(day("2027-01-01"), day("2027-12-31")).await.unwrap();
        assert!(found.iter().all(|view| view.holiday.date_in(2027).is_none()), "{found:?}");
    }
}
