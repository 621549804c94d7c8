//! Mails as files.

use crate::{later, mail, post};
use application::ports::Mailer;
use mail::Settings;
use std::os::unix::fs::PermissionsExt;
use testkit::smtp::Mail;

#[tokio::test]
async fn a_mail_becomes_a_file_that_a_mail_program_opens() {
    let folder = std::env::temp_dir().join(format!("daybook-post-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    let post =
        post(&Settings::parse(&format!("file:{}?from=portal@example.org", folder.join("a/b").display())).unwrap());
    for _ in 0..2 {
        post.send(&mail()).await.unwrap();
    }
    let files: Vec<_> = std::fs::read_dir(folder.join("a/b")).unwrap().map(|each| each.unwrap().path()).collect();
    assert_eq!(files, [folder.join("a/b/0197597f-5a00-7000-8000-00000000002a.eml")]);
    assert_eq!(std::fs::metadata(&files[0]).unwrap().permissions().mode() & 0o777, 0o600);
    let mail = Mail::parse(&std::fs::read_to_string(&files[0]).unwrap());
    assert_eq!(mail.fact("Email"), Some("ann@example.org"));
    assert_eq!(mail.header("from").as_deref(), Some("Acme <portal@example.org>"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_tried_again() {
    let file = std::env::temp_dir().join(format!("daybook-post-file-{}", std::process::id()));
    std::fs::write(&file, "no folder").unwrap();
    let why = later(post(&Settings::folder(&file)).send(&mail()).await);
    assert!(why.contains(&file.display().to_string()), "{why}");
    std::fs::remove_file(file).unwrap();
}
