//! The roster that an instance has in memory: it reads what changed, and is then what another one reads whole.

use application::ports::{AccountStatus, PeopleFilter, PeopleReads};
use domain::access::{Leads, Scope};
use domain::id::{SubstitutionId, UserId};
use domain::person::Role;
use persistence::{Database, Settings};
use proptest::collection::vec;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use testkit::TestDatabase;

use crate::people_lists::EVERYONE;
use crate::substitutions::keep;
use crate::support::{added, altered, begin, committed, day, execute, later, literal, managed, person};

const NAMES: [&str; 5] = ["Ann", "ann", "Émile", "Łukasz", "Zoe"];

/// The people of a random history, and the substitutions among them.
#[derive(Default)]
struct Firm {
    people: Vec<UserId>,
    managers: Vec<UserId>,
    substitutions: Vec<SubstitutionId>,
}

impl Firm {
    fn one(among: &[UserId], n: usize) -> Option<UserId> {
        (!among.is_empty()).then(|| among[n % among.len()])
    }

    /// A change of one kind, of people by number.
    async fn change(&mut self, store: &Database, (kind, n, m): (u8, usize, usize)) {
        let (who, manager) = (Self::one(&self.people, n), Self::one(&self.managers, m));
        let (Some(who), true) = (who, kind > 1) else {
            let role = [Role::Employee, Role::Employee, Role::Manager, Role::Hr][n % 4];
            let new = added(store, role, |new| {
                new.name.first = NAMES[m % NAMES.len()].into();
                new.manager = manager.filter(|_| role == Role::Employee);
            });
            let new = new.await;
            self.people.push(new);
            self.managers.extend((role == Role::Manager).then_some(new));
            return;
        };
        match kind {
            2 => altered(store, who, |account| account.name.first = NAMES[m % NAMES.len()].into()).await,
            3 => altered(store, who, |account| account.standing.is_blocked = m % 2 == 0).await,
            4 => altered(store, who, |account| account.standing.is_active = m % 3 > 0).await,
            5 => altered(store, who, |account| account.department = Some(NAMES[m % NAMES.len()].into())).await,
            6 => {
                altered(store, who, |account| {
                    if account.standing.role == Role::Employee {
                        account.manager = manager.filter(|_| n % 3 > 0);
                    }
                })
                .await;
            }
            7 => self.demote(store, m).await,
            8 => match (manager, Self::one(&self.managers, m + 1)) {
                (Some(one), Some(other)) if one != other => {
                    self.substitutions.push(keep(store, one, other, "2026-06-01", "2026-06-30").await.id);
                }
                _ => {}
            },
            _ => {
                if let Some(id) = self.substitutions.pop() {
                    committed(store, async |unit| unit.substitutions().end(id, who, later(60)).await).await;
                }
            }
        }
    }

    /// A manager becomes an Employee, and the team is without one.
    async fn demote(&mut self, store: &Database, m: usize) {
        if self.managers.len() < 2 {
            return;
        }
        let manager = self.managers.swap_remove(m % self.managers.len());
        committed(store, async |unit| {
            let mut account = unit.people().for_change(manager).await?.unwrap();
            account.standing.role = Role::Employee;
            unit.people().save(&managed(account), later(1)).await?;
            unit.people().release_team(manager, later(1)).await
        })
        .await;
    }

    /// All that lists and counts say.
    async fn shown(&self, store: &Database) -> String {
        let all = || PeopleFilter { roles: Role::ALL.to_vec(), ..EVERYONE };
        let today = Some(day("2026-06-10"));
        let teams = self.managers.iter().map(|manager| Scope::Team(Leads::own(*manager)));
        let filters = [
            all(),
            PeopleFilter { without_manager: today, ..all() },
            PeopleFilter { status: Some(AccountStatus::Active), search: Some("zoe".into()), ..all() },
            PeopleFilter { roles: vec![Role::Manager], ..all() },
        ];
        let mut shown = vec![format!("{:?}", store.head_count().await.unwrap())];
        for filter in filters.into_iter().chain(teams.map(|scope| PeopleFilter { scope, ..all() })) {
            shown.push(format!("{:#?}", store.list(&filter, 1, 1_000).await.unwrap()));
        }
        shown.push(format!("{:#?}", store.directory(&Role::ALL, Some("m"), 1, 1_000).await.unwrap()));
        shown.join("\n")
    }
}

/// A handle that has read nobody yet.
async fn fresh(database: &TestDatabase) -> Database {
    Database::look_at(&Settings::new(database.url())).await.unwrap()
}

testkit::on_both_engines! {
    async fn after_whatever_changes_it_is_what_another_instance_reads_whole(database: &TestDatabase, store: &Database) {
        let other = fresh(database).await;
        let changes = vec((0_u8..10, 0_usize..1_000, 0_usize..1_000), 120);
        let changes = changes.new_tree(&mut TestRunner::deterministic()).unwrap().current();
        let mut firm = Firm::default();
        for (n, change) in changes.iter().enumerate() {
            firm.change(store, *change).await;
            // Now and then several changes are read at once.
            if n % 4 != 3 {
                assert_eq!(firm.shown(&other).await, firm.shown(store).await, "change {n}, {change:?}");
            }
            if n % 10 == 0 {
                let whole = fresh(database).await;
                assert_eq!(firm.shown(&other).await, firm.shown(&whole).await, "change {n}, {change:?}");
                whole.close().await;
            }
        }
        assert!(firm.people.len() > 15 && firm.managers.len() > 2, "{} people", firm.people.len());
        let whole = fresh(database).await;
        assert_eq!(firm.shown(&other).await, firm.shown(&whole).await);
    }

    async fn only_those_who_changed_are_read(database: &TestDatabase, store: &Database) {
        let lead = person(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, Some(lead)).await;
        store.head_count().await.unwrap();
        let statements = database.statements();
        altered(store, ann, |account| account.department = None).await;
        statements.take();
        store.head_count().await.unwrap();
        let sent = statements.take();
        assert!(sent.iter().any(|sql| sql.contains("person_changes")), "{sent:?}");
        assert!(!sent.iter().any(|sql| sql.contains("FROM users u LEFT JOIN")), "{sent:?}");
        store.head_count().await.unwrap();
        assert_eq!(statements.take().len(), 1, "nothing has changed since");
    }

    async fn somebody_who_is_deleted_beside_the_portal_is_on_no_list(database: &TestDatabase, store: &Database) {
        let [ann, _ben] = [person(store, Role::Hr, None).await, person(store, Role::Hr, None).await];
        assert_eq!(store.head_count().await.unwrap().hr.all, 2);
        execute(database, &format!("DELETE FROM users WHERE id = {}", literal(database, ann.uuid()))).await.unwrap();
        assert_eq!(store.head_count().await.unwrap().hr.all, 1);
        let filter = PeopleFilter { roles: Role::ALL.to_vec(), ..EVERYONE };
        assert_eq!(store.list(&filter, 1, 10).await.unwrap().1, 1);
    }
}

/// Only PostgreSQL has several writers. The transaction that changed somebody first commits last, and another instance has read what
/// was committed in between.
#[tokio::test]
async fn a_change_that_appears_after_later_ones_is_not_missed() {
    let database = TestDatabase::postgres().await;
    let (store, other) = (database.database(), database.another_instance().await);
    let [ann, ben] = [person(store, Role::Hr, None).await, person(store, Role::Hr, None).await];
    let filter = PeopleFilter { roles: Role::ALL.to_vec(), status: Some(AccountStatus::Blocked), ..EVERYONE };
    let blocked = async || {
        let (people, _) = other.list(&filter, 1, 10).await.unwrap();
        people.into_iter().map(|view| view.person.id).collect::<Vec<_>>()
    };
    let first = begin(store).await;
    let mut account = first.people().for_change(ann).await.unwrap().unwrap();
    account.standing.is_blocked = true;
    first.people().save(&managed(account), later(1)).await.unwrap();
    altered(store, ben, |account| account.standing.is_blocked = true).await;
    assert_eq!(blocked().await, [ben]);
    first.commit().await.unwrap();
    let mut both = blocked().await;
    both.sort_unstable();
    assert_eq!(both, [ann, ben]);
}
