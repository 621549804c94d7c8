//! What each filter finds, and what pages are.

use std::collections::BTreeSet;

use application::absences::Frozen;
use testkit::on_both_engines;

use super::*;

on_one_engine! {
    /// Action, actor, person and days, each by itself and together
    async fn each_filter_finds_what_it_says(app: &TestApp) {
        let (ada, team) = (admin(app).await, Team::of(app).await);
        let (ann, max) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await);
        let id = super::super::submit(&ann, TODAY).await["_id"].clone();
        max.post("/api/timesheets/bulk-approve", json!({"ids": [id]})).await.expect(200);
        ada.put("/api/settings/open-positions", json!({"value": 1})).await.expect(200);
        app.clock.set("2026-06-11T09:00:00Z");
        while application::absences::freeze(&app.ports).await.unwrap() != Frozen::Done {}
        let (ann, ada) = (app.sign_in(&team.member).await, app.sign_in(&app.person("Eva", Role::Admin).await).await);
        super::super::submit(&ann, "2026-06-11").await;
        let found = async |query: &str| {
            let found = logs(&ada, query).await;
            actions(&found).iter().map(|action| (*action).to_owned()).collect::<Vec<_>>()
        };
        let (by, about) = (|id| format!("actorId={id}"), format!("subjectId={}", team.member.id));
        for (query, expected) in [
            ("action=day-submitted", &["day-submitted"; 2][..]),
            ("action=days-decided,open-positions-set", &["open-positions-set", "days-decided"]),
            (&by(team.manager.id), &["days-decided"]),
            (&by(team.member.id), &["day-submitted"; 2]),
            (&format!("{about}&action=day-submitted,days-decided,open-positions-set&to=2026-06-10"), &["days-decided", "day-submitted"]),
            ("from=2026-06-11&action=day-submitted", &["day-submitted"]),
            ("to=2026-06-10&action=day-submitted", &["day-submitted"]),
            ("from=2026-06-10&to=2026-06-10", &["open-positions-set", "days-decided", "day-submitted"]),
        ] {
            assert_eq!(found(query).await, expected, "{query}");
        }
        assert!(found("actorId=none").await.iter().all(|action| action.starts_with("day-frozen") || action.starts_with("leave-")));

        let others = found("").await;
        log_in(app, &team.manager.email, testkit::PASSWORD).await.expect(200);
        assert_eq!(found("").await.len(), others.len() + 1);
        assert_eq!(found("withoutSignIns=true").await, others);
        assert_eq!(found("withoutSignIns=true&action=signed-in").await, ["signed-in"], "an action that is named counts");
    }

    /// Pages with a cursor have each entry once, however much is recorded meanwhile
    async fn three_pages_have_sixty_different_entries_while_others_write(app: &TestApp) {
        let ada = admin(app).await;
        let write = async |value: u32| ada.put("/api/settings/open-positions", json!({"value": value})).await.expect(200);
        for value in 0..70 {
            write(value).await;
        }
        let (mut seen, mut cursor) = (BTreeSet::new(), String::new());
        for turn in 0..3 {
            let found = page(&ada, &format!("limit=20&{cursor}")).await;
            let seqs: Vec<i64> = found["logs"].as_array().unwrap().iter().map(|entry| entry["seq"].as_i64().unwrap()).collect();
            assert_eq!(seqs.len(), 20);
            assert!(seqs.is_sorted_by(|one, next| one > next), "{seqs:?}");
            seen.extend(seqs);
            cursor = format!("cursor={}", text(&found, "nextCursor"));
            for value in 0..10 {
                write(100 + turn * 10 + value).await;
            }
        }
        assert_eq!(seen.len(), 60);
        assert_eq!(seen.iter().max().unwrap() - seen.iter().min().unwrap(), 59, "without a gap");
        let last = page(&ada, &format!("limit=1000&{cursor}")).await;
        assert_eq!((last["logs"].as_array().unwrap().len(), &last["nextCursor"]), (10, &Value::Null));
    }
}

on_both_engines! {
    /// A page costs as many statements for few entries as for many
    async fn a_page_costs_the_same_statements_however_long_it_is(database: &TestDatabase, app: &TestApp) {
        let ada = admin(app).await;
        for value in 0..30 {
            ada.put("/api/settings/open-positions", json!({"value": value})).await.expect(200);
        }
        let statements = database.statements();
        let mut costs = Vec::new();
        for limit in [1, 10, 30] {
            statements.take();
            page(&ada, &format!("limit={limit}")).await;
            // The feed of events looks for itself.
            costs.push(statements.take().iter().filter(|sent| !sent.contains("audience")).count());
        }
        assert!(costs.iter().all(|cost| *cost == costs[0] && *cost <= 5), "{costs:?}");
    }
}
