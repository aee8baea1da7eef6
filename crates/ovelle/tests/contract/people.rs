//! Servers with people who have accounts, each known to a test by a name.

use std::{collections::HashMap, ops::Deref};

use domain::ids::CustomerId;
use testkit::{app::TestApp, customer::CustomerPerson};

/// A server whose people each have a program that is signed in.
pub(crate) struct Peopled {
    app: TestApp,
    bearers: HashMap<&'static str, String>,
}

/// Somebody to be registered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Somebody {
    pub(crate) name: &'static str,
    /// As `YYYY-MM-DD`.
    pub(crate) born: Option<&'static str>,
    /// Whether they join the loyalty programme.
    pub(crate) joins: bool,
}

impl Deref for Peopled {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl Peopled {
    /// Registers people, whose numbers are 1, 2 and so on.
    pub(crate) async fn register(app: TestApp, people: &[Somebody]) -> Self {
        let mut bearers = HashMap::new();
        for (number, Somebody { name, born, joins }) in (1..).zip(people.iter().copied()) {
            let person = CustomerPerson::register(&app, name).await;
            assert_eq!(person.id, CustomerId(number).to_string());
            if let Some(born) = born {
                person.is_born(born).await;
            }
            if joins {
                person.join().await;
            }
            let program = person.as_program().await;
            bearers.insert(name, program.bearer.expect("a token"));
        }
        Self { app, bearers }
    }

    /// An adult (`aino`), somebody who turns 18 on the 24th of November 2026 (`eino`) and a member (`member`).
    pub(crate) async fn of_all_ages(app: TestApp) -> Self {
        let somebody = |name, born, joins| Somebody { name, born: Some(born), joins };
        let people = [
            somebody("aino", "1990-11-24", false),
            somebody("eino", "2008-11-24", false),
            somebody("member", "1990-11-24", true),
        ];
        Self::register(app, &people).await
    }

    /// What the program of somebody by this name bears; any other name is a token itself.
    pub(crate) fn bearer<'t>(&'t self, name: &'t str) -> &'t str {
        self.bearers.get(name).map_or(name, String::as_str)
    }
}
