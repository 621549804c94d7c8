//! What operators ask, the front end's files, and addresses that lead nowhere.

use testkit::on_one_engine;

on_one_engine! {
    async fn figures_are_for_this_machine_alone(app: &TestApp) {
        let nobody = app.anonymous();
        nobody.get("/api/portal").await.expect(200);
        nobody.get("/api/nothing/at/all").await.expect(404);
        let figures = nobody.get("/metrics").await.expect(200);
        assert_eq!(figures.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
        let figures = figures.text();
        assert!(
            figures.contains(r#"daybook_http_requests_total{method="GET",route="/api/portal",status="200"} 1"#),
            "{figures}"
        );
        assert!(!figures.contains("nothing"), "a stranger's path is no label");
        assert!(figures.contains("\ndaybook_sockets 0\n"));
        for header in ["X-Forwarded-For", "Forwarded", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Via"] {
            let forwarded = nobody.with_header(header, "127.0.0.1").get("/metrics").await.expect(404);
            assert_eq!(forwarded.code(), "NOT_FOUND", "{header}");
        }
    }

    async fn files_come_from_the_binary_and_nowhere_else(app: &TestApp) {
        let nobody = app.anonymous();
        let page = nobody.get("/").await.expect(200);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        assert!(page.text().contains("Daybook"));
        for path in [
            "/index.html",
            "/login",
            "/manager/team-timesheets",
            "/.env",
            "/.vite/manifest.json",
            "/../Cargo.toml",
            "/..%2f..%2fCargo.toml",
            "/%2e%2e/Cargo.toml",
            "//etc/passwd",
            "/index.html/",
            "/a%00b",
        ] {
            let answer = nobody.get(path).await;
            assert!(answer.status == 404 || answer.body == page.body, "{path}: {} {}", answer.status, answer.text());
        }
        let tag = page.header("etag").unwrap().to_owned();
        let known = nobody.with_header("If-None-Match", &tag).get("/login").await.expect(304);
        assert!(known.body.is_empty());
        let head = nobody.send("HEAD", "/", None).await.expect(200);
        assert!(head.body.is_empty());
        assert_eq!(head.header("content-length"), Some(page.body.len().to_string().as_str()));
    }

    async fn a_long_answer_is_compressed_where_that_is_wanted(app: &TestApp) {
        let team = super::Team::of(app).await;
        let ann = app.sign_in(&team.member).await;
        let path = "/api/timesheets/calendar?month=6&year=2026";
        let plain = ann.get(path).await.expect(200);
        assert!(plain.header("content-encoding").is_none());
        let squeezed = ann.with_header("Accept-Encoding", "gzip, br").get(path).await.expect(200);
        assert_eq!(squeezed.header("content-encoding"), Some("gzip"));
        assert_eq!(squeezed.header("vary"), Some("Accept-Encoding"));
        assert!(squeezed.body.starts_with(&[0x1f, 0x8b]) && squeezed.body.len() * 3 < plain.body.len());
        let short = ann.with_header("Accept-Encoding", "gzip").get("/api/portal").await.expect(200);
        assert!(short.header("content-encoding").is_none());
    }
}
