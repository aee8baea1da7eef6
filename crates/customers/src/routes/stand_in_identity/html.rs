//! What the page looks like. Nothing of what anybody says stands in it.

/// The page on which somebody says who they are.
pub(super) fn sign_in() -> String {
    HTML.replace("{title}", "Kokeilukirjautuminen").replace("{body}", SIGN_IN)
}

/// In its place where nobody asks for it.
pub(super) fn refusal() -> String {
    HTML.replace("{title}", "Osoite on väärä").replace("{body}", REFUSAL)
}

const SIGN_IN: &str = r#"<h1>Kokeilukirjautuminen: ketään ei tunnisteta.</h1>
<p>Tämä sivu on oikean kirjautumispalvelun paikalla. Sano, kuka olet.</p>
<form method="post">
<label>Sähköposti <input name="email" type="email" autocomplete="email"></label>
<label>Etunimi <input name="given_name" autocomplete="given-name" maxlength="100"></label>
<label>Sukunimi <input name="family_name" autocomplete="family-name" maxlength="100"></label>
<label class="tick"><input type="checkbox" name="verified" value="1" checked> Sähköposti on vahvistettu</label>
<button class="do" name="choice" value="agree">Jatka Ovelleen</button>
<button name="choice" value="decline" formnovalidate>Peruuta</button>
</form>"#;

const REFUSAL: &str = r#"<h1>Osoite on väärä</h1>
<p>Aloita kirjautuminen Ovellen sivulta.</p>
<a class="do" href="/kirjaudu">Kirjaudu</a>"#;

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
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,28rem);place-content:center;padding:24px 16px;font:1rem/1.5 Figtree,system-ui,sans-serif;overflow-wrap:break-word;background:light-dark(#e7e1d8,#242d48);color:light-dark(#1b2440,#f7f2e8)}
main{padding:28px min(24px,7vw) 24px;border-radius:28px;background:light-dark(#fff,#1a2239)}
h1{margin:0;font:700 min(1.75rem,12vw)/1.12 "Familjen Grotesk",system-ui,sans-serif;letter-spacing:-.015em;text-wrap:balance}
p{margin:.75rem 0 1.5rem}
form{display:grid;gap:.75rem}
label{display:grid;gap:.5rem;font-size:.9375rem;font-weight:600}
.tick{grid-template-columns:auto 1fr;align-items:center;min-height:48px}
input{width:100%;min-height:52px;padding:10px 16px;font:inherit;font-size:1rem;font-weight:400;color:inherit;background:transparent;border:1.5px solid light-dark(#857f8a,#7480a0);border-radius:14px}
.tick input{width:24px;min-height:24px;margin:0}
button,a{display:grid;place-content:center;min-height:52px;padding:10px 18px;border:0;border-radius:14px;font:inherit;font-weight:650;line-height:1.25;text-decoration:none;cursor:pointer;background:light-dark(#efeae2,#242d48);color:inherit}
button:hover{background:light-dark(#ddd6cb,#323c5a)}
.do{background:light-dark(#c9341b,#d0391e);color:#fff}
.do:hover{background:light-dark(#a92812,#b62e16)}
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
