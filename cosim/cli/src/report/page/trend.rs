//! A figure over time, drawn.

use super::parts::date;
use maud::{Markup, html};

/// Of the drawing, in its own units.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 64.0;
const MARGIN: f64 = 5.0;

/// A figure at some times, in seconds since 1970, in their order.
pub(super) struct Series {
    pub title: String,
    /// Behind the decimal point.
    pub digits: usize,
    pub points: Vec<(u64, f64)>,
}

/// The points joined by a line, from the least to the greatest, with the last one told.
pub(super) fn chart(series: &Series) -> Markup {
    let Series {
        title,
        digits,
        points,
    } = series;
    let told = |value: f64| format!("{value:.digits$}");
    let values = || points.iter().map(|(_, value)| *value);
    let (least, most) = (
        values().fold(f64::MAX, f64::min),
        values().fold(f64::MIN, f64::max),
    );
    let (first, last) = (points.first(), points.last());
    let (from, to) = (first.map_or(0, |it| it.0), last.map_or(0, |it| it.0));
    let along = |part: f64, whole: f64, length: f64| match whole > 0.0 {
        true => MARGIN + (length - 2.0 * MARGIN) * part / whole,
        // What does not change is in the middle.
        false => length / 2.0,
    };
    let place = |&(time, value): &(u64, f64)| {
        let across = along(
            time.saturating_sub(from) as f64,
            to.saturating_sub(from) as f64,
            WIDTH,
        );
        let down = along(most - value, most - least, HEIGHT);
        (format!("{across:.1}"), format!("{down:.1}"))
    };
    let places: Vec<_> = points.iter().map(place).collect();
    let line: Vec<String> = places
        .iter()
        .map(|(across, down)| format!("{across},{down}"))
        .collect();
    html! {
        b { (last.map_or(String::new(), |it| told(it.1))) }
        span { (title) }
        svg width="100%" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(title) {
            polyline points=(line.join(" ")) fill="none" stroke="currentColor" opacity="0.5" {}
            @for ((across, down), (time, value)) in places.iter().zip(points) {
                circle cx=(across) cy=(down) r="3" fill="currentColor" {
                    title { (date(*time)) ": " (told(*value)) }
                }
            }
        }
        span { (told(least)) " to " (told(most)) ", " (points.len()) " since " (date(from)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_joined_from_the_least_to_the_greatest() {
        let series = |points: &[(u64, f64)]| Series {
            title: "x".to_owned(),
            digits: 1,
            points: points.to_vec(),
        };
        let drawn = chart(&series(&[(100, 2.0), (200, 4.0), (300, 3.0)])).into_string();
        assert!(
            drawn.contains(r#"points="5.0,59.0 120.0,5.0 235.0,32.0""#),
            "{drawn}"
        );
        assert!(
            drawn.contains("<b>3.0</b>") && drawn.contains("2.0 to 4.0, 3 since"),
            "{drawn}"
        );
        let flat = chart(&series(&[(100, 2.0), (100, 2.0)])).into_string();
        assert!(flat.contains(r#"points="120.0,32.0 120.0,32.0""#), "{flat}");
    }
}
