//! JUnit XML: a suite of test cases.

use super::template::render;
use minijinja::Error;
use serde::Serialize;

const TEMPLATE: &str = include_str!("junit.xml");

/// A suite, in the members that the template names.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Suite {
    pub name: String,
    /// Wall time in seconds.
    pub time: f64,
    pub properties: Vec<(String, String)>,
    pub cases: Vec<JunitCase>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct JunitCase {
    pub name: String,
    pub class: String,
    /// Wall time in seconds.
    pub time: f64,
    /// None of a case that has passed.
    pub problem: Option<Problem>,
    /// The output.
    pub out: String,
}

/// A case that has not passed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Problem {
    /// `failure`, or `error` of a case that has no verdict.
    pub element: &'static str,
    pub kind: String,
    /// One line.
    pub message: String,
    pub text: String,
}

impl Problem {
    pub fn failure(kind: &str, message: &str, text: String) -> Problem {
        Problem {
            element: "failure",
            kind: kind.to_owned(),
            message: message.to_owned(),
            text,
        }
    }

    pub fn error(kind: &str, message: &str) -> Problem {
        Problem {
            element: "error",
            ..Problem::failure(kind, message, String::new())
        }
    }
}

impl Suite {
    /// The text of a file.
    pub fn xml(&self) -> Result<String, Error> {
        let count = |element| {
            let problems = self.cases.iter().filter_map(|case| case.problem.as_ref());
            problems.filter(|it| it.element == element).count()
        };
        let context = serde_json::json!({
            "suite": self,
            "failures": count("failure"),
            "errors": count("error"),
        });
        render("junit.xml", TEMPLATE, context)
    }
}
