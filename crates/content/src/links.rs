//! Where a story may lead, and what it may show (docs/spec/people.md, "Urls of stories").

/// So many characters an address has at most.
const LONGEST: usize = 500;

/// Whether somebody may be led there: pages of ours, other sites over TLS, a mail, a call. Never code.
pub(crate) fn is_link(url: &str) -> bool {
    let is_ours = url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\");
    let begins = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let has_scheme = ["https://", "mailto:", "tel:"].into_iter().any(begins);
    (is_ours || has_scheme) && url.chars().count() <= LONGEST && !url.chars().any(char::is_control)
}

/// The host that an `https` address leads to, in small letters; none for what names no host alone.
pub(crate) fn https_host(url: &str) -> Option<String> {
    let rest = url.strip_prefix("https://")?;
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let is_host = !authority.is_empty()
        && authority.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':'));
    is_host.then(|| authority.to_ascii_lowercase())
}

/// Where a video plays inside a page: YouTube's watch, short and embed addresses, and Vimeo's (CT-20).
pub(crate) fn video_embed(url: &str) -> Option<String> {
    let host = https_host(url)?;
    let (_, after) = url.strip_prefix("https://")?.split_once('/')?;
    let (path, query) = after.split_once('?').unwrap_or((after, ""));
    let path = path.split('#').next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let host = host.strip_prefix("www.").or(host.strip_prefix("m.")).unwrap_or(&host);
    match (host, parts.as_slice()) {
        ("youtube.com", ["watch"]) => youtube(query.split('&').find_map(|pair| pair.strip_prefix("v="))?),
        ("youtube.com" | "youtube-nocookie.com", ["embed", id]) | ("youtu.be", [id]) => youtube(id),
        ("vimeo.com", [id] | ["channels", _, id]) | ("player.vimeo.com", ["video", id]) => vimeo(id),
        _ => None,
    }
}

fn youtube(id: &str) -> Option<String> {
    let is_id = id.len() == 11 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    is_id.then(|| format!("https://www.youtube-nocookie.com/embed/{id}"))
}

fn vimeo(id: &str) -> Option<String> {
    let is_id = (1..=12).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit());
    is_id.then(|| format!("https://player.vimeo.com/video/{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_and_never_run_code() {
        let longest = format!("/{}", "ä".repeat(LONGEST - 1));
        for good in
            ["/menu", "/", "https://ovelle.example/a", "HTTPS://a.example", "mailto:a@b.fi", "tel:+3581", &longest]
        {
            assert!(is_link(good), "{good}");
        }
        let too_long = format!("{longest}a");
        let bad = [
            "javascript:alert(1)",
            "data:text/html,x",
            "http://a.example",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            " /menu",
            "#alku",
            "menu",
            "",
            "/a\nb",
            "/a\u{7f}",
            "https:/a.example",
            &too_long,
        ];
        for bad in bad {
            assert!(!is_link(bad), "{bad}");
        }
    }

    #[test]
    fn a_host_is_what_a_browser_would_ask() {
        for (url, host) in [
            ("https://CDN.example/a.js", Some("cdn.example")),
            ("https://cdn.example:8443?a", Some("cdn.example:8443")),
            ("https://cdn.example\\@evil.example/", Some("cdn.example")),
            ("https://cdn.example@evil.example/", None),
            ("http://cdn.example/", None),
            ("https:///a", None),
            ("//cdn.example/", None),
        ] {
            assert_eq!(https_host(url).as_deref(), host, "{url}");
        }
    }

    // spec: CT-20
    #[test]
    fn videos_play_from_two_hosts_alone() {
        let youtube = Some("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ".to_owned());
        for url in [
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1",
            "https://youtu.be/dQw4w9WgXcQ",
            "https://www.youtube.com/embed/dQw4w9WgXcQ",
        ] {
            assert_eq!(video_embed(url), youtube, "{url}");
        }
        let vimeo = Some("https://player.vimeo.com/video/76979871".to_owned());
        for url in ["https://vimeo.com/76979871", "https://vimeo.com/channels/staffpicks/76979871"] {
            assert_eq!(video_embed(url), vimeo, "{url}");
        }
        for bad in ["http://youtu.be/dQw4w9WgXcQ", "https://evil.example/watch?v=dQw4w9WgXcQ", "https://youtu.be/x"] {
            assert_eq!(video_embed(bad), None, "{bad}");
        }
    }
}
