//! The story that tells the rules of the prize wheel: nobody writes it, it is made of what the wheel is
//! (docs/spec/people.md, "Rules of the draw").

use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{Arc, PoisonError, RwLock},
};

use chain::Chain;
use domain::{
    loyalty::BenefitTypes,
    wheel::{DrawRules, PrizeType, WheelEntry, WheelRules},
};
use jiff::{Timestamp, civil::Date};
use serde_json::{Map, Value, json};

use crate::{
    clean::Hosts,
    slug::StorySlug,
    story::{self, Story},
};

/// The page's story.
const SLUG: &str = "ehdot/pizzapyora";

/// What the rules are made of.
#[derive(Debug, Clone, Copy)]
pub struct DrawFacts<'a> {
    pub wheel: &'a WheelRules,
    pub benefits: &'a BenefitTypes,
    /// From which age on members may spin, in whole years.
    pub wheel_age: u8,
    /// How many of each prize were given in the present month.
    pub given: &'a HashMap<PrizeType, u32>,
    pub now: Timestamp,
}

/// The story of the rules in force; none until it is told of a wheel.
#[derive(Debug, Default)]
pub(crate) struct DrawRulesStory(RwLock<Option<Arc<Story>>>);

impl DrawRulesStory {
    /// Tells the rules as they are now; a story that says the same stays, with its time.
    pub(crate) fn set(&self, facts: DrawFacts<'_>) {
        let Ok(slug) = SLUG.parse() else { return };
        let (story, _) = story::shown(SLUG, &slug, content(facts), facts.now, &Hosts::default());
        let mut told = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if told.as_ref().is_none_or(|told| told.content != story.content) {
            *told = Some(Arc::new(story));
        }
    }

    /// The story, where it is the one that is asked for.
    pub(crate) fn find(&self, slug: &StorySlug) -> Option<Arc<Story>> {
        let told = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        told.filter(|_| slug.as_str() == SLUG)
    }
}

fn content(facts: DrawFacts<'_>) -> Map<String, Value> {
    let link = |text: &str, url: &str| json!({ "component": "linkButton", "text": text, "url": url });
    let content = json!({
        "title": "Pizzapyörän säännöt",
        "lead": "Kuka saa pyörittää, mitä voi voittaa ja millä todennäköisyydellä.",
        "blocks": [{ "component": "text", "text": text(facts) }],
        "endBlocks": [link("Minun kotijoukot", "/minun-kotijoukot"), link("Kotijoukkojen pizzapyörä", "/kotijoukkojen-pizzapyora")],
    });
    match content {
        Value::Object(content) => content,
        _ => Map::new(),
    }
}

/// Markdown. Where `wheel.json` says no rules, those of the built-in chain's hold.
fn text(facts: DrawFacts<'_>) -> String {
    let DrawFacts { wheel, wheel_age, .. } = facts;
    let built_in = Chain::built_in();
    let rules = wheel.rules().or_else(|| built_in.wheel().rules());
    let mut text = String::new();
    let mut part = |title: &str, said: &str| {
        let _ = write!(text, "{}## {title}\n\n{said}", if text.is_empty() { "" } else { "\n\n" });
    };
    if let Some(DrawRules { organiser, .. }) = rules {
        part("Järjestäjä", &format!("Arvonnan järjestää {organiser}."));
    }
    part("Milloin", &time(rules));
    part(
        "Kuka saa pyörittää",
        &format!(
            "Kotijoukkojen jäsen, joka on täyttänyt {wheel_age} vuotta, on antanut syntymäaikansa ja tilannut \
             liittymisensä jälkeen. Pyöräytyksiä tulee slaisseista ja kampanjoista, eikä niitä voi ostaa."
        ),
    );
    part("Palkinnot ja todennäköisyydet", &prizes(facts));
    part(
        "Miten palkinnon saa",
        "Voitosta tulee heti koodi, joka näkyy [Minun kotijoukot -sivulla](/minun-kotijoukot). Koodi annetaan kassalla, ja \
         siinä lukee, mihin asti se on voimassa. Palkintoa ei voi vaihtaa rahaan eikä siirtää toiselle.",
    );
    part(
        "Miten arvonta tarkistetaan",
        "Luku arvotaan ja suljetaan sinettiin ennen pyöräytystä. Pyöräytyksen jälkeen sinetti avataan, ja selaimesi laskee \
         tuloksen uudelleen: paina pyörän alta *Tarkista arvonta*.",
    );
    if let Some(DrawRules { complaints, .. }) = rules {
        part("Valitukset", &format!("Jos jokin on mielestäsi mennyt väärin, kerro siitä: {complaints}."));
    }
    text
}

fn time(rules: Option<&DrawRules>) -> String {
    let day = |date: Date| date.strftime("%-d.%-m.%Y").to_string();
    match (rules.and_then(|rules| rules.from), rules.and_then(|rules| rules.until)) {
        (None, None) => "Arvonta on käynnissä toistaiseksi.".to_owned(),
        (Some(from), None) => format!("Arvonta on käynnissä {} alkaen toistaiseksi.", day(from)),
        (None, Some(until)) => format!("Arvonta päättyy {}.", day(until)),
        (Some(from), Some(until)) => format!("Arvonta on käynnissä {}–{}.", day(from), day(until)),
    }
}

fn prizes(facts: DrawFacts<'_>) -> String {
    let wheel = facts.wheel;
    let sum: u64 = wheel.entries().map(|(_, entry)| u64::from(entry.weight)).sum();
    let mut said = String::from("Todennäköisyydet ovat yhtä pyöräytystä kohden, kun palkintoja on jäljellä:\n");
    for (prize, weight) in weights(wheel) {
        let entry =
            wheel.entries().map(|(_, entry)| entry).find(|entry| entry.prize == prize && entry.monthly.is_some());
        let _ = write!(said, "\n- {}: {}{}", name(facts.benefits, prize), share(weight, sum), left(entry, facts.given));
    }
    said.push_str("\n\nKun kuukauden palkinnot loppuvat, niiden osuus siirtyy pyöräytyksille, joilla ei voita mitään.");
    said
}

/// Each prize that can be drawn with all of its weight, in the order of the wheel, and what wins nothing last.
fn weights(wheel: &WheelRules) -> Vec<(PrizeType, u64)> {
    let mut weights: Vec<(PrizeType, u64)> = Vec::new();
    for (_, entry) in wheel.entries().filter(|(_, entry)| entry.weight > 0) {
        match weights.iter_mut().find(|(prize, _)| *prize == entry.prize) {
            Some((_, weight)) => *weight += u64::from(entry.weight),
            None => weights.push((entry.prize, u64::from(entry.weight))),
        }
    }
    weights.sort_by_key(|(prize, _)| *prize == PrizeType::Empty);
    weights
}

fn name(benefits: &BenefitTypes, prize: PrizeType) -> String {
    match prize {
        PrizeType::Empty => "Ei voittoa".to_owned(),
        PrizeType::NewSpin => "Uusi pyöräytys".to_owned(),
        PrizeType::SpinsCampaign => "Lisää pyöräytyksiä".to_owned(),
        benefit => {
            let found = benefits.0.iter().find(|known| Some(known.name.as_str()) == benefit.benefit_type());
            found.map_or_else(
                || benefit.as_str().to_owned(),
                |known| format!("{} (voimassa {} päivää)", known.text, known.days),
            )
        }
    }
}

fn left(entry: Option<&WheelEntry>, given: &HashMap<PrizeType, u32>) -> String {
    let Some((prize, monthly)) = entry.and_then(|entry| Some((entry.prize, entry.monthly?))) else {
        return String::new();
    };
    let left = monthly.saturating_sub(given.get(&prize).copied().unwrap_or_default());
    format!(", tässä kuussa jäljellä {} / {}", thousands(left), thousands(monthly))
}

/// A share of a sum in per cent with two decimals, as Finns write it.
fn share(weight: u64, sum: u64) -> String {
    let hundredths = (u128::from(weight) * 20_000 + u128::from(sum)) / (2 * u128::from(sum.max(1)));
    if hundredths == 0 {
        return "alle 0,01\u{a0}%".to_owned();
    }
    format!("{},{:02}\u{a0}%", hundredths / 100, hundredths % 100)
}

/// A number with spaces between its thousands, which no line ends in.
fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let mut said = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            said.push('\u{a0}');
        }
        said.push(digit);
    }
    said
}

#[cfg(test)]
mod tests;
