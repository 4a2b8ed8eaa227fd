//! A run: who solves what in which order, and the machine it happens on.

pub mod host;
