//! Failed logins become slow, only for the person who fails.

use application::Limits;
use domain::person::Role;
use serde_json::json;
use testkit::{PASSWORD, Response, Setup, TestApp, at_once, on_one_engine};

use super::{behind_a_proxy, log_in};

/// What is answered to somebody who wants to sign in, and who says that they come from there.
async fn from(app: &TestApp, hops: &str, email: &str, password: &str) -> Response {
    let client = app.anonymous().with_header("X-Forwarded-For", hops);
    client.post("/api/auth/login", json!({"email": email, "password": password})).await
}

/// So many failures on an account, and from an address, are looked at.
fn budgets(login_account: u32, login_address: u32) -> Limits {
    Limits { login_account, login_address, ..Limits::default() }
}

on_one_engine! {
    /// Ten failures close an account to those whom it does not know, wherever they say they are, and to nobody else [E3] [E4] [E7]
    async fn ten_failures_close_an_account_to_strangers_only(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let email = app.person("Ann", Role::Employee).await.email;
        let home = "198.51.100.7";
        // Each stranger has a different address, and an invented first hop.
        let stranger = async |n: usize, password: &str| from(&app, &format!("{home}, 203.0.113.{n}"), &email, password).await;
        from(&app, home, &email, PASSWORD).await.expect(200);
        for n in 0..10 {
            let answer = stranger(n, "wrong").await.expect(401);
            assert_eq!((answer.code().as_str(), answer.message().as_str()), ("INVALID_CREDENTIALS", "Invalid email or password"));
        }
        let refused = stranger(10, PASSWORD).await.expect(429);
        assert_eq!(refused.code(), "TOO_MANY_ATTEMPTS");
        let seconds: u32 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=900).contains(&seconds), "{seconds}");
        from(&app, home, &email, PASSWORD).await.expect(200);
        app.clock.pass(i64::from(seconds));
        stranger(11, PASSWORD).await.expect(200);
    }

    /// A temporary password is looked at, at an address that the person has signed in from and at any other
    async fn a_temporary_password_ends_the_limit_of_its_account(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { limits: budgets(2, 50), ..behind_a_proxy() }).await;
        let (ann, hal) = (app.person("Ann", Role::Employee).await, app.person("Hal", Role::Hr).await);
        let by_hal = app.sign_in(&hal).await;
        let addresses = ["198.51.100.7", "203.0.113.1"];
        from(&app, addresses[0], &ann.email, PASSWORD).await.expect(200);
        for address in addresses {
            for status in [401, 401, 429] {
                from(&app, address, &ann.email, "wrong").await.expect(status);
            }
        }
        let path = format!("/api/users/{}/reset-password", ann.id);
        let given = by_hal.post(&path, json!({"reason": "Locked out"})).await.expect(200).data();
        for address in addresses {
            from(&app, address, &ann.email, given["temporaryPassword"].as_str().unwrap()).await.expect(200);
        }
    }

    async fn strangers_do_not_keep_anybody_from_the_first_own_password(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let new = app.person_with("New", Role::Employee, None, true).await;
        let token = from(&app, "198.51.100.7", &new.email, PASSWORD).await.expect(200).data()["token"].clone();
        for n in 0..10 {
            from(&app, &format!("203.0.113.{n}"), &new.email, "wrong").await.expect(401);
        }
        for (address, status) in [("203.0.113.99", 429), ("198.51.100.7", 200)] {
            let client = app.anonymous().with_header("X-Forwarded-For", address).with_token(token.as_str().unwrap());
            let change = json!({"newPassword": "a better one", "confirmPassword": "a better one"});
            client.put("/api/auth/change-first-login-password", change).await.expect(status);
        }
    }

    /// However an address is written, its failures are counted in one place, and alike whether it is known or not [E8]
    async fn an_unknown_account_is_counted_like_a_known_one(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { limits: budgets(3, 4), ..Setup::default() }).await;
        let guess = async |email: &str| log_in(&app, email, "x").await.status;
        for same in ["a@x.org", " A@X.org\t", "\u{ff41}@x.org"] {
            assert_eq!(guess(same).await, 401, "{same}");
        }
        assert_eq!(guess("a@x.org").await, 429);
        assert_eq!([guess("b@x.org").await, guess("c@x.org").await], [401, 429], "the address has its budget too");
    }

    /// Guesses that arrive together are counted before any of them is looked at [E6]
    async fn guesses_in_parallel_do_not_outrun_the_count(app: &TestApp) {
        let ann = app.person("Ann", Role::Employee).await;
        let guesses = (0..24).map(|_| {
            let (client, guess) = (app.anonymous(), json!({"email": ann.email, "password": "wrong"}));
            async move { client.post("/api/auth/login", guess).await.status }
        });
        let looked_at = at_once(guesses).await.into_iter().filter(|status| *status == 401).count();
        assert!(looked_at <= 10, "{looked_at} guesses were looked at");
    }

    /// An address that a request claims for itself counts for nothing [E7]
    async fn nobody_is_believed_about_their_address_without_a_trusted_proxy(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { limits: budgets(100, 2), ..Setup::default() }).await;
        for (n, status) in [401, 401, 429].into_iter().enumerate() {
            from(&app, &format!("203.0.113.{n}"), &format!("u{n}@x.org"), "x").await.expect(status);
        }
    }

    /// Behind a trusted proxy the last hop that is not one counts, of fifty as of one, and an IPv6 network is one address [E7]
    async fn the_last_hop_before_the_proxy_counts(database: &TestDatabase) {
        let app = TestApp::start_as(database, Setup { limits: budgets(100, 2), ..behind_a_proxy() }).await;
        let forged: Vec<String> = (0..50).map(|n| format!("198.51.100.{n}")).collect();
        for (n, status) in [401, 401, 429].into_iter().enumerate() {
            let hops = format!("{}, 2001:db8:1:2::{n}", forged[n..].join(", "));
            from(&app, &hops, &format!("u{n}@x.org"), "x").await.expect(status);
        }
        // The network next door.
        from(&app, "2001:db8:1:3::1", "u3@x.org", "x").await.expect(401);
    }

    /// A network of proxies is believed as a whole, and one beside it is not [E7]
    async fn a_proxy_is_trusted_by_its_network(database: &TestDatabase) {
        for (network, third) in [("127.0.0.0/8", 401), ("127.1.0.0/16", 429)] {
            let trusted_proxies = web::Proxies::parse(network).unwrap();
            let setup = Setup { limits: budgets(100, 2), trusted_proxies, ..Setup::default() };
            let app = TestApp::start_as(database, setup).await;
            for (n, status) in [401, 401, third].into_iter().enumerate() {
                from(&app, &format!("203.0.113.{n}"), &format!("u{n}@x.org"), "x").await.expect(status);
            }
        }
    }

    /// A thousand failures get no further from one address than fifty, nor on one account from many addresses than ten; and an office
    /// whose people all sign in at once is no thief [E3] [E5]
    async fn a_thousand_failures_get_nowhere(database: &TestDatabase) {
        let app = TestApp::start_as(database, behind_a_proxy()).await;
        let mut looked_at = 0;
        for n in 0..1_000 {
            looked_at += u32::from(from(&app, "198.51.100.7", &format!("u{n}@x.org"), "x").await.status == 401);
        }
        assert_eq!(looked_at, 50, "from one address");
        let ann = app.person("Ann", Role::Employee).await;
        looked_at = 0;
        for n in 0..1_000 {
            looked_at += u32::from(from(&app, &format!("203.0.{}.{}", n / 250, n % 250), &ann.email, "x").await.status == 401);
        }
        assert_eq!(looked_at, 10, "on one account");
        for n in 0..60 {
            let person = app.person(&format!("P{n}"), Role::Employee).await;
            from(&app, "192.0.2.1", &person.email, PASSWORD).await.expect(200);
        }
    }
}
