//! From files to a chain: every fault of all files is found in one reading.

mod areas;
mod campaigns;
mod experiments;
mod folder;
mod highlights;
mod hours;
mod menu;
mod names;
mod payment;
mod people;
mod settings;
mod shops;
mod stock;
mod survey;
mod times;

use std::collections::HashMap;

use domain::money::Cents;

use crate::{
    chain::{Chain, Contents},
    fault::Faults,
    json::{Findings, JsonNode, Tree},
};

pub use folder::FILES;

/// The text of each file that there is, by its name.
pub(crate) type Texts<'t> = HashMap<&'static str, &'t str>;

/// Reads the texts of a chain's files.
pub(crate) fn read(texts: &Texts<'_>, version: String, findings: Findings) -> Result<Chain, Faults> {
    let mut contents = contents(texts, &findings);
    contents.version = version;
    let names = findings.take_names().into_iter().filter(|(_, target)| !findings.is_unusable(target.file()));
    for fault in names::dangling(names.collect(), &contents) {
        findings.add(fault);
    }
    let mut faults = findings.into_faults();
    if faults.is_empty() {
        return Ok(Chain::new(contents));
    }
    let place = |file: &str| FILES.iter().position(|known| *known == file);
    faults.sort_by_key(|fault| (place(fault.file), fault.line));
    Err(Faults(faults))
}

fn contents(texts: &Texts<'_>, findings: &Findings) -> Contents {
    let file = File { texts, findings };
    let mut codes = HashMap::new();
    let settings = file.read("settings.json", settings::settings).unwrap_or_default();
    let usual_fee: Cents = settings.delivery_fee;
    let shops = file.read("restaurants.json", |root| shops::shops(root, usual_fee)).unwrap_or_default();
    let areas = file.read("areas.json", areas::areas).unwrap_or_default();
    let menu = file.read("menu.json", menu::menu).unwrap_or_default();
    let campaigns = file.read("campaigns.json", |root| campaigns::campaigns(root, &mut codes)).unwrap_or_default();
    file.read("codes.json", |root| campaigns::codes(root, &mut codes)).unwrap_or_default();
    let stock = file.read("stock.json", stock::stock).unwrap_or_default();
    let (methods, gift_cards) = file.read("payment.json", payment::payment).unwrap_or_else(payment::usual);
    let highlights = file.read("highlights.json", highlights::highlights).unwrap_or_default();
    let loyalty = file.read_or_built_in(folder::LOYALTY, people::loyalty);
    let wheel = file.read_or_built_in(folder::WHEEL, people::wheel);
    let benefits = file.read_or_built_in(folder::BENEFITS, people::benefits);
    let survey = file.read("people/survey.json", survey::survey).unwrap_or_default();
    let experiments = file.read_or_built_in(folder::EXPERIMENTS, experiments::experiments);
    let version = String::new();
    Contents {
        version,
        shops,
        areas,
        menu,
        campaigns,
        codes,
        stock,
        methods,
        gift_cards,
        highlights,
        settings,
        loyalty,
        wheel,
        benefits,
        survey,
        experiments,
    }
}

struct File<'t> {
    texts: &'t Texts<'t>,
    findings: &'t Findings,
}

impl File<'_> {
    /// What a file says; none where it is absent.
    fn read<T>(&self, name: &'static str, read: impl FnOnce(&JsonNode<'_>) -> T) -> Option<T> {
        Some(self.read_text(name, self.texts.get(name)?, read))
    }

    /// What a file says, or the built-in chain's where it is absent (docs/spec/people.md, "Settings").
    fn read_or_built_in<T>(&self, name: &'static str, read: impl FnOnce(&JsonNode<'_>) -> T) -> T {
        let text = self.texts.get(name).copied().unwrap_or_else(|| folder::built_in(name));
        self.read_text(name, text, read)
    }

    fn read_text<T>(&self, name: &'static str, text: &str, read: impl FnOnce(&JsonNode<'_>) -> T) -> T {
        let tree = Tree::read(name, text, self.findings);
        read(&tree.root())
    }
}
