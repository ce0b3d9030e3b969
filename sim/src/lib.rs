//! Golden model of the GPU address unit.
