//! The portal, running: the production router on a port of its own over a real database, with a clock that the test holds.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::web::Data;
use application::invitations::InvitationLetter;
use application::passwords::PasswordResetLetter;
use application::ports::{ClaimedMail, Claims, Documents, MailQueue, NewPerson, NewSession, NewUnlock, PasswordHash};
use application::settings::Policy;
use application::sign_in::{ProviderClient, Providers};
use application::{Limits, Ports};
use chrono::NaiveDate;
use documents::{BlockingWorkers, DocumentMaker, FileReader};
use domain::Instant;
use domain::access::{Actor, may_unlock};
use domain::holiday::Holiday;
use domain::id::{HolidayId, SessionId, UnlockId, UserId};
use domain::person::service::ServicePeriod;
use domain::person::{EmailAddress, EmployeeId, FullName, NewPassword, Role};
use domain::second_factor::FactorKey;
use domain::session::SessionEnd;
use domain::settings::{Decided, Key, Value};
use domain::sign_in::{PasswordUse, Provider};
use outbound::HttpOutbound;
use persistence::Database;
use security::{AeadSeals, Argon2Passwords, HmacCodes, JwtTokens, RandomIds, RandomSecrets, Secret, SignedTokens};
use serde_json::json;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use uuid::Uuid;
use web::{DatabaseEngine, Hub, Listener, MailRoute, Metrics, Parts, Portal, Settings};

use crate::client::Client;
use crate::clock::TestClock;
use crate::database::TestDatabase;

/// The password of everybody in a test.
pub const PASSWORD: &str = "correct horse";

/// Enough for two requests to run at once.
const WORKERS: usize = 2;
/// A Wednesday morning.
const START: &str = "2026-06-10T09:00:00Z";

/// Reads a day.
pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// How the portal of a test differs from the usual one.
#[derive(Clone)]
pub struct Setup {
    pub public_url: String,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: web::Proxies,
    /// What browsers are told of https.
    pub hsts: Option<web::Hsts>,
    /// The budgets of what can be tried too often.
    pub limits: Limits,
    pub self_registration: bool,
    pub operator: Vec<Decided>,
    pub zone: chrono_tz::Tz,
    pub hub: Hub,
    pub documents: Arc<dyn Documents>,
    pub providers: Vec<Provider>,
    pub passwords: PasswordUse,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            public_url: "http://portal.example".to_owned(),
            trusted_proxies: web::Proxies::default(),
            hsts: Some(web::Hsts::Host),
            limits: Limits::default(),
            self_registration: false,
            operator: Vec::new(),
            zone: chrono_tz::UTC,
            hub: Hub::default(),
            documents: Arc::new(DocumentMaker::default()),
            providers: Vec::new(),
            passwords: PasswordUse::Everybody,
        }
    }
}

/// The running portal. It stops with the value.
pub struct TestApp {
    pub address: SocketAddr,
    pub clock: Arc<TestClock>,
    pub ports: Ports,
    pub portal: Data<Portal>,
    database: Database,
    server: ServerHandle,
    tasks: Vec<JoinHandle<()>>,
}

/// Somebody with an account.
#[derive(Clone, Debug)]
pub struct TestPerson {
    pub id: UserId,
    pub email: String,
    pub employee_id: EmployeeId,
}

impl TestApp {
    pub async fn start(database: &TestDatabase) -> Self {
        Self::start_as(database, Setup::default()).await
    }

    pub async fn start_as(database: &TestDatabase, setup: Setup) -> Self {
        Self::start_over(database.database().clone(), setup).await
    }

    /// Starts it over any handle on a database: a second instance, or one behind a proxy.
    pub async fn start_over(database: Database, setup: Setup) -> Self {
        let clock = Arc::new(TestClock::default());
        clock.set(START);
        let mut ports = ports(&database, clock.clone(), setup.limits);
        ports.documents = setup.documents;
        let client = |provider| Arc::new(provider_client(provider, clock.clone()));
        let clients = setup.providers.into_iter().map(client).collect();
        ports.providers = Arc::new(Providers::new(clients, setup.passwords, setup.public_url.clone()));
        let registration = Value::Boolean(setup.self_registration);
        let registration = Decided { key: Key::SelfRegistration, from: None, value: registration };
        let zone = Value::Text(setup.zone.name().to_owned());
        let zone = Decided { key: Key::TimeZone, from: None, value: zone };
        ports.policy = Arc::new(Policy::new(vec![registration, zone], setup.operator));
        ports.policy.refresh(ports.reads.as_ref()).await.expect("the settings");
        let ready = database.clone();
        let portal = Data::new(Portal::with_hub(
            Parts {
                ports: ports.clone(),
                settings: Settings {
                    public_url: setup.public_url,
                    trusted_proxies: setup.trusted_proxies,
                    hsts: setup.hsts,
                    mail: MailRoute::File,
                    database: DatabaseEngine::Sqlite,
                },
                tasks: tokio_util::task::TaskTracker::new(),
                writers: Handle::current(),
                ready: Arc::new(move || {
                    let database = ready.clone();
                    Box::pin(async move { database.readiness().await })
                }),
                metrics: Metrics::default(),
            },
            setup.hub,
        ));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("the address just bound");
        let server = web::serve(portal.clone(), Listener::Tcp(listener), WORKERS).expect("a server on the port");
        let handle = server.handle();
        let serving = tokio::spawn(async move {
            server.await.ok();
        });
        let pumping = tokio::spawn(pump(database.clone(), portal.clone()));
        Self { address, clock, ports, portal, database, server: handle, tasks: vec![serving, pumping] }
    }

    pub fn anonymous(&self) -> Client {
        Client::anonymous(self.address)
    }

    /// A new person, who joined in January and is nobody's team.
    pub async fn person(&self, name: &str, role: Role) -> TestPerson {
        self.person_with(name, role, None, false).await
    }

    /// A new employee in this manager's team.
    pub async fn member(&self, name: &str, manager: &TestPerson) -> TestPerson {
        self.person_with(name, Role::Employee, Some(manager.id), false).await
    }

    /// A new person in any shape.
    pub async fn person_with(
        &self,
        name: &str,
        role: Role,
        manager: Option<UserId>,
        is_first_login: bool,
    ) -> TestPerson {
        let email = format!("{}@daybook.example", name.to_lowercase());
        let work = self.ports.store.begin().await.expect("a unit of work");
        let employee_id = work.people().next_employee_id().await.expect("an employee ID");
        let person = NewPerson {
            id: UserId::new(self.ports.ids.next()),
            employee_id,
            external_id: None,
            name: FullName { first: name.to_owned(), last: "Example".to_owned() },
            email: EmailAddress::parse(&email).unwrap_or_else(|_| panic!("{email} is no address")),
            role,
            department: Some("Works".to_owned()),
            position: None,
            designation: None,
            phone_number: None,
            joining_date: Some(day("2026-01-05")),
            records_from: None,
            manager,
            is_active: true,
            service: (role == Role::Employee).then(|| ServicePeriod::since(day("2026-01-05"))),
            hash: Some(self.hash().await),
            is_first_login,
            created_at: self.ports.clock.now(),
        };
        work.people().insert(&person).await.expect("a new person");
        work.commit().await.expect("a new person");
        TestPerson { id: person.id, email, employee_id }
    }

    /// Somebody without a password who has never signed in, as an import makes them.
    pub async fn imported(&self, name: &str, role: Role) -> TestPerson {
        let person = self.person_with(name, role, None, true).await;
        let work = self.ports.store.begin().await.expect("a unit of work");
        work.people().set_password(person.id, None, true, self.ports.clock.now()).await.expect("no password");
        work.commit().await.expect("no password");
        person
    }

    /// The hash of the password that everybody has, made once: it is slow on purpose.
    async fn hash(&self) -> PasswordHash {
        static HASH: OnceLock<PasswordHash> = OnceLock::new();
        if let Some(hash) = HASH.get() {
            return hash.clone();
        }
        let password = NewPassword::generated(PASSWORD).unwrap_or_else(|_| panic!("a good password"));
        let hash = self.ports.passwords.hash(&password).await.unwrap_or_else(|_| panic!("an idle queue"));
        HASH.get_or_init(|| hash).clone()
    }

    /// The mails that wait in the outbox, oldest first. Those that were looked at are not there a second time.
    pub async fn mails(&self) -> Vec<ClaimedMail> {
        let now = self.ports.clock.now();
        let claimed = self.database.claim(now, now + chrono::Duration::days(365), 1_000).await;
        claimed.expect("the mails that wait")
    }

    /// Answers the requests for reset links, as the worker does, and gives the token of the last link that was made.
    pub async fn reset_token(&self) -> Option<String> {
        application::passwords::answer_resets(&self.ports).await.expect("answered requests");
        let mails = self.mails().await;
        mails.iter().rev().find_map(|mail| Some(mail.letter.about::<PasswordResetLetter>()?.token.0))
    }

    /// Sends the invitations that are due, as the courier does, and gives the token of the last one that was mailed.
    pub async fn invitation_token(&self) -> Option<String> {
        application::invitations::send_due(&self.ports).await.expect("invitations sent");
        let mails = self.mails().await;
        mails.iter().rev().find_map(|mail| Some(mail.letter.about::<InvitationLetter>()?.token.0))
    }

    /// Signs somebody in without the slow look at the password. An earlier session ends, and nobody is told.
    pub async fn sign_in(&self, person: &TestPerson) -> Client {
        let now = self.ports.clock.now();
        let session = NewSession {
            id: SessionId::new(self.ports.ids.random()),
            user: person.id,
            created_at: now,
            expires_at: domain::session::expires_at(now, &self.ports.policy.in_force().rules),
            address: "127.0.0.1".to_owned(),
            provider: None,
        };
        let work = self.ports.store.begin().await.expect("a unit of work");
        let earlier = work.sessions().end_live(person.id, SessionEnd::AnotherDevice, now).await;
        earlier.expect("the end of an earlier session");
        work.sessions().start(&session).await.expect("a new session");
        work.commit().await.expect("a new session");
        let claims = Claims { user: person.id, session: session.id };
        self.anonymous().with_token(self.ports.tokens.issue(claims, now, session.expires_at))
    }

    /// Signs somebody in as people do.
    pub async fn log_in(&self, person: &TestPerson) -> Client {
        let body = json!({"email": person.email, "password": PASSWORD});
        let data = self.anonymous().post("/api/auth/login", body).await.expect(200).data();
        let token = data.get("token").and_then(serde_json::Value::as_str).expect("a token");
        self.anonymous().with_token(token)
    }

    /// A holiday.
    pub async fn holiday(&self, date: &str, name: &str) {
        let work = self.ports.store.begin().await.expect("a unit of work");
        let holiday = Holiday {
            id: HolidayId::new(self.ports.ids.next()),
            date: day(date),
            name: name.to_owned(),
            description: None,
            is_recurring: false,
            end_year: None,
            created_by: None,
        };
        work.holidays().insert(&[holiday], self.ports.clock.now()).await.expect("a new holiday");
        work.commit().await.expect("a new holiday");
    }

    /// An unlock of a day.
    pub async fn unlock(&self, user: &TestPerson, by: &TestPerson, date: &str) {
        let work = self.ports.store.begin().await.expect("a unit of work");
        // As somebody who may unlock everybody's dates: the role of `by` does not matter here.
        let proof = may_unlock(&Actor::new(by.id, Role::Hr), user.id, None).expect("a proof");
        let id = UnlockId::new(self.ports.ids.next());
        let unlock = NewUnlock::new(proof, id, day(date), "forgotten".to_owned(), self.ports.clock.now());
        work.unlocks().insert(&unlock).await.expect("a new unlock");
        work.commit().await.expect("a new unlock");
    }

    /// Stops the server as an operator does, and waits until it has stopped.
    pub async fn stop(mut self) {
        self.portal.hub().close();
        self.server.stop(true).await;
        for task in self.tasks.drain(..).take(1) {
            task.await.ok();
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // The order is given when the future is made; nobody waits for it here.
        drop(self.server.stop(false));
        for task in self.tasks.iter().skip(1) {
            task.abort();
        }
    }
}

/// The ports over real adapters.
pub fn ports(database: &Database, clock: Arc<TestClock>, limits: Limits) -> Ports {
    static PASSWORDS: OnceLock<Arc<Argon2Passwords>> = OnceLock::new();
    let passwords = PASSWORDS.get_or_init(|| Arc::new(Argon2Passwords::default())).clone();
    let store = Arc::new(database.clone());
    Ports {
        store: store.clone(),
        reads: store,
        documents: Arc::new(DocumentMaker::default()),
        import_reader: Arc::new(FileReader),
        workers: Arc::new(BlockingWorkers),
        passwords,
        secrets: Arc::new(RandomSecrets),
        tokens: Arc::new(JwtTokens::new(&secret())),
        codes: Arc::new(HmacCodes),
        clock,
        seals: Arc::new(AeadSeals::new(&secret())),
        providers: Arc::default(),
        ids: Arc::new(RandomIds),
        policy: Arc::default(),
        limits,
        reports: Arc::default(),
    }
}

/// How long a call to a provider takes in a test, so that none waits for the limits of a portal.
const CALLS: outbound::Limits =
    outbound::Limits { connect: Duration::from_millis(500), whole: Duration::from_secs(2), body: 1 << 20 };

/// The portal at a provider.
fn provider_client(provider: Provider, clock: Arc<TestClock>) -> ProviderClient {
    ProviderClient::new(provider, Arc::new(HttpOutbound::new(CALLS)), Arc::new(SignedTokens), clock)
}

/// The code that an app with this key shows at that instant.
pub fn code(key: &str, at: Instant) -> String {
    let code = HmacCodes::code(&FactorKey::new(key.to_owned()), at.timestamp().div_euclid(30));
    code.expect("a key in base 32")
}

/// The signing key of all instances in a test.
fn secret() -> Secret {
    Secret::new(*b"a signing key for tests, 32 bytes").expect("32 bytes")
}

/// Brings committed events to the open sockets.
async fn pump(database: Database, portal: Data<Portal>) {
    let mut feed = database.event_feed().await.expect("an event feed");
    loop {
        for push in feed.next().await {
            portal.tell(&push).await;
        }
    }
}

pub fn unknown_id() -> String {
    Uuid::from_u128(0x0190_163d_8694_739b_aea5_966c_26f8_ad91).to_string()
}
