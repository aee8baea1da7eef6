//! `/testimaksu/{sessionId}`: the page of the embedded payment provider, which says that no money moves.

use axum::{
    Router,
    extract::State,
    http::{HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};
use domain::{
    error::Code,
    payment::{PaymentErrorCode, SessionId},
};
use jiff::SignedDuration;
use providers::payment::{Choice, ChooseError, TestPage};
use serde::Deserialize;
use server::{ApiError, Path, extract::Raw};

use crate::ordering::Ordering;

/// The longest that somebody may wait before they pay.
const LONGEST_DELAY: i64 = 600;

/// What the page's form says.
#[derive(Debug, Deserialize)]
struct Chosen {
    choice: String,
    code: Option<String>,
    seconds: Option<String>,
}

impl Chosen {
    fn read(&self) -> Result<Choice, ApiError> {
        let number = |text: &Option<String>| text.as_deref().filter(|text| !text.is_empty()).map(str::parse::<i64>);
        match self.choice.as_str() {
            "pay" => Ok(Choice::Pay),
            "cancel" => Ok(Choice::Cancel),
            "lost" => Ok(Choice::Lost),
            "refuse" => match number(&self.code) {
                None => Ok(Choice::Refuse(PaymentErrorCode::REFUSED)),
                Some(code) => {
                    let code = code.ok().and_then(|code| u32::try_from(code).ok());
                    let known = code.map(PaymentErrorCode::from_number).filter(|known| Some(known.number()) == code);
                    known.map(Choice::Refuse).ok_or_else(|| ApiError::invalid("code"))
                }
            },
            "delay" => match number(&self.seconds) {
                Some(Ok(seconds)) if (0..=LONGEST_DELAY).contains(&seconds) => {
                    Ok(Choice::Delay(SignedDuration::from_secs(seconds)))
                }
                _ => Err(ApiError::invalid("seconds")),
            },
            _ => Err(ApiError::invalid("choice")),
        }
    }
}

/// The page. It is no part of the API.
pub(super) fn router() -> Router<Ordering> {
    Router::new().route("/testimaksu/{sessionId}", get(show).post(choose))
}

fn session_of(text: &str) -> Result<SessionId, ApiError> {
    text.parse().map_err(|_| ApiError::new(Code::PaymentSessionNotFound))
}

async fn show(State(ordering): State<Ordering>, Path(session): Path<String>) -> Result<Response, ApiError> {
    let found = ordering.payments.test.page(session_of(&session)?).await?;
    let page = found.ok_or_else(|| ApiError::new(Code::PaymentSessionNotFound))?;
    let kept = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((kept, html(&page)).into_response())
}

async fn choose(
    State(ordering): State<Ordering>,
    Path(session): Path<String>,
    Raw(form): Raw,
) -> Result<Response, ApiError> {
    let session = session_of(&session)?;
    let choice = chosen_in(&form)?.read()?;
    let payments = &ordering.payments;
    let told = payments.test.choose(session, choice).await.map_err(|error| match error {
        ChooseError::Unknown => ApiError::new(Code::PaymentSessionNotFound),
        ChooseError::Used => {
            let code = PaymentErrorCode::ORDER_ALREADY_PAID;
            ApiError::new(Code::PaymentError).worded(USED).with("errorCode", code.number())
        }
        ChooseError::Store(error) => error.into(),
    })?;
    if let Some(told) = told {
        // What is not taken now is found by asking.
        if let Err(error) = payments.take_notification(&ordering.view(), &told.signature, &told.body).await {
            tracing::warn!(code = error.code().as_str(), "a notification of the test provider was not taken");
        }
    }
    let address = format!("/api/payments/return/{}", session.reveal());
    let address = HeaderValue::try_from(address).map_err(|error| ApiError::internal(&error))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response())
}

/// A form is written as a query is.
fn chosen_in(form: &[u8]) -> Result<Chosen, ApiError> {
    let misfit = || ApiError::invalid("choice");
    let form = std::str::from_utf8(form).map_err(|_| misfit())?;
    let address: Uri = format!("/?{form}").parse().map_err(|_| misfit())?;
    axum::extract::Query::try_from_uri(&address).map(|axum::extract::Query(chosen)| chosen).map_err(|_| misfit())
}

const USED: &str = "Tämä maksu on jo käsitelty.";

/// The whole page: numbers alone come in, so nothing needs to be escaped.
fn html(page: &TestPage) -> String {
    let amount = format!("{},{:02} €", page.amount.0 / 100, page.amount.0 % 100);
    let choices = if page.is_used { format!("<p role=\"status\">{USED}</p>") } else { CHOICES.to_owned() };
    HTML.replace("{order}", &page.order.to_string()).replace("{amount}", &amount).replace("{choices}", &choices)
}

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
<title>Testimaksu · Ovelle</title>
<style>
@font-face{font-family:"Familjen Grotesk";src:url("/assets/familjen-grotesk-latin-wght-normal.woff2") format("woff2");font-weight:400 700;font-display:swap}
@font-face{font-family:Figtree;src:url("/assets/figtree-latin-wght-normal.woff2") format("woff2");font-weight:300 900;font-display:swap}
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,28rem);place-content:center;padding:24px 16px;font:1rem/1.5 Figtree,system-ui,sans-serif;font-feature-settings:"tnum" 1;overflow-wrap:break-word;background:light-dark(#e7e1d8,#242d48);color:light-dark(#1b2440,#f7f2e8)}
main{padding:28px min(24px,7vw) 24px;border-radius:28px;background:light-dark(#fff,#1a2239)}
h1{margin:0;font:700 min(1.75rem,12vw)/1.12 "Familjen Grotesk",system-ui,sans-serif;letter-spacing:-.015em}
.note{margin:.75rem 0 1.25rem;padding:.75rem 1rem;border-radius:14px;background:light-dark(#fff0d0,#3d321f);color:light-dark(#7a4b00,#ffd07a);font-weight:650}
dl{margin:0 0 1.5rem}
dl div{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:baseline}
dt{color:light-dark(#535c76,#aeb7cd)}
dd{margin:0 0 .25rem auto;font-weight:650;white-space:nowrap}
.sum{font:700 min(1.75rem,14vw)/1.12 "Familjen Grotesk",system-ui,sans-serif;letter-spacing:-.02em}
form{display:grid;gap:.75rem}
details form+form{margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid light-dark(#ddd6cb,#323c5a)}
label{display:grid;gap:.5rem;font-size:.9375rem;font-weight:600}
input{width:100%;min-height:52px;padding:10px 16px;font:inherit;font-size:1rem;font-weight:400;color:inherit;background:transparent;border:1.5px solid light-dark(#857f8a,#7480a0);border-radius:14px}
button{min-height:52px;padding:10px 18px;border:0;border-radius:14px;font:inherit;font-weight:650;line-height:1.25;cursor:pointer;background:light-dark(#efeae2,#242d48);color:inherit}
button:hover{background:light-dark(#ddd6cb,#323c5a)}
button.do{background:light-dark(#c9341b,#d0391e);color:#fff}
button.do:hover{background:light-dark(#a92812,#b62e16)}
details{margin-top:.75rem}
summary{display:flex;align-items:center;gap:.5rem;min-height:48px;font-weight:600;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"";width:8px;height:8px;margin:0 4px;border:solid;border-width:0 2px 2px 0;transform:rotate(-45deg)}
details[open]>summary::before{transform:rotate(45deg)}
:focus-visible{outline:3px solid light-dark(#24427f,#a9c3f5);outline-offset:2px}
@media (forced-colors:active){main,button{border:1px solid CanvasText}}
</style>
</head>
<body>
<main>
<h1>Testimaksu</h1>
<p class="note">Testimaksu: rahaa ei liiku.</p>
<dl><div><dt>Tilaus</dt><dd>{order}</dd></div>
<div><dt>Summa</dt><dd class="sum">{amount}</dd></div></dl>
{choices}
</main>
</body>
</html>
"#;
