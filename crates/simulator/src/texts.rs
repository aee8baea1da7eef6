//! What people read: names, and the notes of kitchens and drivers. Finnish.

pub(crate) const FIRST_NAMES: [&str; 24] = [
    "Aino", "Eero", "Elina", "Emilia", "Hanna", "Heikki", "Helmi", "Ilona", "Jari", "Johanna", "Juho", "Kaisa",
    "Lauri", "Liisa", "Matti", "Mikko", "Niko", "Oona", "Pekka", "Riikka", "Saara", "Tuomas", "Veera", "Väinö",
];

pub(crate) const LAST_NAMES: [&str; 20] = [
    "Heikkinen",
    "Hämäläinen",
    "Jokinen",
    "Järvinen",
    "Karjalainen",
    "Koskinen",
    "Korhonen",
    "Laine",
    "Laitinen",
    "Lehtonen",
    "Lindström",
    "Mäkelä",
    "Mäkinen",
    "Nieminen",
    "Rantanen",
    "Saarinen",
    "Salonen",
    "Tuominen",
    "Turunen",
    "Virtanen",
];

pub(crate) const INSTRUCTIONS: [&str; 7] = [
    "Ovikoodi 2580.",
    "Soita, kun olet alaovella. Summeri ei toimi.",
    "Jätä oven taakse, kiitos.",
    "Sisäpihan kautta, ovi on oikealla.",
    "Hissi on rikki, pahoittelut.",
    "Koira haukkuu mutta ei pure.",
    "Ylin kerros.",
];

/// Notes that a kitchen or a driver may add to a status; the customer reads them.
pub(crate) fn notes(status: i16, is_delivery: bool) -> &'static [&'static str] {
    match status {
        1 => &["Keittiö otti tilauksesi.", "Selvä, tästä se lähtee."],
        2 => &["Pohja on kaulittu.", "Täytteet menossa päälle.", "Teemme tätä juuri nyt."],
        3 => &["325 astetta, pari minuuttia.", "Uunissa. Juusto alkaa kuplia.", "Reunat nousevat nätisti."],
        4 if is_delivery => &["Pakattu kuumana.", "Leikattu ja laatikossa."],
        4 => &["Kuuma ja valmis.", "Juuri uunista, leikattu valmiiksi."],
        7 => &["Laukussa, lähtö ihan kohta.", "Lämpölaukku on kiinni. Pidä puhelin lähellä."],
        11 => &["Hyvää ruokahalua!"],
        _ => &[],
    }
}

pub(crate) const DOOR_STAYED_SHUT: &str = "Ovi ei auennut emmekä saaneet sinua kiinni. Yritämme pian uudelleen.";
pub(crate) const DOOR_STAYED_SHUT_FOR_STAFF: &str = "Soitettu kaksi kertaa, ei vastausta.";
pub(crate) const SECOND_TRY: &str = "Olemme taas matkalla ovellesi.";
pub(crate) const GAVE_UP: &str = "Emme saaneet tilausta perille. Soita ravintolaan, niin sovitaan, miten jatketaan.";

pub(crate) const CANCELLED: [&str; 4] = [
    "Uunimme meni epäkuntoon, emmekä saa pizzaasi valmiiksi. Olemme pahoillamme. Saat rahasi takaisin.",
    "Taikina pääsi loppumaan kesken. Olemme pahoillamme. Saat rahasi takaisin.",
    "Peruimme tilauksen, kuten pyysit. Tervetuloa toiste.",
    "Emme ehdi toimittaa tilaustasi tänään. Olemme pahoillamme. Saat rahasi takaisin.",
];
