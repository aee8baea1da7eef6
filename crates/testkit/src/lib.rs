//! For tests only: real databases, made for one test each, and builders that hold the boring data.

pub mod db;
pub mod order;
