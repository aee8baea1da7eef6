//! What receipts and refunds say.

use std::{fs, path::Path};

use domain::{ids::OrderId, money::Cents};
use jiff::civil::date;
use mail::{HandoverKind, Mail, MailKind, Receipt, ReceiptLine, ReceiptVat, Refund, Sum};

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn line(
    quantity: u32,
    name: &str,
    size: Option<&str>,
    allergens: &[&str],
    changes: &[&str],
    price: i64,
) -> ReceiptLine {
    ReceiptLine {
        quantity,
        name: name.to_owned(),
        size: size.map(str::to_owned),
        allergens: words(allergens),
        changes: words(changes),
        price: Cents(price),
        discount: Cents(0),
    }
}

fn sum(name: &str, cents: i64) -> Sum {
    Sum { name: name.to_owned(), amount: Cents(cents) }
}

/// An order with something of everything.
fn receipt() -> Receipt {
    let placed = date(2026, 11, 24);
    let margherita = line(2, "Margherita", Some("iso"), &["gluteeni", "maito"], &["+ ananas", "− basilika"], 2780);
    Receipt {
        order: OrderId(10_001),
        placed_at: placed.at(18, 5, 12, 0),
        restaurant: ["Ovelle Kallio", "Porthaninkatu 1, 00530 Helsinki", "09 123 4567"].map(str::to_owned),
        wanted: HandoverKind::Delivery("Hämeentie 5 A 12, 00500 Helsinki".to_owned()),
        promised: Some((placed.at(18, 40, 0, 0), placed.at(18, 55, 0, 0))),
        avoided: words(&["pähkinät"]),
        without_packaging: true,
        lines: vec![
            ReceiptLine { discount: Cents(280), ..margherita },
            line(1, "Oma dippi <Aioli & chili>", None, &["kananmuna", "sinappi"], &[], 150),
            line(3, "Limonadi 0,33 l", None, &[], &[], 900),
        ],
        sums: vec![sum("Kuljetus", 890), sum("Palvelumaksu", 99), sum("Kampanja KESA5", -500)],
        total: Cents(4039),
        vat: vec![
            ReceiptVat { rate: 1400, gross: Cents(3139), tax: Cents(385) },
            ReceiptVat { rate: 2550, gross: Cents(900), tax: Cents(183) },
        ],
        payment: "Kortti".to_owned(),
        is_paid: true,
        tracking_url: "https://ovelle.example/tilaus/10001#k=abc".to_owned(),
    }
}

/// As it is read, with ordinary blanks.
fn text_of(mail: &Mail) -> String {
    mail.text.replace('\u{a0}', " ")
}

#[test]
fn a_receipt_says_what_was_ordered_and_what_it_cost() {
    let mail = receipt().mail("aino@example.fi");
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::OrderReceipt, "aino@example.fi"));
    assert_eq!(mail.subject, "Kuitti tilauksesta 10001");
    assert_eq!(mail.links, ["https://ovelle.example/tilaus/10001#k=abc"]);
    let expected = "\
Kiitos tilauksestasi!

Tilaus 10001, 24.11.2026 klo 18.05
Ovelle Kallio, Porthaninkatu 1, 00530 Helsinki, 09 123 4567
Kuljetus osoitteeseen Hämeentie 5 A 12, 00500 Helsinki, klo 18.40–18.55, ilman pakkausta
Seuraa tilausta: https://ovelle.example/tilaus/10001#k=abc

VÄLTETTÄVÄ: PÄHKINÄT

2 × Margherita, iso                                      27,80 €
    Allergeenit: gluteeni, maito
    + ananas
    − basilika
    Alennus                                              −2,80 €
1 × Oma dippi <Aioli & chili>                             1,50 €
    Allergeenit: kananmuna, sinappi
3 × Limonadi 0,33 l                                       9,00 €

Kuljetus                                                  8,90 €
Palvelumaksu                                              0,99 €
Kampanja KESA5                                           −5,00 €
YHTEENSÄ                                                 40,39 €
Maksettu: Kortti

Arvonlisävero
14 % veroton 27,54 €, vero 3,85 €                        31,39 €
25,5 % veroton 7,17 €, vero 1,83 €                        9,00 €

Ovelle. Tähän viestiin ei voi vastata.
";
    assert_eq!(text_of(&mail), expected);
}

#[test]
fn a_receipt_says_how_the_order_is_handed_over() {
    let said = |wanted, promised, is_paid| {
        let receipt = Receipt { wanted, promised, is_paid, avoided: Vec::new(), ..receipt() };
        text_of(&receipt.mail("aino@example.fi"))
    };
    let pickup = said(HandoverKind::Pickup, None, false);
    assert!(pickup.contains("\nNouto ravintolasta\n") && pickup.contains("\nMaksetaan: Kortti\n"), "{pickup}");
    assert!(!pickup.contains("VÄLTETTÄVÄ") && !pickup.contains("pakkausta"));
    let tomorrow = date(2026, 11, 25);
    let preorder = said(HandoverKind::Eatin, Some((tomorrow.at(12, 0, 0, 0), tomorrow.at(12, 15, 0, 0))), true);
    assert!(preorder.contains("\nSyödään ravintolassa, 25.11. klo 12.00–12.15\n"), "{preorder}");
}

/// The page is as it was when somebody looked at it in a browser.
#[test]
fn the_page_of_a_receipt_is_the_one_that_was_looked_at() {
    let html = receipt().mail("aino@example.fi").html.unwrap();
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("receipt.html");
    fs::write(&made, &html).unwrap();
    let looked_at = include_str!("receipts/receipt.html");
    assert!(html == looked_at, "look at {}, and put it in the place of tests/receipts/receipt.html", made.display());
}

#[test]
fn what_a_person_wrote_is_no_page() {
    let html = receipt().mail("aino@example.fi").html.unwrap();
    assert!(html.contains("Oma dippi &lt;Aioli &amp; chili&gt;") && !html.contains("<Aioli"), "{html}");
    let quoted = Receipt { tracking_url: "https://ovelle.example/\"onclick=\"x'".to_owned(), ..receipt() };
    let html = quoted.mail("aino@example.fi").html.unwrap();
    assert!(html.contains("href=\"https://ovelle.example/&quot;onclick=&quot;x&#39;\""), "{html}");
}

#[test]
fn a_refund_says_how_much_goes_back() {
    let refund = |amount, left| {
        let (payment, tracking_url) = ("Kortti".to_owned(), receipt().tracking_url);
        let refund = Refund { order: OrderId(10_001), amount: Cents(amount), left: Cents(left), payment, tracking_url };
        refund.mail("aino@example.fi")
    };
    let whole = refund(4039, 0);
    assert_eq!((whole.kind, whole.subject.as_str()), (MailKind::OrderRefund, "Palautus tilauksesta 10001"));
    let expected = "\
Palautus tilauksesta 10001

Palautamme sinulle koko summan, 40,39 €.
Raha palautuu samaa tietä kuin maksoit (Kortti). Siihen voi mennä muutama päivä.

Katso tilausta: https://ovelle.example/tilaus/10001#k=abc

Ovelle. Tähän viestiin ei voi vastata.
";
    assert_eq!(text_of(&whole), expected);
    assert_eq!(whole.links, ["https://ovelle.example/tilaus/10001#k=abc"]);
    let part = refund(1000, 3039);
    assert!(text_of(&part).contains("\nPalautamme sinulle 10,00 €.\nTilauksesta jää maksetuksi 30,39 €.\n"));
    assert!(part.html.unwrap().contains("Tilauksesta jää maksetuksi 30,39\u{a0}€."));
}
