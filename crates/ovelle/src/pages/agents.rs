//! Who reads pages without running them: search engines, and those who preview links (MN-23, SH-26).

/// What search engines call themselves, in small letters.
const SEARCH: [&str; 15] = [
    "googlebot",
    "adsbot-google",
    "storebot-google",
    "google-inspectiontool",
    "bingbot",
    "adidxbot",
    "duckduckbot",
    "applebot",
    "yandexbot",
    "baiduspider",
    "slurp",
    "qwantify",
    "seznambot",
    "petalbot",
    "ia_archiver",
];

/// What previewers of links call themselves, in small letters.
const SOCIAL: [&str; 17] = [
    "facebookexternalhit",
    "facebot",
    "meta-externalagent",
    "twitterbot",
    "whatsapp/",
    "telegrambot",
    "slackbot",
    "slack-imgproxy",
    "discordbot",
    "linkedinbot",
    "pinterestbot",
    "skypeuripreview",
    "redditbot",
    "mastodon/",
    "bluesky cardyb",
    "viber",
    "embedly",
];

/// The longest name that is looked at, in bytes: a bound against nonsense.
const LONGEST: usize = 512;

/// Whether a `User-Agent` is one of theirs.
pub(crate) fn is_bot(agent: &[u8]) -> bool {
    let Ok(agent) = str::from_utf8(&agent[..agent.len().min(LONGEST)]) else { return false };
    let agent = agent.to_ascii_lowercase();
    SEARCH.iter().chain(&SOCIAL).any(|name| agent.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crawlers_and_previewers_are_known_and_people_are_none() {
        for bot in [
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/1 Safari/537.36",
            "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
            "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
            "WhatsApp/2.23.20.0 A",
            "TelegramBot (like TwitterBot)",
            "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
        ] {
            assert!(is_bot(bot.as_bytes()), "{bot}");
        }
        for person in [
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0 Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/443.0]",
            "Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36",
            "curl/8.5.0",
            "",
        ] {
            assert!(!is_bot(person.as_bytes()), "{person}");
        }
        assert!(!is_bot([&[b'x'; 600][..], b"googlebot"].concat().as_slice()));
    }
}
