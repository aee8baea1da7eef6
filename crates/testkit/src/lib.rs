//! For tests only: real databases, made for one test each, the server under test, people as clients,
//! and builders that hold the boring data.

pub mod app;
pub mod balancer;
pub mod board;
pub mod book;
pub mod browser;
#[cfg(target_os = "linux")]
pub mod cable;
pub mod callers;
pub mod captcha_server;
pub mod checker;
pub mod checkout;
pub mod clock;
pub mod conformance;
pub mod customer;
pub mod db;
pub mod disk;
pub mod dispatcher;
mod guard;
pub mod identity_server;
pub mod kitchen;
pub mod load;
pub mod lossy_redis;
pub mod loyalty;
pub mod names;
pub mod order;
pub mod port;
pub mod postgres;
pub mod privilege;
pub mod process;
pub mod provider;
pub mod proxy;
pub mod redis;
pub mod shifted_clock;
pub mod shop;
pub mod spoiled;
pub mod staff;
pub mod watcher;
