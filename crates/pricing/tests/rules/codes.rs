//! What a code is, whatever is in the cart (docs/spec/ordering.md, "Conditions").

use std::collections::BTreeMap;

use chain::PromotionCode;
use pricing::{CodeLookUp, NoCodes, fault_of_code};

use crate::order::{Known, example_with, of_combo, order, plain, wide};

#[test]
fn a_code_says_what_is_wrong_with_it_before_there_is_a_cart() {
    let campaigns = r#"{"campaignId":"c","kind":"amount","name":"Etu","amount":1}"#;
    let codes = r#"[{"code":"kaikille","campaignId":"c"},{"code":"kahdesti","campaignId":"c","limit":2},
        {"code":"7q2m9x4t8w3kd","campaignId":"c","personal":true}]"#;
    let chain = example_with(campaigns, codes);
    let fault = |code: &str, look_up: &dyn CodeLookUp| {
        fault_of_code(&chain, &PromotionCode::read(code).unwrap(), look_up).map(domain::error::Code::as_str)
    };
    let known = ["kaikille", "kahdesti", "7q2m9x4t8w3kd"];
    for code in known {
        assert_eq!(fault(code, &NoCodes), None, "nobody has used {code}");
    }
    assert_eq!(fault("tuntematon", &NoCodes), Some("campaign/code-not-found"));
    assert_eq!(fault("0q2m9x4t8w3kd", &NoCodes), Some("campaign/personal-code-invalid"));
    let used = |times| Known { uses: BTreeMap::from(known.map(|code| (code, times))), ..Known::default() };
    assert_eq!(known.map(|code| fault(code, &used(1))), [None, None, Some("campaign/personal-code-invalid")]);
    assert_eq!(fault("kahdesti", &used(2)), Some("campaign/limit-reached"));
    let blocked = Known { is_blocked: true, ..Known::default() };
    assert_eq!(fault("kaikille", &blocked), Some("campaign/too-many-attempts"));
}

/// Each option of a combo is filled by a line of its own.
#[test]
fn two_lines_of_one_option_are_no_combo() {
    let chain = wide(
        r#"{"campaignId":"pari","kind":"combo","name":"Pari","campaignSlug":"pari","promotionCode":"pari","comboPrice":13.9,"options":[
        {"optionId":"1","products":["3001"],"sizes":["101"],"defaultProductId":"3001"},
        {"optionId":"2","products":["3020"],"sizes":["100"],"defaultProductId":"3020"}]}"#,
    );
    let of = |second: (&str, &str)| {
        let lines = [("a", ("3001", "101")), ("b", second)].map(|(id, (product, size))| plain(id, product, size, 1));
        let lines = lines.map(|line| of_combo(line, "x", "pari")).to_vec();
        order(lines).codes(&["pari"])
    };
    let pair = of(("3020", "100"));
    assert_eq!((pair.payable(&chain), pair.messages(&chain)), (1390, vec![]));
    let pizzas = of(("3001", "101"));
    assert_eq!((pizzas.payable(&chain), pizzas.messages(&chain)), (2580, vec!["campaign/not-applicable"]));
}
