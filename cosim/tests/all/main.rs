//! Hardware beside the golden model: programs, traffic, linked and traced models.

mod drafts;
mod models;
mod tandem;
mod ties;
