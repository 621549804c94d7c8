//! Mails as files.

use crate::{later, mail, post};
use application::ports::Mailer;
use mail::Settings;

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_tried_again() {
    let file = std::env::temp_dir().join(format!("daybook-post-file-{}", std::process::id()));
    std::fs::write(&file, "no folder").unwrap();
    let why = later(post(&Settings::folder(&file)).send(&mail()).await);
    assert!(why.contains(&file.display().to_string()), "{why}");
    std::fs::remove_file(file).unwrap();
}
