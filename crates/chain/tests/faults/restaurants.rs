//! Faults of restaurants and their areas.

use super::{AREAS, RESTAURANTS, faults, said_of};

#[test]
fn each_fault_of_restaurants_is_said() {
    let rows = [
        (r#""shopId":"12""#, r#""shopId":12"#, &["1: [0].shopId: is a number, not a text"][..]),
        (
            r#""shopId":"12","restaurantId":"12""#,
            r#""shopId":"1234567890","restaurantId":"1""#,
            &["1: [0].shopId: is no number of 1 to 9 digits that begins with none of 0"],
        ),
        (r#""restaurantId":"12""#, r#""restaurantId":"14""#, &["1: [0].restaurantId: is not the shopId"]),
        (r#""zip":"00100","#, "", &["1: [0].zip: is missing"]),
        (r#""email""#, r#""mail""#, &["1: [0].email: is missing", "2: [0].mail: is no known field"]),
        (r#""latitude":60.17126"#, r#""latitude":91"#, &["2: [0].latitude: is no number from -90 to 90"]),
        (r#""isActive":true"#, r#""isActive":"yes""#, &["2: [0].isActive: is a text, not true or false"]),
        (r#""isActive":true"#, r#""isActive":true,"isActive":true"#, &["2: [0].isActive: the key stands twice"]),
        (
            r#""hasWebsale":true"#,
            r#""hasWebsale":true,"deliveryRedirectionRestaurant":"14""#,
            &["2: [0].deliveryRedirectionRestaurant: there is no restaurant 14"],
        ),
        (
            r#""hasWebsale":true"#,
            r#""hasWebsale":true,"deliveryRedirectionRestaurant":"12""#,
            &["2: [0].deliveryRedirectionRestaurant: is the restaurant itself"],
        ),
        (
            r#""hasWebsale":true"#,
            r#""hasWebsale":true,"extraProducts":["3001","9"],"paymentMethods":["shells"]"#,
            &[
                "2: [0].extraProducts[1]: there is no product 9",
                "2: [0].paymentMethods[0]: there is no payment method shells",
            ],
        ),
        (
            r#""hasWebsale":true"#,
            r#""hasWebsale":true,"currentPickupEstimate":7.5"#,
            &["2: [0].currentPickupEstimate: is no whole number from 0 to 1440"],
        ),
        (
            r#""openingHourtypeID":1,"mon""#,
            r#""openingHourtypeID":5,"mon""#,
            &["3: [0].shopOpeningHours[0].openingHourtypeID: is no whole number from 1 to 4"],
        ),
        (
            r#""start":"10:30","end":"23:00""#,
            r#""start":"24:00","end":"23.00""#,
            &[
                "3: [0].shopOpeningHours[0].mon.start: is 24:00, which only ends a day",
                "3: [0].shopOpeningHours[0].mon.end: is \"23.00\", which is no time HH:mm",
            ],
        ),
        (
            r#""sun":null}]"#,
            r#""sun":null},{"openingHourtypeID":1}]"#,
            &["3: [0].shopOpeningHours[1].openingHourtypeID: the kind of hours 1 stands twice"],
        ),
        (
            r#""exceptionDate":"2026-12-24","startTime":null"#,
            r#""exceptionDate":"24.12.2026","startTime":"10:00""#,
            &[
                "4: [0].shopOpeningHourExceptions[0].exceptionDate: is \"24.12.2026\", which is no date YYYY-MM-DD",
                "4: [0].shopOpeningHourExceptions[0].startTime: has no other end: startTime and endTime are both null, or both times",
            ],
        ),
    ];
    for (from, to, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|fault| format!("restaurants.json:{fault}")).collect();
        assert_eq!(said_of("restaurants.json", from, to), expected, "{to}");
    }
    let inner = RESTAURANTS.trim().trim_start_matches('[');
    let inner = &inner[..inner.len() - 1];
    let twice = format!("[{inner},\n{inner}]");
    assert_eq!(
        faults(&[("restaurants.json", &twice)]),
        ["restaurants.json:5: [1].shopId: the restaurant 12 stands twice"]
    );
}

#[test]
fn each_fault_of_areas_is_said() {
    let square = "[[24.92,60.16],[24.98,60.16],[24.98,60.19],[24.92,60.19]]";
    let rows = [
        (r#""shopId":"12""#, r#""shopId":"14""#, &["[0].shopId: there is no restaurant 14"][..]),
        (square, "[[24.92,60.16],[24.98,60.16]]", &["[0].polygon: a polygon has at least 3 points"]),
        (
            square,
            "[[24.92,60.16],[24.98,60.19],[24.98,60.16],[24.92,60.19]]",
            &["[0].polygon: the polygon crosses itself between its points 0 and 2"],
        ),
        (
            square,
            "[[24.92,60.16],[24.98],[24.98,99]]",
            &["[0].polygon[1]: is no point [lng, lat]", "[0].polygon[2][1]: is no number from -90 to 90"],
        ),
        (square, r#""round""#, &["[0].polygon: is a text, not a list"]),
        (r#""fee":8.9"#, r#""fee":8.999"#, &["[0].fee: is finer than cents"]),
        (
            r#""fee":8.9"#,
            r#""fee":8.9,"maxKm":-1,"timedFees":[{"days":[7],"from":"8:00","until":"24:00","fee":"1"}]"#,
            &[
                "[0].timedFees[0].days[0]: is no whole number from 0 to 6",
                "[0].timedFees[0].from: is \"8:00\", which is no time HH:mm",
                "[0].timedFees[0].fee: is a text, not a number",
                "[0].maxKm: is no number from 0 to 20100",
            ],
        ),
    ];
    for (from, to, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|fault| format!("areas.json:1: {fault}")).collect();
        assert_eq!(said_of("areas.json", from, to), expected, "{to}");
    }
    let area = AREAS.trim().trim_matches(['[', ']']);
    let area = area.trim_end_matches(']');
    let twice = format!("[{area},\n {area}]");
    assert_eq!(
        faults(&[("areas.json", &twice)]),
        ["areas.json:2: [1].zoneId: the zone 12-1 (V1) of restaurant 12 stands twice"]
    );
}
