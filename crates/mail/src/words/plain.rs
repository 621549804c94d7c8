//! A letter as plain text, in lines that fit everywhere.

use super::Block;
use std::fmt::Write;

const WIDTH: usize = 72;

pub(super) fn render(blocks: &[Block], footer: &str, public_url: &str) -> String {
    let mut text = String::new();
    for block in blocks {
        match block {
            Block::Says(sentence) => wrap(&mut text, sentence, ""),
            Block::Facts(facts) => {
                for (name, value) in facts {
                    let _ = writeln!(text, "  {name}: {value}");
                }
            }
            Block::Link(address) => {
                let _ = writeln!(text, "  {address}");
            }
            Block::List(items) => {
                for item in items {
                    let _ = writeln!(text, "  {item}");
                }
            }
            Block::Quote(lines) => {
                for line in lines {
                    wrap(&mut text, line, "> ");
                }
            }
        }
        text.push('\n');
    }
    text.push_str("-- \n");
    wrap(&mut text, footer, "");
    let _ = writeln!(text, "{public_url}");
    text
}

/// Adds a paragraph. A word that is longer than a line has one to itself: an address must stay whole.
fn wrap(text: &mut String, paragraph: &str, prefix: &str) {
    let mut line = prefix.to_owned();
    let mut width = prefix.len();
    let mut is_empty = true;
    for word in paragraph.split(' ') {
        let length = word.chars().count();
        if !is_empty && width + 1 + length > WIDTH {
            let _ = writeln!(text, "{line}");
            prefix.clone_into(&mut line);
            width = prefix.len();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
            width += 1;
        }
        line.push_str(word);
        width += length;
        is_empty = false;
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_words_whole() {
        let long = "x".repeat(100);
        let mut text = String::new();
        wrap(&mut text, &format!("{} {long} {}", "one two ".repeat(20), "three ".repeat(20)), "> ");
        assert!(text.lines().all(|line| line.starts_with("> ")));
        assert!(text.lines().all(|line| line.len() <= WIDTH || line == format!("> {long}")), "{text}");
        assert_eq!(text.matches("three").count(), 20);
    }
}
