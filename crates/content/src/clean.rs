//! What of a story is shown: known fields of known blocks, each holding what it should (docs/spec/people.md, "Blocks").

use serde_json::{Map, Value, json};

use crate::{
    fault::LeftOut,
    links::{https_host, is_link, video_embed},
    markdown,
    schema::{self, COMPONENT, FieldKind, Fields, OF_ALL},
    slug::StorySlug,
};

/// Hosts from which pages may load something (docs/spec/people.md, "Scripts and frames").
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hosts {
    pub scripts: Vec<String>,
    pub frames: Vec<String>,
    /// Pictures and films, beside those of the shop's own host.
    pub pictures: Vec<String>,
    /// The shop's own, which no frame shows; none where it is not known.
    pub own: Option<String>,
}

/// A frame's height in pixels.
const HEIGHT: (u32, u32) = (50, 2000);
/// Of a frame that does not say how tall it is.
const USUAL_HEIGHT: u32 = 450;
/// What an editor's program adds for itself.
const OF_PROGRAMS: [&str; 2] = [COMPONENT, "_editable"];
/// What the stories begin with in whose pages scripts may stand.
const WITH_SCRIPTS: [&str; 2] = ["sivut/", "franchise/"];

/// What may be shown of a story, and what is left out.
pub(crate) fn clean(
    mut content: Map<String, Value>,
    slug: &StorySlug,
    hosts: &Hosts,
) -> (Map<String, Value>, Vec<LeftOut>) {
    let takes_scripts = WITH_SCRIPTS.iter().any(|begin| slug.as_str().starts_with(begin));
    let mut cleaner = Cleaner { hosts, takes_scripts, left_out: Vec::new() };
    // A story is none of a list's elements, so it needs no name among them.
    content.remove("_uid");
    let kept = cleaner.fields(content, &[schema::of_story(slug)], "");
    (kept, cleaner.left_out)
}

struct Cleaner<'h> {
    hosts: &'h Hosts,
    /// Whether the story's page is one of those on which scripts stand.
    takes_scripts: bool,
    left_out: Vec<LeftOut>,
}

/// Why something is left out.
struct Unfit {
    problem: String,
    host: Option<String>,
}

impl From<&str> for Unfit {
    fn from(problem: &str) -> Self {
        Self { problem: problem.to_owned(), host: None }
    }
}

impl Cleaner<'_> {
    fn leave_out(&mut self, path: String, unfit: impl Into<Unfit>) {
        let Unfit { problem, host } = unfit.into();
        self.left_out.push(LeftOut { path, problem, host });
    }

    /// The fields that are known in one of these lists, each as it may be shown; what is empty is no field.
    fn fields(&mut self, fields: Map<String, Value>, known: &[Fields], path: &str) -> Map<String, Value> {
        let mut kept = Map::new();
        for (name, value) in fields {
            if value.is_null() || OF_PROGRAMS.contains(&name.as_str()) {
                continue;
            }
            let kind = known.iter().copied().flatten().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
            let at = join(path, &name);
            let is_empty = value.as_str().is_some_and(str::is_empty) && !matches!(kind, Some(FieldKind::Text));
            match kind {
                None => self.leave_out(at, "is no known field"),
                Some(_) if is_empty => {}
                Some(kind) => match self.value(value, kind, &at) {
                    Ok(Value::Null) => {}
                    Ok(value) => drop(kept.insert(name, value)),
                    Err(unfit) => self.leave_out(at, unfit),
                },
            }
        }
        kept
    }

    /// A field's value as it may be shown; null where it is nothing.
    fn value(&mut self, value: Value, kind: FieldKind, path: &str) -> Result<Value, Unfit> {
        Ok(match kind {
            FieldKind::Text => return self.text(value, path),
            FieldKind::Flag => Value::Bool(value.as_bool().ok_or("is neither true nor false")?),
            FieldKind::Number if value.is_number() => value,
            FieldKind::Number => json!(number(&value).ok_or("is no number")?),
            FieldKind::Height => json!(height(&value).ok_or("is no number")?),
            FieldKind::Address => address(&value)?.map_or(Value::Null, Value::String),
            FieldKind::Link => address(&value)?.map_or(Value::Null, |url| json!({ "url": url })),
            FieldKind::Picture => self.picture(&value)?.map_or(Value::Null, Value::String),
            FieldKind::File => return self.file(&value, path),
            FieldKind::Video => video_embed(text_of(&value)?).ok_or("is a video of no known host")?.into(),
            FieldKind::Script => hosted(text_of(&value)?, &self.hosts.scripts)?.into(),
            FieldKind::Frame => self.frame(text_of(&value)?)?.into(),
            FieldKind::Names => self.names(list_of(value)?, path),
            FieldKind::Blocks => self.each(list_of(value)?, path, Self::block),
            FieldKind::Elements(known) => {
                self.each(list_of(value)?, path, |cleaner, value, path| cleaner.element(value, known, path))
            }
            FieldKind::One(known) => return self.one(value, known, path),
        })
    }

    fn text(&mut self, value: Value, path: &str) -> Result<Value, Unfit> {
        let Value::String(text) = value else { return Err("is no text".into()) };
        let (said, count) = markdown::judged(&text);
        for _ in 0..count {
            self.leave_out(path.to_owned(), "has a link that leads nowhere that is allowed");
        }
        Ok(Value::String(said))
    }

    fn picture(&self, value: &Value) -> Result<Option<String>, Unfit> {
        let Some(url) = address(value)? else { return Ok(None) };
        if url.starts_with('/') {
            return Ok(Some(url));
        }
        let host = https_host(&url).ok_or("is no picture's address")?;
        if self.hosts.own.as_ref() == Some(&host) {
            Ok(Some(url))
        } else {
            hosted(&url, &self.hosts.pictures).map(Some)
        }
    }

    fn file(&mut self, value: &Value, path: &str) -> Result<Value, Unfit> {
        let Some(filename) = self.picture(value)? else { return Ok(Value::Null) };
        let mut file = Map::from_iter([("filename".to_owned(), filename.into())]);
        if let Some(alt) = value.get("alt").filter(|alt| alt.as_str().is_some_and(|alt| !alt.is_empty())) {
            file.insert("alt".to_owned(), self.text(alt.clone(), &join(path, "alt"))?);
        }
        Ok(file.into())
    }

    fn frame(&self, src: &str) -> Result<String, Unfit> {
        if self.hosts.own.is_some() && https_host(src) == self.hosts.own {
            return Err("shows a page of the shop's own".into());
        }
        hosted(src, &self.hosts.frames)
    }

    fn names(&mut self, list: Vec<Value>, path: &str) -> Value {
        self.each(list, path, |cleaner, value, path| {
            let name = value.as_number().map(|number| number.to_string().into()).unwrap_or(value);
            cleaner.text(name, &path).map_err(|unfit| cleaner.leave_out(path, unfit)).ok()
        })
    }

    fn each(
        &mut self,
        list: Vec<Value>,
        path: &str,
        mut clean: impl FnMut(&mut Self, Value, String) -> Option<Value>,
    ) -> Value {
        let place = |at| format!("{path}[{at}]");
        list.into_iter().enumerate().filter_map(|(at, value)| clean(self, value, place(at))).collect()
    }

    fn element(&mut self, value: Value, known: Fields, path: String) -> Option<Value> {
        let Value::Object(fields) = value else {
            self.leave_out(path, "is no object");
            return None;
        };
        Some(self.fields(fields, &[OF_ALL, known], &path).into())
    }

    /// One object, which some programs keep in a list.
    fn one(&mut self, value: Value, known: Fields, path: &str) -> Result<Value, Unfit> {
        let value = match value {
            Value::Array(list) => {
                let mut list = list.into_iter();
                let first = list.next();
                for at in 1..=list.len() {
                    self.leave_out(format!("{path}[{at}]"), "stands beside another");
                }
                first.unwrap_or_default()
            }
            value => value,
        };
        if value.is_null() {
            return Ok(Value::Null);
        }
        let Value::Object(fields) = value else { return Err("is no object".into()) };
        Ok(self.fields(fields, &[OF_ALL, known], path).into())
    }

    fn block(&mut self, block: Value, path: String) -> Option<Value> {
        let Value::Object(fields) = block else {
            self.leave_out(path, "is no block");
            return None;
        };
        let Some(name) = fields.get(COMPONENT).and_then(Value::as_str).map(str::to_owned) else {
            self.leave_out(path, "has no component");
            return None;
        };
        let Some(component) = schema::of_component(&name) else {
            let problem = format!("is of no known component: {}", name.escape_debug());
            self.leave_out(path, Unfit { problem, host: None });
            return None;
        };
        if name == "script" && !self.takes_scripts {
            self.leave_out(path, "stands where no scripts do");
            return None;
        }
        let is_there = |field: &Value| !field.is_null() && field.as_str() != Some("");
        let is_said = component.required.is_some_and(|name| fields.get(name).is_some_and(is_there));
        let mut kept = self.fields(fields, &[OF_ALL, component.fields], &path);
        if let Some(missing) = component.required.filter(|name| !kept.contains_key(*name)) {
            // One that is there and unfit was named already.
            if !is_said {
                self.leave_out(path, Unfit { problem: format!("has no {missing}"), host: None });
            }
            return None;
        }
        if name == "iframe" {
            kept.entry("heightPx").or_insert(USUAL_HEIGHT.into());
        }
        kept.insert(COMPONENT.to_owned(), name.into());
        Some(kept.into())
    }
}

fn join(path: &str, name: &str) -> String {
    let name = name.escape_debug();
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
}

fn text_of(value: &Value) -> Result<&str, Unfit> {
    value.as_str().ok_or_else(|| "is no text".into())
}

fn list_of(value: Value) -> Result<Vec<Value>, Unfit> {
    if let Value::Array(list) = value { Ok(list) } else { Err("is no list".into()) }
}

fn number(value: &Value) -> Option<f64> {
    let said = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    said.filter(|number| number.is_finite())
}

fn height(value: &Value) -> Option<u32> {
    let (least, most) = HEIGHT;
    let said = number(value)?.round().clamp(f64::from(least), f64::from(most));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies between 50 and 2000")]
    let pixels = said as u32;
    Some(pixels)
}

/// The address that a text is, or an object of an editor's program: of a file, a page, a mail. None where it is empty.
fn address(value: &Value) -> Result<Option<String>, Unfit> {
    let field = |name: &str| value.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let said = match value {
        Value::String(url) => Some(url.clone()),
        Value::Object(_) => match field("linktype") {
            Some("email") => field("email").or(field("url")).map(|address| format!("mailto:{address}")),
            Some("story") => field("cached_url").map(|slug| format!("/{}", slug.trim_start_matches('/'))),
            _ => field("filename").or(field("url")).or(field("cached_url")).map(str::to_owned),
        },
        _ => return Err("is no address".into()),
    };
    match said.filter(|url| !url.is_empty()) {
        Some(url) if !is_link(&url) => Err("leads nowhere that is allowed".into()),
        said => Ok(said),
    }
}

fn hosted(src: &str, hosts: &[String]) -> Result<String, Unfit> {
    let host = https_host(src).filter(|_| is_link(src)).ok_or("is no https address of a host")?;
    if hosts.contains(&host) {
        return Ok(src.to_owned());
    }
    Err(Unfit { problem: format!("loads from a host that is not allowed: {host}"), host: Some(host) })
}

#[cfg(test)]
mod tests;
