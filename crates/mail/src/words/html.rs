//! A letter as HTML: a few plain elements that every reader knows, in the reader's own colours, without an image or a
//! sheet of styles to fetch. Everything that is not markup of ours is escaped.

use super::Block;
use std::fmt::Write;

const BODY: &str = "margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;\
                    font-size:16px;line-height:1.5";
const COLUMN: &str = "max-width:560px;margin:0 auto";
const CELL: &str = "padding:4px 16px 4px 0;text-align:left;vertical-align:top";
const VALUE: &str = "padding:4px 0;font-family:ui-monospace,Menlo,Consolas,monospace;font-weight:600";
const QUOTE: &str = "margin:16px 0;padding:4px 0 4px 16px;border-left:4px solid #8a8f98";
const FOOTER: &str = "margin-top:32px;padding-top:12px;border-top:1px solid #8a8f98;font-size:13px";

pub(super) fn render(subject: &str, blocks: &[Block], footer: &str, public_url: &str) -> String {
    let mut html = String::new();
    let title = escape(subject);
    let _ = writeln!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n</head>\n\
         <body style=\"{BODY}\">\n<div style=\"{COLUMN}\">\n<h1 style=\"font-size:20px;line-height:1.3\">{title}</h1>"
    );
    for block in blocks {
        add(&mut html, block);
    }
    let _ = writeln!(html, "<p style=\"{FOOTER}\">{}<br>{}</p>", escape(footer), link(public_url));
    html.push_str("</div>\n</body>\n</html>\n");
    html
}

fn add(html: &mut String, block: &Block) {
    match block {
        Block::Says(sentence) => {
            let _ = writeln!(html, "<p>{}</p>", escape(sentence));
        }
        Block::Facts(facts) => {
            html.push_str("<table role=\"presentation\" style=\"border-collapse:collapse\">\n");
            for (name, value) in facts {
                let (name, value) = (escape(name), escape(value));
                let _ = writeln!(html, "<tr><td style=\"{CELL}\">{name}</td><td style=\"{VALUE}\">{value}</td></tr>");
            }
            html.push_str("</table>\n");
        }
        Block::Link(address) => {
            let _ = writeln!(html, "<p>{}</p>", link(address));
        }
        Block::List(items) => {
            html.push_str("<ul>\n");
            for item in items {
                let _ = writeln!(html, "<li>{}</li>", escape(item));
            }
            html.push_str("</ul>\n");
        }
        Block::Quote(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
            let _ = writeln!(html, "<blockquote style=\"{QUOTE}\">{}</blockquote>", lines.join("<br>\n"));
        }
    }
}

/// The address is shown as it is: a careful reader wants to see where a link leads.
fn link(address: &str) -> String {
    let address = escape(address);
    format!("<a href=\"{address}\" style=\"overflow-wrap:anywhere\">{address}</a>")
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
