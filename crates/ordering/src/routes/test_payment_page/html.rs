//! What the page looks like, and what it says where it can do nothing.

use domain::error::Code;
use providers::payment::TestPage;

/// Of a payment that has ended.
pub(super) const USED: &str = "Tämä maksu on jo käsitelty.";

/// The page of a payment: numbers alone come in, so nothing needs to be escaped.
pub(super) fn payment(page: &TestPage, back: &str) -> String {
    let amount = format!("{},{:02} €", page.amount.0 / 100, page.amount.0 % 100);
    let choices = if page.is_used { ENDED.replace("{said}", USED).replace("{back}", back) } else { CHOICES.to_owned() };
    let body = PAYMENT.replace("{order}", &page.order.to_string()).replace("{amount}", &amount);
    whole("Testimaksu", &body.replace("{choices}", &choices))
}

/// In place of the page where it can do nothing: what is wrong, and the way back to the payment, or home where there is
/// none. The texts are our own.
pub(super) fn refusal(code: Code, message: &str, payment: Option<&str>) -> String {
    let (title, text) = match code {
        Code::PaymentSessionNotFound => ("Maksua ei löydy", "Osoite on väärä tai vanhentunut."),
        _ => ("Maksu ei onnistunut", message),
    };
    let (address, way) = payment.map_or(("/", "Etusivulle"), |payment| (payment, "Takaisin maksuun"));
    let body = REFUSAL.replace("{title}", title).replace("{text}", text);
    whole(title, &body.replace("{address}", address).replace("{way}", way))
}

fn whole(title: &str, body: &str) -> String {
    HTML.replace("{title}", title).replace("{body}", body)
}

const PAYMENT: &str = r#"<h1>Testimaksu: rahaa ei liiku.</h1>
<dl><div><dt>Tilaus</dt><dd>{order}</dd></div>
<div><dt>Summa</dt><dd class="sum">{amount}</dd></div></dl>
{choices}"#;

const ENDED: &str = r#"<p role="status">{said}</p>
<a class="do" href="{back}">Takaisin tilaukseen</a>"#;

const REFUSAL: &str = r#"<h1>{title}</h1>
<p>{text}</p>
<a class="do" href="{address}">{way}</a>"#;

const CHOICES: &str = r#"<form method="post">
<button class="do" name="choice" value="pay">Maksa</button>
<button name="choice" value="cancel">Peruuta</button>
</form>
<details><summary>Muut lopputulokset</summary>
<form method="post"><input type="hidden" name="choice" value="refuse">
<label>Virhekoodi <input name="code" inputmode="numeric" value="1041100" required></label>
<button>Hylkää</button></form>
<form method="post"><input type="hidden" name="choice" value="delay">
<label>Sekuntia <input name="seconds" type="number" min="0" max="600" value="10" required></label>
<button>Viivästä</button></form>
<form method="post"><button name="choice" value="lost">Hukkaa ilmoitus</button></form>
</details>"#;

const HTML: &str = r#"<!doctype html>
<html lang="fi">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<title>{title} · Ovelle</title>
<style>
@font-face{font-family:"Familjen Grotesk";src:url("/assets/familjen-grotesk-latin-wght-normal.woff2") format("woff2");font-weight:400 700;font-display:swap}
@font-face{font-family:Figtree;src:url("/assets/figtree-latin-wght-normal.woff2") format("woff2");font-weight:300 900;font-display:swap}
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,28rem);place-content:center;padding:24px 16px;font:1rem/1.5 Figtree,system-ui,sans-serif;font-feature-settings:"tnum" 1;overflow-wrap:break-word;background:light-dark(#e7e1d8,#242d48);color:light-dark(#1b2440,#f7f2e8)}
main{padding:28px min(24px,7vw) 24px;border-radius:28px;background:light-dark(#fff,#1a2239)}
h1{margin:0;font:700 min(1.75rem,12vw)/1.12 "Familjen Grotesk",system-ui,sans-serif;letter-spacing:-.015em;text-wrap:balance}
p{margin:.75rem 0 1.5rem}
dl{margin:1.25rem 0 1.5rem}
dl div{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:baseline}
dt{color:light-dark(#535c76,#aeb7cd)}
dd{margin:0 0 .25rem auto;font-weight:650;white-space:nowrap}
.sum{font:700 min(1.75rem,14vw)/1.12 "Familjen Grotesk",system-ui,sans-serif;letter-spacing:-.02em}
form{display:grid;gap:.75rem}
details form+form{margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid light-dark(#ddd6cb,#323c5a)}
label{display:grid;gap:.5rem;font-size:.9375rem;font-weight:600}
input{width:100%;min-height:52px;padding:10px 16px;font:inherit;font-size:1rem;font-weight:400;color:inherit;background:transparent;border:1.5px solid light-dark(#857f8a,#7480a0);border-radius:14px}
button,a{display:grid;place-content:center;min-height:52px;padding:10px 18px;border:0;border-radius:14px;font:inherit;font-weight:650;line-height:1.25;text-decoration:none;cursor:pointer;background:light-dark(#efeae2,#242d48);color:inherit}
button:hover{background:light-dark(#ddd6cb,#323c5a)}
.do{background:light-dark(#c9341b,#d0391e);color:#fff}
.do:hover{background:light-dark(#a92812,#b62e16)}
details{margin-top:.75rem}
summary{display:flex;align-items:center;gap:.5rem;min-height:48px;font-weight:600;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"";width:8px;height:8px;margin:0 4px;border:solid;border-width:0 2px 2px 0;transform:rotate(-45deg)}
details[open]>summary::before{transform:rotate(45deg)}
:focus-visible{outline:3px solid light-dark(#24427f,#a9c3f5);outline-offset:2px}
@media (forced-colors:active){main,button,a{border:1px solid CanvasText}}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"#;
