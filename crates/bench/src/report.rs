//! What was measured, as a table for people and as JSON for programs.

use std::{fmt::Write, path::Path};

use serde::Serialize;

use crate::{
    machine::Machine,
    trouble::{Trouble, Trying},
};

/// What a figure is to be.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum FigureTarget {
    AtMost(f64),
    AtLeast(f64),
    /// Of the ratio to what stands beside it.
    RatioAtMost(f64),
    RatioAtLeast(f64),
}

/// One line of the table: a figure, measured once or more.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportRow {
    pub(crate) figure: String,
    pub(crate) samples: Vec<f64>,
    /// What stands beside it, measured in turn with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) beside: Option<Beside>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<FigureTarget>,
}

/// What a figure is held against.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Beside {
    pub(crate) name: &'static str,
    pub(crate) samples: Vec<f64>,
}

impl ReportRow {
    /// A figure by itself.
    pub(crate) fn new(figure: impl Into<String>, samples: Vec<f64>) -> Self {
        Self { figure: figure.into(), samples, beside: None, target: None }
    }

    /// Beside something.
    pub(crate) fn beside(mut self, name: &'static str, samples: Vec<f64>) -> Self {
        self.beside = Some(Beside { name, samples });
        self
    }

    /// With a target.
    pub(crate) fn target(mut self, target: FigureTarget) -> Self {
        self.target = Some(target);
        self
    }

    /// The ratios of what was measured together.
    fn ratios(&self) -> Vec<f64> {
        let beside = self.beside.iter().flat_map(|beside| &beside.samples);
        // Of nothing there is no ratio.
        self.samples.iter().zip(beside).map(|(own, other)| own / other).filter(|ratio| ratio.is_finite()).collect()
    }

    fn is_met(&self) -> Option<bool> {
        let (own, ratio) = (median(&self.samples)?, median(&self.ratios()));
        Some(match self.target? {
            FigureTarget::AtMost(bound) => own <= bound,
            FigureTarget::AtLeast(bound) => own >= bound,
            FigureTarget::RatioAtMost(bound) => ratio? <= bound,
            FigureTarget::RatioAtLeast(bound) => ratio? >= bound,
        })
    }

    fn write(&self, table: &mut String) -> std::fmt::Result {
        let beside =
            self.beside.as_ref().map_or(String::new(), |beside| format!("{} {}", beside.name, spread(&beside.samples)));
        let target = self.target.map_or(String::new(), |target| match target {
            FigureTarget::AtMost(bound) => format!("≤ {}", number(bound)),
            FigureTarget::AtLeast(bound) => format!("≥ {}", number(bound)),
            FigureTarget::RatioAtMost(bound) => format!("≤ {} ×", number(bound)),
            FigureTarget::RatioAtLeast(bound) => format!("≥ {} ×", number(bound)),
        });
        let ratio = if self.beside.is_some() { spread(&self.ratios()) } else { String::new() };
        let met = self.is_met().map_or("", |met| if met { "yes" } else { "**no**" });
        writeln!(table, "| {} | {} | {beside} | {ratio} | {target} | {met} |", self.figure, spread(&self.samples))
    }
}

/// All that was measured.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BenchReport {
    pub(crate) commit: String,
    pub(crate) machine: Machine,
    pub(crate) settings: String,
    pub(crate) rows: Vec<ReportRow>,
    /// What a reader must know before believing a figure.
    pub(crate) warnings: Vec<String>,
    /// Of each run all that was counted.
    pub(crate) details: serde_json::Value,
}

impl BenchReport {
    /// The table, and what must be known of it.
    pub(crate) fn table(&self) -> String {
        let Machine { processor, cores, memory_gib, kernel, pinned, descriptors } = &self.machine;
        let pinned = match pinned {
            Some((server, own)) => format!("server on core {server}, generator on core {own}"),
            None => "server and generator share one core".to_owned(),
        };
        let mut text = format!(
            "Commit {}. {processor}, {cores} cores, {memory_gib} GiB, Linux {kernel}; {pinned}; {descriptors} open files. \
             {}\n\n| figure | product | beside it | ratio | target | met |\n|---|---|---|---|---|---|\n",
            self.commit, self.settings
        );
        for row in &self.rows {
            // Writing to memory does not fail.
            let _ = row.write(&mut text);
        }
        for warning in &self.warnings {
            let _ = write!(text, "\n**{warning}**\n");
        }
        text
    }

    /// Writes it as JSON.
    pub(crate) fn write_json(&self, file: &Path) -> Result<(), Trouble> {
        let json = serde_json::to_string_pretty(self).trying("the report as JSON")?;
        std::fs::write(file, json + "\n").trying(&file.display().to_string())
    }
}

/// The middle one; of an even number the mean of the two in the middle.
pub(crate) fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 0 => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
        _ => Some(sorted[middle]),
    }
}

/// The median, with the least and the greatest where there are more than one.
fn spread(samples: &[f64]) -> String {
    let Some(median) = median(samples) else { return "–".to_owned() };
    let (least, greatest) = samples.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, greatest), sample| {
        (least.min(*sample), greatest.max(*sample))
    });
    match (number(median), number(least), number(greatest)) {
        (median, least, greatest) if least == greatest => median,
        (median, least, greatest) => format!("{median} ({least}–{greatest})"),
    }
}

/// Three digits that say something, and whole numbers whole.
fn number(value: f64) -> String {
    let size = value.abs();
    if value.fract() == 0.0 || size >= 100.0 {
        return grouped(value.round());
    }
    let digits = if size >= 10.0 {
        1
    } else if size >= 1.0 {
        2
    } else {
        3
    };
    format!("{value:.digits$}")
}

fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        let written = [0.0, 3.0, 0.0417, 1.254, 16.04, 133.0, 50_123.4, 1_234_567.0].map(number);
        assert_eq!(written, ["0", "3", "0.042", "1.25", "16.0", "133", "50,123", "1,234,567"]);
    }

    #[test]
    fn a_target_is_met_by_the_median_of_the_ratios() {
        let row = |bound| {
            let row = ReportRow::new("CPU", vec![10.0, 30.0, 11.0]).beside("bare", vec![10.0, 10.0, 10.0]);
            row.target(FigureTarget::RatioAtMost(bound))
        };
        assert_eq!((row(1.15).is_met(), row(1.05).is_met()), (Some(true), Some(false)));
        assert_eq!(ReportRow::new("x", vec![]).target(FigureTarget::AtMost(1.0)).is_met(), None);
        let mut text = String::new();
        row(1.15).write(&mut text).unwrap();
        assert_eq!(text, "| CPU | 11 (10–30) | bare 10 | 1.10 (1–3) | ≤ 1.15 × | yes |\n");
    }
}
