//! What may stand in a page: known blocks, with what each needs (people §7).

use serde_json::{Map, Value};

use crate::{
    fault::LeftOut,
    known_fields::keep_known_of_block,
    links::{https_host, is_link, video_embed},
};

/// Hosts from which pages may load code and frames.
#[derive(Debug, Clone, Default)]
pub struct Hosts {
    pub scripts: Vec<String>,
    pub frames: Vec<String>,
}

/// The lists of a story whose elements are blocks.
const LISTS: [&str; 2] = ["blocks", "endBlocks"];
/// Fields that lead somewhere or show something.
const LINKS: [&str; 6] = ["url", "link", "image", "image_mobile", "filename", "src"];
/// A frame's height, in pixels.
const FRAME_HEIGHT: (u64, u64) = (50, 2000);

/// Takes out of a story what may not be shown, and says what it was.
pub(crate) fn clean(content: &mut Map<String, Value>, hosts: &Hosts) -> Vec<LeftOut> {
    let mut left_out = Vec::new();
    for list in LISTS {
        let Some(Value::Array(blocks)) = content.get_mut(list) else { continue };
        let mut at = 0;
        blocks.retain_mut(|block| {
            let judged = judge(block, hosts);
            let path = format!("{list}[{at}]");
            at += 1;
            if let (Ok(()), Value::Object(fields)) = (&judged, block) {
                keep_known_of_block(fields, &path, &mut left_out);
            }
            judged.map_err(|problem| left_out.push(LeftOut { path, problem })).is_ok()
        });
    }
    without_bad_links(content, "", &mut left_out);
    left_out
}

fn without_bad_links(fields: &mut Map<String, Value>, path: &str, left_out: &mut Vec<LeftOut>) {
    fields.retain(|name, value| {
        let is_good = match value {
            Value::String(url) if LINKS.contains(&name.as_str()) => url.is_empty() || is_link(url),
            _ => true,
        };
        if !is_good {
            left_out.push(LeftOut { path: join(path, name), problem: "leads nowhere that is allowed".to_owned() });
        }
        is_good
    });
    for (name, value) in fields {
        let path = join(path, name);
        match value {
            Value::Object(inner) => without_bad_links(inner, &path, left_out),
            Value::Array(all) => {
                for (at, one) in all.iter_mut().enumerate() {
                    if let Value::Object(inner) = one {
                        without_bad_links(inner, &format!("{path}[{at}]"), left_out);
                    }
                }
            }
            _ => {}
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Whether a block may stand there; what it holds is set right where that is possible.
fn judge(block: &mut Value, hosts: &Hosts) -> Result<(), String> {
    let Value::Object(fields) = block else { return Err("is no block".to_owned()) };
    let component = text(fields, "component")?.to_owned();
    match component.as_str() {
        "text" => text(fields, "text").map(drop),
        "video" | "headerVideo" => {
            let embed = video_embed(text(fields, "video_url")?).ok_or("is a video of no known host")?;
            fields.insert("video_url".to_owned(), embed.into());
            Ok(())
        }
        "image" | "headerImage" => text(fields, "image").map(drop),
        "linkCardList" => list(fields, "cards"),
        "productPicks" => list(fields, "productIds"),
        "linkButton" => text(fields, "text").map(drop),
        "script" => hosted(fields, &hosts.scripts),
        "iframe" => {
            hosted(fields, &hosts.frames)?;
            let (least, most) = FRAME_HEIGHT;
            let height = fields.get("heightPx").and_then(Value::as_u64).unwrap_or(450).clamp(least, most);
            fields.insert("heightPx".to_owned(), height.into());
            Ok(())
        }
        "faq" => list(fields, "questions"),
        "loyaltyLanding" | "couponPage" | "banner" => Ok(()),
        unknown => Err(format!("is of no known component: {unknown}")),
    }
}

fn text<'f>(fields: &'f Map<String, Value>, name: &str) -> Result<&'f str, String> {
    fields.get(name).and_then(Value::as_str).ok_or_else(|| format!("has no {name}"))
}

fn list(fields: &Map<String, Value>, name: &str) -> Result<(), String> {
    if fields.get(name).is_some_and(Value::is_array) { Ok(()) } else { Err(format!("has no {name}")) }
}

fn hosted(fields: &Map<String, Value>, hosts: &[String]) -> Result<(), String> {
    let host = https_host(text(fields, "src")?).ok_or("has a src that is not https")?;
    if hosts.contains(&host) { Ok(()) } else { Err(format!("loads from a host that is not allowed: {host}")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cleaned(mut content: Value) -> (Value, Vec<String>) {
        let hosts = Hosts { scripts: Vec::new(), frames: vec!["player.vimeo.com".to_owned()] };
        let left_out = clean(content.as_object_mut().unwrap(), &hosts);
        (content, left_out.into_iter().map(|one| one.path).collect())
    }

    #[test]
    fn unknown_blocks_and_foreign_hosts_are_left_out() {
        let (content, left_out) = cleaned(json!({"blocks": [
            {"component": "text", "text": "Hei"},
            {"component": "marquee"},
            "text",
            {"component": "script", "src": "https://cdn.example/a.js"},
            {"component": "iframe", "src": "https://player.vimeo.com/video/1", "heightPx": 9000},
            {"component": "iframe", "src": "http://player.vimeo.com/video/1"},
            {"component": "video", "video_url": "https://youtu.be/dQw4w9WgXcQ"},
            {"component": "video", "video_url": "https://evil.example/v"},
        ]}));
        assert_eq!(left_out, ["blocks[1]", "blocks[2]", "blocks[3]", "blocks[5]", "blocks[7]"]);
        let kept = content["blocks"].as_array().unwrap();
        assert_eq!(kept.len(), 3);
        assert_eq!(kept[1]["heightPx"], 2000);
        assert_eq!(kept[2]["video_url"], "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ");
    }

    #[test]
    fn links_that_run_code_are_left_out_wherever_they_stand() {
        let (content, left_out) = cleaned(json!({
            "Carousel": [{"link": {"url": "javascript:alert(1)"}}, {"link": {"url": "/menu"}}],
            "blocks": [{"component": "linkCardList", "cards": [{"title": "A", "url": "data:x"}]}],
        }));
        assert_eq!(left_out, ["Carousel[0].link.url", "blocks[0].cards[0].url"]);
        assert_eq!(content["Carousel"], json!([{"link": {}}, {"link": {"url": "/menu"}}]));
    }
}
