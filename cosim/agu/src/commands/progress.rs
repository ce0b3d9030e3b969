//! Progress on a terminal; none when piped, or when it is not wanted.

use crate::report::regression::grouped;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Between two looks at how far the work is.
pub const INTERVAL: Duration = Duration::from_millis(100);

/// A bar up to `length` in indicatif's `template`, whose `pos`, `len` and `rate` have digits in
/// groups, as in tables; without a length, a spinner.
pub fn bar(length: Option<u64>, template: &str, quiet: bool) -> ProgressBar {
    let target = if quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    let bar = ProgressBar::with_draw_target(length, target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        let key = |text: fn(&ProgressState) -> String| {
            move |state: &ProgressState, out: &mut dyn Write| {
                let _ = out.write_str(&text(state));
            }
        };
        let style = style
            .with_key("pos", key(|state| grouped(state.pos())))
            .with_key("len", key(|state| grouped(state.len().unwrap_or_default())))
            .with_key("rate", key(|state| rate(state.per_sec())));
        bar.set_style(style);
    }
    bar
}

/// A rate in whole units, their digits in groups.
fn rate(per_second: f64) -> String {
    format!("{}/s", grouped(per_second as u64))
}

/// Does `work` while `bar` shows the `position` that it has come to.
pub fn follow<T>(
    bar: &ProgressBar,
    position: impl Fn() -> u64 + Sync,
    work: impl FnOnce() -> T,
) -> T {
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        if !bar.is_hidden() {
            scope.spawn(|| {
                while !finished.load(Ordering::Relaxed) {
                    bar.set_position(position());
                    std::thread::sleep(INTERVAL);
                }
            });
        }
        let result = work();
        finished.store(true, Ordering::Relaxed);
        bar.finish_and_clear();
        result
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_rate_is_a_whole_number_in_groups() {
        for (per_second, text) in [(20_879_042.946_7, "20_879_042/s"), (0.5, "0/s")] {
            assert_eq!(super::rate(per_second), text);
        }
    }
}
