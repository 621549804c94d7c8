//! Failed logins become slow, only for the person who fails.

use application::Limits;
use domain::person::Role;
use serde_json::json;
use testkit::{PASSWORD, Setup, TestApp, on_one_engine};

use super::behind_a_proxy;

on_one_engine! {
    /// Ten failures close an account to those whom it does not know, wherever they say they are, and to nobody else [E3] [E4] [E7]
    async fn ten_failures_close_an_account_to_strangers_only(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let ann = app.person("Ann", Role::Employee).await;
        let home = app.anonymous().with_header("X-Forwarded-For", "198.51.100.7");
        let right = json!({"email": ann.email, "password": PASSWORD});
        let wrong = json!({"email": ann.email, "password": "wrong"});
        home.post("/api/auth/login", right.clone()).await.expect(200);
        // Each stranger has a different address, and an invented first hop.
        let stranger = |n: usize| app.anonymous().with_header("X-Forwarded-For", &format!("198.51.100.7, 203.0.113.{n}"));
        for n in 0..10 {
            let answer = stranger(n).post("/api/auth/login", wrong.clone()).await.expect(401);
            assert_eq!((answer.code().as_str(), answer.message().as_str()), ("INVALID_CREDENTIALS", "Invalid email or password"));
        }
        let refused = stranger(10).post("/api/auth/login", right.clone()).await.expect(429);
        assert_eq!(refused.code(), "TOO_MANY_ATTEMPTS");
        let seconds: u32 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=900).contains(&seconds), "{seconds}");
        home.post("/api/auth/login", right.clone()).await.expect(200);
        app.clock.pass(i64::from(seconds));
        stranger(11).post("/api/auth/login", right).await.expect(200);
    }

    async fn strangers_do_not_keep_anybody_from_the_first_own_password(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let new = app.person_with("New", Role::Employee, None, true).await;
        let from = |address: &str| app.anonymous().with_header("X-Forwarded-For", address);
        let login = json!({"email": new.email, "password": PASSWORD});
        let token = from("198.51.100.7").post("/api/auth/login", login).await.expect(200).data()["token"].clone();
        for n in 0..10 {
            let wrong = json!({"email": new.email, "password": "wrong"});
            from(&format!("203.0.113.{n}")).post("/api/auth/login", wrong).await.expect(401);
        }
        let change = json!({"newPassword": "a better one", "confirmPassword": "a better one"});
        let path = "/api/auth/change-first-login-password";
        let elsewhere = from("203.0.113.99").with_token(token.as_str().unwrap());
        elsewhere.put(path, change.clone()).await.expect(429);
        from("198.51.100.7").with_token(token.as_str().unwrap()).put(path, change).await.expect(200);
    }

    /// However an address is written, its failures are counted in one place, and alike whether it is known or not [E8]
    async fn an_unknown_account_is_counted_like_a_known_one(database: &TestDatabase) {
        let setup = Setup { limits: Limits { login_account: 3, login_address: 4, ..Limits::default() }, ..Setup::default() };
        let app = TestApp::start_as(database, setup).await;
        let nobody = app.anonymous();
        let guess = async |email: &str| nobody.post("/api/auth/login", json!({"email": email, "password": "x"})).await.status;
        for same in ["a@x.org", " A@X.org\t", "\u{ff41}@x.org"] {
            assert_eq!(guess(same).await, 401, "{same}");
        }
        assert_eq!(guess("a@x.org").await, 429);
        assert_eq!([guess("b@x.org").await, guess("c@x.org").await], [401, 429], "the address has its budget too");
    }

    /// Guesses that arrive together are counted before any of them is looked at [E6]
    async fn guesses_in_parallel_do_not_outrun_the_count(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let ann = app.person("Ann", Role::Employee).await;
        let guesses: Vec<_> = (0..24)
            .map(|_| {
                let (client, guess) = (app.anonymous(), json!({"email": ann.email, "password": "wrong"}));
                tokio::spawn(async move { client.post("/api/auth/login", guess).await.status })
            })
            .collect();
        let mut looked_at = 0;
        for guess in guesses {
            looked_at += usize::from(guess.await.unwrap() == 401);
        }
        assert!(looked_at <= 10, "{looked_at} guesses were looked at");
    }

    /// An address that a request claims for itself counts for nothing [E7]
    async fn nobody_is_believed_about_their_address_without_a_trusted_proxy(database: &TestDatabase) {
        let setup =
            Setup { limits: Limits { login_account: 100, login_address: 2, ..Limits::default() }, ..Setup::default() };
        let app = TestApp::start_as(database, setup).await;
        let mut statuses = Vec::new();
        for n in 0..3 {
            let forged = app.anonymous().with_header("X-Forwarded-For", &format!("203.0.113.{n}"));
            let guess = json!({"email": format!("u{n}@x.org"), "password": "x"});
            statuses.push(forged.post("/api/auth/login", guess).await.status);
        }
        assert_eq!(statuses, [401, 401, 429]);
    }

    /// Behind a trusted proxy the last hop that is not one counts, of fifty as of one, and an IPv6 network is one address [E7]
    async fn the_last_hop_before_the_proxy_counts(database: &TestDatabase) {
        let setup = Setup {
            limits: Limits { login_account: 100, login_address: 2, ..Limits::default() },
            ..behind_a_proxy()
        };
        let app = TestApp::start_as(database, setup).await;
        let guess = async |n: usize, hops: &str| {
            let client = app.anonymous().with_header("X-Forwarded-For", hops);
            client.post("/api/auth/login", json!({"email": format!("u{n}@x.org"), "password": "x"})).await.status
        };
        let forged: Vec<String> = (0..50).map(|n| format!("198.51.100.{n}")).collect();
        let mut statuses = Vec::new();
        for n in 0..3 {
            statuses.push(guess(n, &format!("{}, 2001:db8:1:2::{n}", forged[n..].join(", "))).await);
        }
        assert_eq!(statuses, [401, 401, 429]);
        assert_eq!(guess(3, "2001:db8:1:3::1").await, 401, "the network next door");
    }

    /// A thousand failures get no further from one address than fifty, nor on one account from many addresses than ten; and an office
    /// whose people all sign in at once is no thief [E3] [E5]
    async fn a_thousand_failures_get_nowhere(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let log_in = async |from: &str, email: &str, password: &str| {
            let client = app.anonymous().with_header("X-Forwarded-For", from);
            client.post("/api/auth/login", json!({"email": email, "password": password})).await.status
        };
        let mut looked_at = 0;
        for n in 0..1_000 {
            looked_at += u32::from(log_in("198.51.100.7", &format!("u{n}@x.org"), "x").await == 401);
        }
        assert_eq!(looked_at, 50, "from one address");
        let ann = app.person("Ann", Role::Employee).await;
        looked_at = 0;
        for n in 0..1_000 {
            looked_at += u32::from(log_in(&format!("203.0.{}.{}", n / 250, n % 250), &ann.email, "x").await == 401);
        }
        assert_eq!(looked_at, 10, "on one account");
        for n in 0..60 {
            let person = app.person(&format!("P{n}"), Role::Employee).await;
            assert_eq!(log_in("192.0.2.1", &person.email, PASSWORD).await, 200, "person {n} of one office");
        }
    }
}
