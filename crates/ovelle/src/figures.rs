//! The figures that are not the hub's: answers by their kind, the program's version, and what the process takes of
//! the machine, under the names that Prometheus has for it.

use std::{fmt, fs};

use axum::http::StatusCode;
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::{
        counter::{ConstCounter, Counter},
        family::Family,
        gauge::ConstGauge,
        info::Info,
    },
    registry::Registry,
};
use store::DatabaseWork;

/// How many calls were answered, by the class of their status: `ovelle_http_answers_total{class="5xx"}`. An upgrade
/// is `1xx`.
#[derive(Debug, Clone)]
pub(crate) struct AnswerCounters([Counter; CLASSES.len()]);

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

impl AnswerCounters {
    /// Counts one.
    pub(crate) fn count(&self, status: StatusCode) {
        if let Some(counter) = self.0.get(usize::from(status.as_u16() / 100).wrapping_sub(1)) {
            counter.inc();
        }
    }
}

/// Names them all in a registry.
pub(crate) fn register(registry: &mut Registry) -> AnswerCounters {
    let answers = Family::<[(&str, &str); 1], Counter>::default();
    let by_class = CLASSES.map(|class| answers.get_or_create(&[("class", class)]).clone());
    let ours = registry.sub_registry_with_prefix("ovelle");
    ours.register("http_answers", "Calls answered, by the class of their status", answers);
    ours.register("build", "The version that runs", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    registry.register_collector(Box::new(Process));
    registry.register_collector(Box::new(StoreFigures));
    #[cfg(all(feature = "jemalloc", any(target_os = "linux", target_os = "macos")))]
    registry.register_collector(Box::new(crate::allocator::AllocatorBytes));
    AnswerCounters(by_class)
}

/// What the process asked of its database.
#[derive(Debug)]
struct StoreFigures;

impl Collector for StoreFigures {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let DatabaseWork { statements, transactions } = DatabaseWork::so_far();
        let mut counter = |name: &str, help: &str, value: u64| {
            let counter = ConstCounter::new(value);
            counter.encode(encoder.encode_descriptor(name, help, None, counter.metric_type())?)
        };
        let help = "Statements sent to the database, without those that begin and end transactions";
        counter("ovelle_database_statements", help, statements)?;
        counter("ovelle_database_transactions", "Transactions that write", transactions)
    }
}

/// What the process takes, read from the kernel whenever somebody asks. Only Linux tells; elsewhere there is nothing.
#[derive(Debug)]
struct Process;

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let Some(taken) = ProcessFigures::now() else { return Ok(()) };
        let mut gauge = |name: &str, help: &str, value: u64| {
            let gauge = ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX));
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)
        };
        gauge("process_resident_memory_bytes", "Memory in RAM, in bytes", taken.resident_bytes)?;
        gauge("process_virtual_memory_bytes", "Address space, in bytes", taken.virtual_bytes)?;
        gauge("process_threads", "Threads", taken.threads)?;
        gauge("process_open_fds", "Open descriptors", taken.open_descriptors)?;
        gauge("process_max_fds", "The most descriptors that there may be", taken.max_descriptors)?;
        let cpu = ConstCounter::new(taken.cpu_seconds);
        let help = "Seconds of CPU, in the program and for it in the kernel";
        cpu.encode(encoder.encode_descriptor("process_cpu_seconds", help, None, cpu.metric_type())?)?;
        let started = ConstGauge::new(taken.started_seconds);
        let help = "When the process began, in seconds since 1970";
        started.encode(encoder.encode_descriptor("process_start_time_seconds", help, None, started.metric_type())?)
    }
}

/// What the kernel says of this process.
#[derive(Debug, PartialEq)]
struct ProcessFigures {
    resident_bytes: u64,
    virtual_bytes: u64,
    threads: u64,
    open_descriptors: u64,
    max_descriptors: u64,
    cpu_seconds: f64,
    started_seconds: f64,
}

/// Ticks a second in which the kernel counts times for programs; a part of Linux' interface, whatever its own clock is.
const TICKS: f64 = 100.0;

impl ProcessFigures {
    fn now() -> Option<Self> {
        let read = |path: &str| fs::read_to_string(path).ok();
        let open_descriptors = u64::try_from(fs::read_dir("/proc/self/fd").ok()?.count()).ok()?;
        let (status, stat) = (read("/proc/self/status")?, read("/proc/self/stat")?);
        Self::read(&status, &stat, &read("/proc/self/limits")?, &read("/proc/stat")?, open_descriptors)
    }

    fn read(status: &str, stat: &str, limits: &str, machine: &str, open_descriptors: u64) -> Option<Self> {
        let of_status = |name: &str| number(status, name, 0);
        // The name of the program, which comes first and in brackets, may hold anything.
        let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11).map(str::parse::<f64>);
        let mut next = || fields.next()?.ok();
        let (in_program, in_kernel) = (next()?, next()?);
        let started = fields.nth(6)?.ok()?;
        #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 fit for longer than anything else")]
        let booted = number(machine, "btime", 0)? as f64;
        Some(Self {
            resident_bytes: of_status("VmRSS:")? * 1024,
            virtual_bytes: of_status("VmSize:")? * 1024,
            threads: of_status("Threads:")?,
            open_descriptors,
            max_descriptors: number(limits, "Max open files", 0).unwrap_or(u64::MAX),
            cpu_seconds: (in_program + in_kernel) / TICKS,
            started_seconds: booted + started / TICKS,
        })
    }
}

/// The number that stands at a place after the name that a line begins with.
fn number(text: &str, name: &str, place: usize) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().nth(place)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_kernel_writes() {
        let status = "Name:\tovelle\nVmPeak:\t  99 kB\nVmSize:\t    2048 kB\nVmRSS:\t    1024 kB\nThreads:\t7\n";
        // The fields after the brackets: state, 10 numbers, utime, stime, 6 numbers, starttime.
        let stat = "17 (a) b) S 1 1 1 0 -1 4194560 9 0 0 0 250 150 0 0 20 0 7 0 4200 99 99";
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max open files            65536                131072               files\n";
        let machine = "cpu  1 2 3\nbtime 1700000000\n";
        let taken = ProcessFigures::read(status, stat, limits, machine, 12).unwrap();
        let expected = ProcessFigures {
            resident_bytes: 1_048_576,
            virtual_bytes: 2_097_152,
            threads: 7,
            open_descriptors: 12,
            max_descriptors: 65_536,
            cpu_seconds: 4.0,
            started_seconds: 1_700_000_042.0,
        };
        assert_eq!(taken, expected);
        let endless = limits.replace("65536 ", "unlimited ");
        assert_eq!(ProcessFigures::read(status, stat, &endless, machine, 12).unwrap().max_descriptors, u64::MAX);
    }

    #[test]
    fn every_class_is_counted_by_itself() {
        let answers = register(&mut Registry::default());
        for status in [101, 200, 204, 304, 404, 503, 500, 503] {
            answers.count(StatusCode::from_u16(status).unwrap());
        }
        assert_eq!(answers.0.each_ref().map(Counter::get), [1, 2, 1, 1, 3]);
        answers.count(StatusCode::from_u16(999).unwrap());
    }
}
