//! Pages, taken apart: fenced blocks and tables.

/// A page of the documentation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    /// Where it stands.
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

/// For whoever reports what happens to orders.
pub(crate) const DISPATCH: Page = Page { name: "docs/dispatch.md", text: include_str!("../../../../docs/dispatch.md") };
/// For whoever orders, or builds something that does.
pub(crate) const ORDERING: Page = Page { name: "docs/ordering.md", text: include_str!("../../../../docs/ordering.md") };

/// A fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// The line of its first fence, from 1.
    pub(crate) line: usize,
    /// What it is written in, as the fence says.
    pub(crate) language: String,
    /// What stands in it.
    pub(crate) text: String,
}

/// The fenced blocks of a page, in order.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(language), None) => {
                open = Some(Block { line: index + 1, language: language.trim().to_owned(), text: String::new() });
            }
            (None, Some(mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed: {open:?}");
    blocks
}

/// The cells of the table below a heading, row by row, without its head.
pub(crate) fn table<'a>(page: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let below = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no heading {heading}")).1;
    let rows = below.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2).map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn a_page_is_taken_apart() {
    let page =
        "# A\n\n```sh\none\n\ntwo\n```\n\n## B\n\ntext\n\n| x | y |\n|---|---|\n| 1 | `a` |\n\n```json\n{}\n```\n";
    let found: Vec<_> = blocks(page).into_iter().map(|block| (block.line, block.language, block.text)).collect();
    let expected = [(3, "sh", "one\n\ntwo\n"), (17, "json", "{}\n")];
    assert_eq!(found, expected.map(|(line, language, text)| (line, language.to_owned(), text.to_owned())));
    assert_eq!(table(page, "B"), [["1", "`a`"]]);
}
