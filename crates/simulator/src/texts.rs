//! What people read: names, and the notes of kitchens and drivers. Finnish.

pub(crate) const FIRST_NAMES: [&str; 56] = [
    "Aino", "Aleksi", "Amina", "Anni", "Antti", "Arttu", "Eero", "Eetu", "Elina", "Ella", "Emilia", "Erik", "Fatima",
    "Hanna", "Heikki", "Helmi", "Henna", "Iida", "Ilona", "Jari", "Jenni", "Joel", "Johanna", "Juho", "Kaisa", "Katri",
    "Kerttu", "Lauri", "Leena", "Liisa", "Linnea", "Markus", "Matti", "Mikko", "Minh", "Niko", "Noora", "Olli", "Oona",
    "Oskari", "Outi", "Pekka", "Petra", "Riikka", "Saara", "Samir", "Sanna", "Satu", "Sofia", "Tiina", "Timo",
    "Tuomas", "Veera", "Venla", "Ville", "Väinö",
];

pub(crate) const LAST_NAMES: [&str; 52] = [
    "Aalto",
    "Abdi",
    "Ahonen",
    "Andersson",
    "Haapala",
    "Hakala",
    "Heikkinen",
    "Heinonen",
    "Hiltunen",
    "Hirvonen",
    "Hämäläinen",
    "Ikonen",
    "Jokinen",
    "Järvinen",
    "Kallio",
    "Karjalainen",
    "Karlsson",
    "Kettunen",
    "Kinnunen",
    "Koivisto",
    "Korhonen",
    "Koskinen",
    "Laine",
    "Laitinen",
    "Lehtonen",
    "Leppänen",
    "Lindholm",
    "Lindström",
    "Manninen",
    "Mäkelä",
    "Mäkinen",
    "Nguyen",
    "Niemi",
    "Nieminen",
    "Niskanen",
    "Ojala",
    "Peltonen",
    "Pitkänen",
    "Rantanen",
    "Räsänen",
    "Saarinen",
    "Salo",
    "Salonen",
    "Savolainen",
    "Seppälä",
    "Suominen",
    "Toivonen",
    "Tuominen",
    "Turunen",
    "Vainio",
    "Virtanen",
    "Väisänen",
];

pub(crate) const INSTRUCTIONS: [&str; 14] = [
    "Ovikoodi 2580.",
    "Soita, kun olet alaovella. Summeri ei toimi.",
    "Jätä oven taakse, kiitos.",
    "Sisäpihan kautta, ovi on oikealla.",
    "Hissi on rikki, pahoittelut.",
    "Koira haukkuu mutta ei pure.",
    "Ylin kerros.",
    "Vauva nukkuu, koputa hiljaa.",
    "Porttikongista sisään ja B-rappu vasemmalla.",
    "Toimisto, kolmas kerros. Kysy Hennaa.",
    "Summerissa nimi Laine.",
    "Tulen alaovelle vastaan, soita kun olet lähellä.",
    "Ovi on kadun puolella kukkakaupan vieressä.",
    "Jätä ovimatolle ja koputa.",
];

/// Notes that a kitchen or a driver may add to a status; the customer reads them.
pub(crate) fn notes(status: i16, is_delivery: bool) -> &'static [&'static str] {
    match status {
        1 => &[
            "Keittiö otti tilauksesi.",
            "Selvä, tästä se lähtee.",
            "Kiitos tilauksesta!",
            "Tilauksesi on listalla. Käymme kohta hommiin.",
        ],
        2 => &[
            "Pohja on kaulittu.",
            "Täytteet menossa päälle.",
            "Teemme tätä juuri nyt.",
            "Kastike on levitetty, juusto vuorossa.",
        ],
        3 => &[
            "325 astetta, pari minuuttia.",
            "Uunissa. Juusto alkaa kuplia.",
            "Reunat nousevat nätisti.",
            "Uunissa ollaan. Tuoksu on jo hyvä.",
        ],
        4 if is_delivery => &["Pakattu kuumana.", "Leikattu ja laatikossa.", "Laatikossa, odottaa autoa."],
        4 => &["Kuuma ja valmis.", "Juuri uunista, leikattu valmiiksi.", "Valmis! Tervetuloa tiskille."],
        7 => &[
            "Laukussa, lähtö ihan kohta.",
            "Lämpölaukku on kiinni. Pidä puhelin lähellä.",
            "Autossa. Lähden, kun saan vyön kiinni.",
        ],
        11 => &["Hyvää ruokahalua!", "Kiitos, ja nähdään taas!", "Oli ilo tuoda. Hyvää ruokahalua!"],
        _ => &[],
    }
}

pub(crate) const DOOR_STAYED_SHUT: &str = "Ovi ei auennut emmekä saaneet sinua kiinni. Yritämme pian uudelleen.";
pub(crate) const DOOR_STAYED_SHUT_FOR_STAFF: &str = "Soitettu kaksi kertaa, ei vastausta.";
pub(crate) const SECOND_TRY: &str = "Olemme taas matkalla ovellesi.";
pub(crate) const GAVE_UP: &str = "Emme saaneet tilausta perille. Soita ravintolaan, niin sovitaan, miten jatketaan.";

/// Before it is made.
pub(crate) const CANCELLED: [&str; 6] = [
    "Uunimme meni epäkuntoon, emmekä saa pizzaasi valmiiksi. Olemme pahoillamme. Saat rahasi takaisin.",
    "Taikina pääsi loppumaan kesken. Olemme pahoillamme. Saat rahasi takaisin.",
    "Peruimme tilauksen, kuten pyysit. Tervetuloa toiste.",
    "Emme ehdi tehdä tilaustasi tänään. Olemme pahoillamme. Saat rahasi takaisin.",
    "Toivomasi täyte on loppu, emmekä tavoittaneet sinua. Saat rahasi takaisin.",
    "Tilaus tuli meille kahteen kertaan. Peruimme toisen.",
];

/// In its car, before that leaves.
pub(crate) const CANCELLED_ABOARD: [&str; 3] = [
    "Peruimme tilauksen, kuten pyysit. Tervetuloa toiste.",
    "Pizzasi kolhiutui autoon lastatessa, emmekä ehdi tehdä uutta. Olemme pahoillamme. Saat rahasi takaisin.",
    "Osoitetta ei löydy, emmekä saaneet sinua kiinni. Peruimme tilauksen, ja saat rahasi takaisin.",
];

/// An order whose city was shut down while it waited.
pub(crate) const ENDED_WITH_ITS_CITY: &str = "Demokaupunki käynnistettiin uudelleen, joten tämä tilaus peruttiin.";
pub(crate) const ENDED_FOR_STAFF: &str = "Jäi kesken kaupungin edellisestä ajosta.";
