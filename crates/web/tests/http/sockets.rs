//! The session's socket: who may open it, what it says, and how it ends.

use std::time::{Duration, Instant};

use domain::person::Role;
use serde_json::json;
use testkit::socket::{Frame, Socket};
use testkit::{ROOM, SOON, Setup, TestApp, on_one_engine};

use super::{TODAY, Team, submit};

fn changed(topic: &str) -> Frame {
    Frame::Message(json!({"type": "CHANGED", "topic": topic}))
}

/// Everything that comes until it is quiet.
async fn all(socket: &mut Socket) -> Vec<Frame> {
    let mut frames = Vec::new();
    loop {
        match socket.next(Duration::from_millis(1200)).await {
            Frame::Silence => return frames,
            frame @ (Frame::Closed(_) | Frame::Gone) => {
                frames.push(frame);
                return frames;
            }
            frame => frames.push(frame),
        }
    }
}

on_one_engine! {
    async fn everybody_who_may_see_a_change_is_told_of_it(app: &TestApp) {
        let team = Team::of(app).await;
        let stranger = app.person("Eve", Role::Employee).await;
        let (ann, max, eve) = (app.sign_in(&team.member).await, app.sign_in(&team.manager).await, app.sign_in(&stranger).await);
        let (mut anns, mut maxs, mut eves) = (Socket::of(&ann).await, Socket::of(&max).await, Socket::of(&eve).await);
        let sheet = submit(&ann, TODAY).await;
        assert_eq!(maxs.next(SOON).await, changed("timesheets"));
        assert_eq!(anns.next(SOON).await, changed("timesheets"));
        let rejection = json!({"ids": [sheet["_id"]], "comment": "Please name the project"});
        let began = Instant::now();
        max.post("/api/timesheets/bulk-reject", rejection).await.expect(200);
        let told = [anns.next(SOON).await, anns.next(SOON).await];
        assert!(began.elapsed() < ROOM * Duration::from_secs(1), "{:?}", began.elapsed());
        assert!(told.contains(&changed("timesheets")) && told.contains(&changed("notifications")), "{told:?}");
        assert_eq!(all(&mut eves).await, [], "it is none of her business");
    }

    /// The sockets of a session that ends, by another login, by a logout or by its time, are told why, and closed [D13]
    async fn an_ended_session_closes_its_sockets(app: &TestApp) {
        let person = app.person("Ann", Role::Employee).await;
        let ann = app.log_in(&person).await;
        let (mut one, mut two) = (Socket::of(&ann).await, Socket::of(&ann).await);
        let other = app.log_in(&person).await;
        let elsewhere = "You have been logged out because you logged in from another device.";
        for socket in [&mut one, &mut two] {
            assert_eq!(socket.next(SOON).await, Frame::Message(json!({"type": "SESSION_INVALID", "message": elsewhere})));
            assert_eq!(socket.next(SOON).await, Frame::Closed(4401));
        }
        let mut last = Socket::of(&other).await;
        other.post("/api/auth/logout", json!({})).await.expect(200);
        let over = "Your session has expired. Please login again.";
        assert_eq!(last.next(SOON).await, Frame::Message(json!({"type": "SESSION_INVALID", "message": over})));
        assert_eq!(last.next(SOON).await, Frame::Closed(4401));
        let expiring = app.log_in(&person).await;
        app.clock.pass(12 * 3600 - 1);
        let mut socket = Socket::of(&expiring).await;
        assert_eq!(socket.next(SOON).await, Frame::Message(json!({"type": "SESSION_INVALID", "message": over})));
        assert_eq!(socket.next(SOON).await, Frame::Closed(4401));
    }

    async fn only_own_pages_with_a_live_token_open_a_socket(app: &TestApp) {
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        let own = format!("http://{}", app.address);
        let refusal = async |token: Option<&str>, origin: Option<&str>| match Socket::open(&ann, token, origin).await {
            Ok(_) => (101, String::new()),
            Err(refusal) => (refusal.status, refusal.code()),
        };
        let forbidden = (403, "FORBIDDEN".to_owned());
        let unknown = (401, "UNAUTHENTICATED".to_owned());
        for origin in
            [None, Some("https://evil.example"), Some("null"), Some("http://127.0.0.1"), Some("http://portal.example.evil")]
        {
            assert_eq!(refusal(ann.token(), origin).await, forbidden, "{origin:?}");
            assert_eq!(refusal(None, origin).await, forbidden, "the origin comes first");
        }
        assert_eq!(refusal(None, Some(&own)).await, unknown);
        assert_eq!(refusal(Some("forged"), Some(&own)).await, unknown);
        assert_eq!(refusal(ann.token(), Some(&own)).await.0, 101);
        assert_eq!(
            refusal(ann.token(), Some("http://portal.example")).await.0,
            101,
            "the public address is an own page too"
        );
        ann.post("/api/auth/logout", json!({})).await.expect(200);
        assert_eq!(refusal(ann.token(), Some(&own)).await, (401, "SESSION_INVALID".to_owned()));
        let new = app.sign_in(&app.person_with("New", Role::Employee, None, true).await).await;
        assert_eq!(refusal(new.token(), Some(&own)).await.0, 101, "even before the first password is changed");
        let plain = new.with_header("Origin", &own).get(&format!("/ws/session?token={}", new.token().unwrap())).await;
        plain.expect(400);
    }

    async fn a_session_holds_five_sockets(app: &TestApp) {
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        let own = format!("http://{}", app.address);
        let mut sockets = Vec::new();
        for _ in 0..5 {
            sockets.push(Socket::of(&ann).await);
        }
        let sixth = Socket::open(&ann, ann.token(), Some(&own)).await.expect_err("a sixth socket");
        assert_eq!((sixth.status, sixth.code().as_str()), (429, "TOO_MANY_ATTEMPTS"));
        assert!(sixth.header("retry-after").is_some());
        sockets.pop();
        Socket::in_its_place(&ann).await.say("HEARTBEAT").await;
    }

    async fn a_ping_is_answered_and_nonsense_is_not(app: &TestApp) {
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        let mut socket = Socket::of(&ann).await;
        let pong = Frame::Message(json!({"type": "PONG"}));
        for text in ["HEARTBEAT", r#"{"type":"HEARTBEAT"}"#, "what?", "PING"] {
            socket.say(text).await;
        }
        assert_eq!(socket.next(SOON).await, pong, "only the ping is answered");
        socket.say(r#"{"type": "PING"}"#).await;
        assert_eq!(socket.next(SOON).await, pong);
        socket.send(0x1, &[b'x'; 5000]).await;
        assert_eq!(socket.next(SOON).await, Frame::Closed(1009), "a frame of 5 KB");

        let mut binary = Socket::of(&ann).await;
        binary.send(0x2, b"x").await;
        assert_eq!(binary.next(SOON).await, Frame::Closed(1003));
        let mut flood = Socket::of(&ann).await;
        for _ in 0..300 {
            flood.say("HEARTBEAT").await;
        }
        assert_eq!(flood.next(SOON).await, Frame::Closed(1008));
    }

    async fn a_silent_socket_is_closed(database: &TestDatabase) {
        let hub = web::Hub::with_silence(Duration::from_millis(600));
        let app = TestApp::start_as(database, Setup { hub, ..Setup::default() }).await;
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        let mut socket = Socket::of(&ann).await;
        for _ in 0..4 {
            tokio::time::sleep(Duration::from_millis(250)).await;
            socket.say("HEARTBEAT").await;
        }
        let began = Instant::now();
        assert_eq!(socket.next(SOON).await, Frame::Closed(1001));
        assert!(began.elapsed() > Duration::from_millis(300), "the last heartbeat counted");
        assert_eq!(app.portal.hub().count(), 0);
    }

    async fn a_stop_closes_the_sockets_first(database: &TestDatabase) {
        let app = TestApp::start(database).await;
        let ann = app.sign_in(&app.person("Ann", Role::Employee).await).await;
        let mut socket = Socket::of(&ann).await;
        let began = Instant::now();
        let (frame, ()) = tokio::join!(socket.next(SOON), app.stop());
        assert_eq!(frame, Frame::Closed(1001));
        assert!(
            began.elapsed() < ROOM * Duration::from_secs(5),
            "an open socket held the stop up for {:?}",
            began.elapsed()
        );
    }
}
