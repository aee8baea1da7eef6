//! Reading address files; what is wrong with them is found in one reading.

use std::fmt;

use domain::geo::{LatLng, OutOfRange};

use crate::street_address::{HouseNumber, fold};

/// The first line of an address file.
const HEADER: &str = "street,number,postcode,city,lat,lng";
/// The longest text of a field, in characters.
const LONGEST: usize = 100;

/// What an address file may not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct AddressFault {
    /// Line in its file, from 1.
    pub line: usize,
    /// The way to the value, such as `[3].lat` in the fourth house; empty for the whole file.
    pub path: String,
    pub problem: String,
}

impl fmt::Display for AddressFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.path, self.problem)
    }
}

/// A row that holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AddressRow {
    pub(super) street: String,
    pub(super) number: String,
    pub(super) house_number: HouseNumber,
    pub(super) postcode: Option<String>,
    pub(super) city: String,
    pub(super) point: LatLng,
}

/// Reads the bytes of a file into `rows`: a header, then a house a line; no quoting, empty lines are nothing.
pub(super) fn read(bytes: &[u8], rows: &mut Vec<AddressRow>, faults: &mut Vec<AddressFault>) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            return faults.push(AddressFault { line, path: String::new(), problem: "is not UTF-8".to_owned() });
        }
    };
    let mut lines = text.lines().enumerate();
    if lines.next().map(|(_, header)| header) != Some(HEADER) {
        let problem = format!("does not begin with the line {HEADER}");
        return faults.push(AddressFault { line: 1, path: String::new(), problem });
    }
    for (at, (index, line)) in lines.filter(|(_, line)| !line.trim().is_empty()).enumerate() {
        let found = faults.len();
        let row = row(line, &mut |field, problem| {
            let path = if field.is_empty() { format!("[{at}]") } else { format!("[{at}].{field}") };
            faults.push(AddressFault { line: index + 1, path, problem });
        });
        rows.extend(row.filter(|_| faults.len() == found));
    }
}

/// Reads a house; `wrong` hears each field that does not fit.
fn row(line: &str, wrong: &mut dyn FnMut(&str, String)) -> Option<AddressRow> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [street, number, postcode, city, lat, lng] = fields[..] else {
        wrong("", format!("has {} fields, not 6", fields.len()));
        return None;
    };
    for (field, text) in [("street", street), ("city", city)] {
        if fold(text).is_empty() {
            wrong(field, "is empty".to_owned());
        } else if text.chars().count() > LONGEST {
            wrong(field, format!("is longer than {LONGEST} characters"));
        }
    }
    let house_number = HouseNumber::parse(number).filter(|_| number.chars().count() <= LONGEST);
    if house_number.is_none() {
        wrong("number", format!("is {number:?}, which is no house number"));
    }
    let is_postcode = postcode.len() == 5 && postcode.bytes().all(|byte| byte.is_ascii_digit());
    if !postcode.is_empty() && !is_postcode {
        wrong("postcode", format!("is {postcode:?}, which is no postal code of five digits"));
    }
    let mut degrees = |field: &str, text: &str| {
        let read = text.parse::<f64>().ok();
        if read.is_none() {
            wrong(field, format!("is {text:?}, which is no number"));
        }
        read
    };
    let (lat, lng) = (degrees("lat", lat), degrees("lng", lng));
    let point = LatLng::new(lat?, lng?).map_err(|error| {
        let field = match error {
            OutOfRange::Lat => "lat",
            OutOfRange::Lng => "lng",
        };
        wrong(field, error.to_string());
    });
    Some(AddressRow {
        street: street.to_owned(),
        number: number.to_owned(),
        house_number: house_number?,
        postcode: is_postcode.then(|| postcode.to_owned()),
        city: city.to_owned(),
        point: point.ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: &[u8]) -> Vec<String> {
        let (mut rows, mut faults) = (Vec::new(), Vec::new());
        read(bytes, &mut rows, &mut faults);
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_sound_file_has_its_houses() {
        let text = "street,number,postcode,city,lat,lng\r\nIso katu, 12 c ,,Pori,61.4,21.8\r\n\r\nIso katu,1-3,28100,Pori,61,21\r\n";
        let (mut rows, mut faults) = (Vec::new(), Vec::new());
        read(text.as_bytes(), &mut rows, &mut faults);
        assert_eq!(faults, []);
        let found: Vec<_> = rows.iter().map(|row| (row.number.as_str(), row.house_number.folded.as_str())).collect();
        assert_eq!(found, [("12 c", "12c"), ("1-3", "1-3")]);
        assert_eq!((rows[0].postcode.clone(), rows[1].postcode.as_deref()), (None, Some("28100")));
    }

    #[test]
    fn each_fault_has_its_line_and_its_way() {
        let header = "line 1: : does not begin with the line street,number,postcode,city,lat,lng";
        for text in ["", "Katu,1", "\u{feff}street,number,postcode,city,lat,lng"] {
            assert_eq!(said(text.as_bytes()), [header]);
        }
        let rows = |rows: &str| said(format!("{HEADER}\n{rows}").as_bytes());
        assert_eq!(rows("Katu,1,00100,H,60,24\nKatu,1,2"), ["line 3: [1]: has 3 fields, not 6"]);
        assert_eq!(
            rows("\n,yksi,0010,,x,\n"),
            [
                "line 3: [0].street: is empty",
                "line 3: [0].city: is empty",
                "line 3: [0].number: is \"yksi\", which is no house number",
                "line 3: [0].postcode: is \"0010\", which is no postal code of five digits",
                "line 3: [0].lat: is \"x\", which is no number",
                "line 3: [0].lng: is \"\", which is no number",
            ]
        );
        assert_eq!(rows("Katu,1,00100,H,91,1"), ["line 2: [0].lat: latitude must be within -90..90"]);
        assert_eq!(rows("Katu,1,00100,H,1,nan"), ["line 2: [0].lng: longitude must be within -180..180"]);
        let long = "a".repeat(101);
        assert_eq!(rows(&format!("{long},1,,H,1,1")), ["line 2: [0].street: is longer than 100 characters"]);
        assert_eq!(said(b"street\n\n\xff"), ["line 3: : is not UTF-8"]);
    }
}
