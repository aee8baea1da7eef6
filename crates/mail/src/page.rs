//! The frame of every mail that is a page.

/// A page: a title for the window, and a body in HTML.
pub(crate) struct MailPage<'a> {
    pub(crate) title: &'a str,
    pub(crate) body: &'a str,
}

/// The house's colours and measures, as far as mail programs follow them; what they leave out is readable without.
const STYLE: &str = "body{margin:0;padding:24px 12px;background:#f8f5f0;color:#1b2440;\
font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}\
.c,.o{box-sizing:border-box;max-width:600px;margin:0 auto}\
.c{padding:28px 28px 20px;background:#fff;border-radius:20px}\
.o{padding:0 28px 16px;font-size:22px;font-weight:700;color:#c9341b}\
h1{margin:4px 0 16px;font-size:26px;line-height:1.2}p{margin:0 0 16px}.q{color:#535c76;font-size:14px}\
.w{padding:12px 16px;border-radius:12px;background:#fff0d0;color:#7a4b00;font-weight:700}\
.b{display:inline-block;padding:14px 22px;border-radius:14px;background:#c9341b;color:#fff;font-weight:700;\
text-decoration:none}table{width:100%;margin:8px 0 16px;border-collapse:collapse}\
caption{padding:0 0 4px;text-align:left;font-size:18px;font-weight:700}\
td,th{padding:8px 0;border-top:1px solid #ddd6cb;text-align:left;vertical-align:top}\
td+td,th+th{padding-left:12px;text-align:right;white-space:nowrap}.d td{border-top:0;padding-top:0}\
.t td{border-top:2px solid #1b2440;font-size:18px;font-weight:700}.v{font-size:14px;color:#535c76}\
@media (max-width:420px){.c{padding:20px 16px 12px}.o{padding:0 16px 12px}.v{font-size:12px}}\
@media (prefers-color-scheme:dark){body{background:#10162a;color:#f7f2e8}.c{background:#1a2239}.o{color:#ff937a}\
.q,.v{color:#aeb7cd}td,th{border-color:#323c5a}.t td{border-color:#f7f2e8}.w{background:#3d321f;color:#ffd07a}}";

impl MailPage<'_> {
    /// The whole page.
    pub(crate) fn html(&self) -> String {
        let Self { title, body } = self;
        let title = escaped(title);
        format!(
            "<!doctype html><html lang=\"fi\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title><style>{STYLE}</style></head>\
             <body><div class=\"o\">Ovelle</div><div class=\"c\">{body}\
             <p class=\"q\">Tähän viestiin ei voi vastata.</p></div></body></html>\n"
        )
    }
}

/// Text as it may stand in a page, also within quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
