//! A portal with providers, and browsers that go there and back.

use std::collections::BTreeMap;

use domain::sign_in::{PasswordUse, Provider};
use serde_json::{Value, json};
use testkit::provider::TestProvider;
use testkit::{Client, Response, Setup, TestApp, TestDatabase};

/// A portal with this provider, called Acme.
pub(crate) async fn portal(database: &TestDatabase, provider: Provider) -> TestApp {
    let acme = Provider { label: "Acme".to_owned(), ..provider };
    TestApp::start_as(database, Setup { providers: vec![acme], ..Setup::default() }).await
}

/// A portal with these.
pub(crate) async fn portal_with(database: &TestDatabase, providers: Vec<Provider>) -> TestApp {
    let setup = Setup { providers, passwords: PasswordUse::Everybody, ..Setup::default() };
    TestApp::start_as(database, setup).await
}

/// A browser, which keeps cookies.
#[derive(Clone)]
pub(crate) struct Browser {
    client: Client,
    pub(crate) cookies: BTreeMap<String, String>,
}

/// The way to a provider, as the browser sees it.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Without the query.
    pub(crate) endpoint: String,
    pub(crate) query: BTreeMap<String, String>,
}

impl Way {
    pub(crate) fn state(&self) -> &str {
        &self.query["state"]
    }

    pub(crate) fn nonce(&self) -> &str {
        &self.query["nonce"]
    }
}

/// Where the browser lands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Landed {
    pub(crate) page: String,
    /// What stands behind the `#`.
    pub(crate) fragment: BTreeMap<String, String>,
}

impl Browser {
    pub(crate) fn of(app: &TestApp) -> Self {
        Self { client: app.anonymous(), cookies: BTreeMap::new() }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Response {
        let answer = self.with_cookies().get(path).await;
        self.take_cookies(&answer);
        answer
    }

    /// How many sign-ins are under way.
    pub(crate) fn flows(&self) -> usize {
        self.cookies.keys().filter(|name| name.starts_with("daybook-flow-")).count()
    }

    fn with_cookies(&self) -> Client {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.client.with_header("Cookie", &cookies.join("; "))
    }

    /// Keeps the cookies of an answer.
    pub(super) fn take_cookies(&mut self, answer: &Response) {
        for cookie in answer.headers("set-cookie") {
            let (pair, about) = cookie.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if about.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Begins a sign-in by this provider.
    pub(crate) async fn start(&mut self, name: &str) -> Way {
        self.start_for(name, "/").await
    }

    /// The same, to return to `to`.
    pub(crate) async fn start_for(&mut self, name: &str, to: &str) -> Way {
        let to: String = form_urlencoded::byte_serialize(to.as_bytes()).collect();
        let answer = self.get(&format!("/api/auth/oidc/{name}/start?to={to}")).await.expect(303);
        way_to(answer.header("location").unwrap())
    }

    /// Comes back from this provider with these parameters.
    pub(crate) async fn come_back(&mut self, name: &str, with: &[(&str, &str)]) -> Landed {
        landed(&self.answer(name, with).await)
    }

    /// The same, with what the portal answers.
    pub(crate) async fn answer(&mut self, name: &str, with: &[(&str, &str)]) -> Response {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(with).finish();
        self.get(&format!("/api/auth/oidc/{name}/callback?{query}")).await
    }

    /// Goes to the provider `acme`, which says this of the person, and comes back.
    pub(crate) async fn sign_in(&mut self, app: &TestApp, provider: &TestProvider, claims: &Value) -> Landed {
        let way = self.start("acme").await;
        let code = format!("code {}", way.state());
        provider.give(&code, &said(app, provider, way.nonce(), claims));
        self.come_back("acme", &[("state", way.state()), ("code", &code)]).await
    }

    /// Exchanges what the browser landed with.
    pub(crate) async fn exchange(&self, landed: &Landed) -> Response {
        let code = landed.fragment.get("code").or_else(|| landed.fragment.get("failure"));
        let page = self.with_cookies().with_header("Origin", "http://127.0.0.1");
        page.post("/api/auth/oidc/exchange", json!({ "code": code })).await
    }

    /// The client with the session that a sign-in by `acme` comes to.
    pub(crate) async fn signed_in(&mut self, app: &TestApp, provider: &TestProvider, claims: &Value) -> Client {
        let landed = self.sign_in(app, provider, claims).await;
        let data = self.exchange(&landed).await.expect(200).data();
        self.client.with_token(data["token"].as_str().unwrap())
    }
}

/// The way to this address.
pub(super) fn way_to(address: &str) -> Way {
    let (endpoint, query) = address.split_once('?').unwrap();
    Way { endpoint: endpoint.to_owned(), query: pairs(query) }
}

/// The claims of a good token with this nonce, and these over them. Null takes one away.
pub(crate) fn said(app: &TestApp, provider: &TestProvider, nonce: &str, claims: &Value) -> Value {
    let mut all = provider.claims("there-1", nonce, app.ports.clock.now());
    for (name, value) in claims.as_object().unwrap() {
        all[name] = value.clone();
    }
    all.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    all
}

/// Where a browser lands that is sent on.
#[track_caller]
pub(crate) fn landed(answer: &Response) -> Landed {
    assert_eq!(answer.status, 303, "{}", answer.text());
    let location = answer.header("location").unwrap();
    let (page, fragment) = location.split_once('#').unwrap_or((location, ""));
    Landed { page: page.to_owned(), fragment: pairs(fragment) }
}

fn pairs(text: &str) -> BTreeMap<String, String> {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

/// The sentence of a way that failed, which began no session.
pub(crate) async fn sentence(browser: &Browser, landed: &Landed) -> String {
    let brought: Vec<&str> = landed.fragment.keys().map(String::as_str).collect();
    assert_eq!((landed.page.as_str(), brought), ("/login", vec!["failure"]));
    let told = browser.exchange(landed).await;
    assert!([400, 403].contains(&told.status), "{}", told.text());
    assert!(told.data().is_null());
    told.message()
}
