//! Where each value stands in a RON text: from a path of fields to line and column, and back.
//!
//! RON itself says where a text is not RON or a value has the wrong type. Errors
//! between files are found later, in values that no longer know where they came
//! from. Only then is the text outlined: a file without errors never pays for it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use crate::names;

/// No content file nests deeper.
const MAX_DEPTH: usize = 64;

/// A step from a value to one inside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The field of a struct.
    Field(&'static str),
    /// An entry of a map, or a field as the text names it.
    Named(Rc<str>),
    /// An item of a list, from 0.
    Item(usize),
}

/// The way from a whole file to a value: `friends[0].at`. Paths are made for every value and read
/// only for an error, so each knows its last step and shares those before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ValuePath(Option<Rc<LastStep>>);

#[derive(PartialEq, Eq, Debug)]
struct LastStep {
    before: ValuePath,
    step: Step,
}

impl ValuePath {
    /// One field further.
    pub(crate) fn field(&self, name: &'static str) -> ValuePath {
        self.then(Step::Field(name))
    }

    /// One entry further, by a name that only the text knows.
    pub(crate) fn named(&self, name: &str) -> ValuePath {
        self.then(Step::Named(name.into()))
    }

    /// One item further.
    pub(crate) fn item(&self, at: usize) -> ValuePath {
        self.then(Step::Item(at))
    }

    fn then(&self, step: Step) -> ValuePath {
        let before = self.clone();
        ValuePath(Some(Rc::new(LastStep { before, step })))
    }

    /// The steps from the file to the value.
    fn steps(&self) -> Vec<&Step> {
        let mut steps: Vec<&Step> =
            std::iter::successors(self.0.as_deref(), |last| last.before.0.as_deref())
                .map(|last| &last.step)
                .collect();
        steps.reverse();
        steps
    }
}

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = |at: usize| if at == 0 { "" } else { "." };
        for (at, step) in self.steps().into_iter().enumerate() {
            match step {
                Step::Field(name) => write!(f, "{}{name}", dot(at))?,
                Step::Named(name) => write!(f, "{}{name}", dot(at))?,
                Step::Item(item) => write!(f, "[{item}]")?,
            }
        }
        Ok(())
    }
}

/// The values of a text and where they stand.
pub(crate) struct Outline<'t> {
    text: &'t str,
    root: Node,
}

/// A value, with the values inside it.
#[derive(Default)]
struct Node {
    span: Range<usize>,
    entries: Vec<OutlineEntry>,
}

/// A value inside another: a field, an entry of a map, an item of a list.
struct OutlineEntry {
    key: Option<Range<usize>>,
    value: Node,
}

/// Where a path leads.
pub(crate) struct Followed<'t> {
    /// Where the last value stands that is there.
    pub(crate) value: Range<usize>,
    /// How many steps lead on from there to nothing.
    pub(crate) steps_left: usize,
    /// The names of its fields or entries.
    pub(crate) keys: Vec<Cow<'t, str>>,
    /// How many values are in it.
    pub(crate) items: usize,
}

/// A field or an item around a place in the text.
pub(crate) struct Surrounding {
    /// The way to it.
    pub(crate) path: ValuePath,
    /// Where it stands, its key included.
    pub(crate) span: Range<usize>,
    /// Where its value stands.
    pub(crate) value: Range<usize>,
    /// Where the last of those next to it ends.
    pub(crate) last_end: usize,
}

impl Surrounding {
    /// Whether its value begins before a place and ends behind it.
    pub(crate) fn encloses(&self, place: usize) -> bool {
        self.value.start < place && place < self.value.end
    }
}

impl OutlineEntry {
    /// From the key, or the value if it has none, to the end of the value.
    fn span(&self) -> Range<usize> {
        let start = self
            .key
            .as_ref()
            .map_or(self.value.span.start, |key| key.start);
        start..self.value.span.end
    }
}

impl<'t> Outline<'t> {
    /// Outlines a text; `None` if it is not RON.
    pub(crate) fn new(text: &'t str) -> Option<Self> {
        let mut scanner = Scanner { text, at: 0 };
        let root = scanner.value(0)?;
        Some(Outline { text, root })
    }

    /// Where the whole value begins.
    pub(crate) fn start(&self) -> usize {
        self.root.span.start
    }

    /// Where the value at the end of the path stands, or the deepest one that is there.
    pub(crate) fn find(&self, path: &ValuePath) -> Range<usize> {
        let mut node = &self.root;
        for step in path.steps() {
            match self.child(node, step) {
                Some(entry) => node = &entry.value,
                None => break,
            }
        }
        node.span.clone()
    }

    fn child<'n>(&self, node: &'n Node, step: &Step) -> Option<&'n OutlineEntry> {
        let found = match step {
            Step::Field(name) => self.entry(node, name),
            Step::Named(name) => self.entry(node, name),
            Step::Item(at) => {
                let item = node.entries.get(*at).filter(|entry| entry.key.is_none());
                item.filter(|_| self.text[node.span.clone()].starts_with('['))
            }
        };
        // A name around one value, as in `Cards([…])`, is no step of its own.
        found.or_else(|| match node.entries.as_slice() {
            [only] if only.key.is_none() => self.child(&only.value, step),
            _ => None,
        })
    }

    fn entry<'n>(&self, node: &'n Node, name: &str) -> Option<&'n OutlineEntry> {
        node.entries.iter().find(|entry| {
            let key = entry.key.clone().map(|key| key_name(&self.text[key]));
            key.is_some_and(|key| key == name)
        })
    }

    /// Whether there is a value at the very end of the path.
    pub(crate) fn has(&self, path: &ValuePath) -> bool {
        let mut steps = path.steps().into_iter();
        let end = steps.try_fold(&self.root, |node, step| {
            self.child(node, step).map(|entry| &entry.value)
        });
        end.is_some()
    }

    /// Follows a path as far as it leads: the values on the way that are there, and their texts.
    pub(crate) fn follow(&self, path: &ValuePath) -> Followed<'_> {
        let (mut node, mut left) = (&self.root, path.steps());
        while let Some(entry) = left.first().and_then(|step| self.child(node, step)) {
            node = &entry.value;
            left.remove(0);
        }
        // A name around one value is no step of its own.
        while let [only] = node.entries.as_slice()
            && only.key.is_none()
            && !self.text[node.span.clone()].starts_with('[')
        {
            node = &only.value;
        }
        let keys = node.entries.iter().filter_map(|entry| entry.key.clone());
        Followed {
            value: node.span.clone(),
            steps_left: left.len(),
            keys: keys.map(|key| key_name(&self.text[key])).collect(),
            items: node.entries.len(),
        }
    }

    /// The fields and items around a place in the text, the outermost first.
    pub(crate) fn around(&self, place: usize) -> Vec<Surrounding> {
        let (mut path, mut all) = (ValuePath::default(), Vec::new());
        let mut node = &self.root;
        loop {
            let is_list = self.text[node.span.clone()].starts_with('[');
            let within = |entry: &&OutlineEntry| {
                let span = entry.span();
                span.start <= place && place <= span.end
            };
            let found = node
                .entries
                .iter()
                .enumerate()
                .find(|(_, entry)| within(entry));
            let Some((at, entry)) = found else {
                return all;
            };
            match &entry.key {
                Some(key) => {
                    let key = key_name(&self.text[key.clone()]);
                    path = path.named(&names::shown(&key));
                }
                None if is_list => path = path.item(at),
                None => {}
            }
            if entry.key.is_some() || is_list {
                all.push(Surrounding {
                    path: path.clone(),
                    span: entry.span(),
                    value: entry.value.span.clone(),
                    last_end: node.entries.last().map_or(0, |last| last.value.span.end),
                });
            }
            node = &entry.value;
        }
    }
}

/// What a key says: the field, or the text or sign between its quotes.
fn key_name(key: &str) -> Cow<'_, str> {
    let quoted = match key.chars().next() {
        Some('"' | 'r') => ron::from_str::<String>(key).ok(),
        Some('\'') => ron::from_str::<char>(key).ok().map(String::from),
        _ => None,
    };
    quoted.map_or(Cow::Borrowed(key), Cow::Owned)
}

/// What RON takes for a space; two of these signs are invisible, and not white space elsewhere.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')
}

/// Walks through a text, token by token.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_while(&mut self, like: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !like(c)).unwrap_or(rest.len());
    }

    /// Skips space, comments and the attribute at the head of a file.
    fn skip_space(&mut self) -> Option<()> {
        loop {
            self.skip_while(is_space);
            if self.rest().starts_with("//") {
                self.skip_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                self.skip_block_comment()?;
            } else if self.rest().starts_with("#!") {
                self.skip_while(|c| c != ']');
                self.at += usize::from(self.peek().is_some());
            } else {
                return Some(());
            }
        }
    }

    fn skip_block_comment(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
            } else {
                self.at += self.peek()?.len_utf8();
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.skip_space()?;
        let start = self.at;
        match self.peek()? {
            '(' => self.inside('(', ')', start, depth),
            '[' => self.inside('[', ']', start, depth),
            '{' => self.inside('{', '}', start, depth),
            '"' => self.quoted('"', start),
            '\'' => self.quoted('\'', start),
            _ => {
                self.skip_while(|c| c.is_alphanumeric() || "_+-.#".contains(c));
                if self.at == start {
                    return None;
                }
                let word = self.text[start..self.at].trim_end_matches('#');
                match (word, self.peek()) {
                    ("r" | "br", Some('"')) => return self.raw_string(start),
                    ("b", Some(quote @ ('"' | '\''))) => return self.quoted(quote, start),
                    _ => {}
                }
                let end = self.at;
                self.skip_space()?;
                if self.peek() == Some('(') {
                    return self.inside('(', ')', start, depth);
                }
                self.at = end;
                Some(Node {
                    span: start..end,
                    entries: Vec::new(),
                })
            }
        }
    }

    fn inside(&mut self, open: char, close: char, start: usize, depth: usize) -> Option<Node> {
        self.eat(open).then_some(())?;
        let mut entries = Vec::new();
        loop {
            self.skip_space()?;
            if self.eat(close) {
                return Some(Node {
                    span: start..self.at,
                    entries,
                });
            }
            let mut value = self.value(depth + 1)?;
            self.skip_space()?;
            let key = if self.eat(':') {
                let key = value.span;
                value = self.value(depth + 1)?;
                Some(key)
            } else {
                None
            };
            entries.push(OutlineEntry { key, value });
            self.skip_space()?;
            if !self.eat(',') && self.peek() != Some(close) {
                return None;
            }
        }
    }

    fn quoted(&mut self, quote: char, start: usize) -> Option<Node> {
        self.at += 1;
        // A single quote may be the very sign between two of them.
        if quote == '\'' && self.rest().starts_with("''") {
            self.at += 1;
        }
        loop {
            let next = self.peek()?;
            self.at += next.len_utf8();
            if next == '\\' {
                self.at += self.peek()?.len_utf8();
            } else if next == quote {
                return Some(Node {
                    span: start..self.at,
                    entries: Vec::new(),
                });
            }
        }
    }

    fn raw_string(&mut self, start: usize) -> Option<Node> {
        let hashes = self.text[start..self.at].matches('#').count();
        self.at += 1;
        let end = format!("\"{}", "#".repeat(hashes));
        self.at += self.rest().find(&end)? + end.len();
        Some(Node {
            span: start..self.at,
            entries: Vec::new(),
        })
    }
}

/// Line and column of a place in a text, both from 1.
pub(crate) fn line_and_column(text: &str, place: usize) -> (u32, u32) {
    let before = text.get(..place).unwrap_or(text);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (line as u32, column as u32)
}

/// The place in a text of a line and column, both from 1.
pub(crate) fn place_of(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n');
    let start: usize = lines.take(line.saturating_sub(1)).map(str::len).sum();
    let rest = &text[start..];
    let within = rest.char_indices().nth(column.saturating_sub(1));
    start + within.map_or(rest.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"// a unit
(
    name: "Cult, \"ist", /* odd ( */ hp: 42,
    brain: Cards([
        (name: r#"Dark "Bolt" )"#, weight: 40),
        (name: "Defend", weight: 30),
    ]),
    legend: {'#': Wall, '^': Hazard(5)},
)"##;

    fn at(path: &ValuePath) -> &'static str {
        let outline = Outline::new(TEXT).expect("it is RON");
        &TEXT[outline.find(path)]
    }

    #[test]
    fn a_path_leads_to_its_value() {
        let root = ValuePath::default();
        assert_eq!(at(&root.field("hp")), "42");
        assert_eq!(at(&root.field("brain").item(1).field("weight")), "30");
        assert_eq!(at(&root.field("legend").field("^")), "Hazard(5)");
        assert_eq!(
            at(&root.field("brain").item(0).field("name")),
            r##"r#"Dark "Bolt" )"#"##
        );
    }

    #[test]
    fn everything_that_ron_reads_has_an_outline() {
        for (text, key) in [
            ("{''': Pit, '^': Hazard(5)}", "'"),
            (r"{'\'': Pit, '^': Hazard(5)}", "'"),
            (r"{'\u{27}': Pit, '^': Hazard(5)}", "'"),
            (r#"{'"': Pit, '^': Hazard(5)}"#, "\""),
            (r#"{"\"": Pit, "^": Hazard(5)}"#, "\""),
            ("{r#\"\"\"#: Pit, r\"^\": Hazard(5)}", "\""),
            ("(a: Pit, b: b'x', c: b\"y\", d: br#\"\"\"#)", "a"),
            ("(a:\u{200e}Pit\u{200f})", "a"),
        ] {
            let outline = Outline::new(text).expect(text);
            let found = outline.find(&ValuePath::default().named(key));
            assert_eq!(&text[found], "Pit", "{text}");
        }
    }

    #[test]
    fn a_path_that_ends_too_early_gives_the_deepest_value_there_is() {
        let path = ValuePath::default().field("brain").item(1).field("skill");
        assert_eq!(at(&path), r#"(name: "Defend", weight: 30)"#);
    }

    #[test]
    fn a_place_leads_back_to_its_path() {
        let outline = Outline::new(TEXT).expect("it is RON");
        let place = TEXT.find("30").expect("it is there");
        let around = outline.around(place);
        let paths: Vec<String> = around
            .iter()
            .map(|around| around.path.to_string())
            .collect();
        assert_eq!(paths, ["brain", "brain[1]", "brain[1].weight"]);
        assert_eq!(&TEXT[around[2].span.clone()], "weight: 30");
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let text = "é\nab é x";
        let place = text.find('x').expect("it is there");
        assert_eq!(line_and_column(text, place), (2, 6));
        assert_eq!(place_of(text, 2, 6), place);
        assert_eq!(place_of(text, 9, 9), text.len());
    }

    #[test]
    fn what_is_no_ron_has_no_outline() {
        for text in [
            "",
            "(",
            "(a: ",
            "[1, 2",
            "(a 1)",
            "\"abc",
            "'",
            "/* no end",
            "r#\"x",
            "((((1",
        ] {
            assert!(Outline::new(text).is_none(), "{text}");
        }
        assert!(Outline::new(&"[".repeat(100_000)).is_none());
    }
}
