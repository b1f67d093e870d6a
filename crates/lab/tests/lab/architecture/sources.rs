//! The modules of a crate, what they import, however that is written (by `use`, by a path
//! where it is needed, or in a macro), and their string literals. Paths are text, such as
//! `crate::rules::Cell`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMacro, ItemMod, ItemUse, Lit, LitStr, UseTree, VisRestricted};

/// Number of times that a name is followed from module to module. A file may import what it defines
/// itself, which leads nowhere else.
const HOPS: usize = 20;

/// A path in a source file.
#[derive(Clone)]
pub struct Import {
    /// The module that it stands in.
    pub module: String,
    pub path: String,
    /// Is it in tests, or in a macro as `$crate`, which is imported where that is used?
    pub aside: bool,
    /// File and line.
    pub place: String,
}

/// A string literal in a source file, also in a macro, but no comment.
pub struct Text {
    /// The module that it stands in.
    pub module: String,
    pub text: String,
    /// Is it in tests?
    pub aside: bool,
    /// File and line.
    pub place: String,
}

/// The modules of a package: its library, and its programs as if they were modules of that. Files
/// that tests fetch from elsewhere, by `#[path]`, are left out.
#[derive(Default)]
pub struct Sources {
    pub imports: Vec<Import>,
    pub texts: Vec<Text>,
    modules: BTreeSet<String>,
    /// The modules that have a file of their own.
    files: BTreeSet<String>,
    /// The paths that the names of a module (by `use`) stand for.
    names: BTreeMap<String, Import>,
}

impl Sources {
    /// Reads the library and the programs that have these first files. Places are told
    /// from `folder` on.
    pub fn read(name: &str, roots: &[&Path], folder: &Path) -> Self {
        let mut reader = Reader {
            found: Self::default(),
            library: "",
            folder,
            below: roots[0].with_file_name(""),
            file: PathBuf::new(),
            module: "crate".to_owned(),
            aside: false,
        };
        reader.read(roots[0].to_owned());
        reader.library = name;
        for program in &roots[1..] {
            let stem = program.file_stem().unwrap_or_default();
            reader.module = format!("crate::{}", stem.display());
            reader.read((*program).to_owned());
        }
        reader.found
    }

    /// The modules directly below the root.
    pub fn parts(&self) -> BTreeSet<&str> {
        let modules = self.modules.iter();
        modules.filter_map(|module| part(module)).collect()
    }

    /// The path from the root to what is imported, or nothing if it is of another crate.
    pub fn inside(&self, import: &Import) -> Option<String> {
        let Import { module, path, .. } = import;
        let below = join(module, path);
        match longest(&below, &self.modules).len() > module.len() {
            true => Some(below),
            false => begins(path, "crate").then(|| path.clone()),
        }
    }

    /// The module that defines what is at a path, through all that pass on its name. What
    /// comes by `pub use module::*` counts as defined there.
    pub fn home(&self, path: &str) -> String {
        let mut path = path.to_owned();
        for _ in 0..HOPS {
            let module = longest(&path, &self.modules);
            let rest = path[module.len()..].trim_start_matches(':');
            let (first, rest) = rest.split_once("::").unwrap_or((rest, ""));
            let import = self.names.get(&join(module, first));
            let Some(whole) = import.and_then(|import| self.inside(import)) else {
                break;
            };
            path = join(&whole, rest);
        }
        longest(&path, &self.modules).to_owned()
    }

    /// The module whose file another is in.
    pub fn file<'a>(&self, module: &'a str) -> &'a str {
        longest(module, &self.files)
    }
}

/// Is `path` one to, or inside of, what is at `start`?
pub fn begins(path: &str, start: &str) -> bool {
    let rest = path.strip_prefix(start);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The module directly below the root that a path leads through.
pub fn part(path: &str) -> Option<&str> {
    path.strip_prefix("crate::")?.split("::").next()
}

/// The longest beginning of a path that is one of these, or the root.
fn longest<'a>(path: &'a str, these: &BTreeSet<String>) -> &'a str {
    let ends = path.rmatch_indices("::").map(|(end, _)| &path[..end]);
    let mut all = [path].into_iter().chain(ends);
    all.find(|path| these.contains(*path)).unwrap_or("crate")
}

fn join(stem: &str, name: impl Display) -> String {
    format!("{stem}::{name}").trim_matches(':').to_owned()
}

fn parent(path: &str) -> String {
    path.rsplit_once("::").unwrap_or((path, "")).0.to_owned()
}

/// The modules with files of their own that a call of a macro declares: names after `mod`.
pub fn declared(tokens: &TokenStream) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let names = tokens.windows(3).filter_map(|three| match three {
        [
            TokenTree::Ident(word),
            TokenTree::Ident(name),
            TokenTree::Punct(_),
        ] if word == "mod" => Some(name.clone()),
        _ => None,
    });
    names.collect()
}

/// Is this what a comment is as an attribute?
fn is_doc(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    let is_name = |token: TokenTree| matches!(token, TokenTree::Ident(name) if name == "doc");
    let is_sign =
        |token: TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '=');
    tokens.next().is_some_and(is_name) && tokens.next().is_some_and(is_sign)
}

/// The file, beside its own, that a call of `include!` stands for.
pub fn included(call: &ItemMacro) -> Option<String> {
    let is_include = call.mac.path.is_ident("include");
    let name = is_include.then(|| call.mac.parse_body::<LitStr>().ok())?;
    Some(name?.value())
}

struct Reader<'a> {
    found: Sources,
    /// The name by which a program calls the library.
    library: &'a str,
    folder: &'a Path,
    /// The folder of the first file.
    below: PathBuf,
    file: PathBuf,
    module: String,
    aside: bool,
}

impl Reader<'_> {
    /// Reads the file of the module. Is it there?
    fn read(&mut self, file: PathBuf) -> bool {
        let Ok(text) = fs::read_to_string(&file) else {
            return false;
        };
        let syntax = syn::parse_file(&text);
        let syntax = syntax.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let outer = mem::replace(&mut self.file, file);
        self.found.files.insert(self.module.clone());
        self.found.modules.insert(self.module.clone());
        self.visit_file(&syntax);
        self.file = outer;
        true
    }

    /// Does something in a module of the present one.
    fn enter(&mut self, module: &Ident, work: impl FnOnce(&mut Self)) {
        self.import(&format!("self::{module}"), module.span());
        let outer = self.module.clone();
        self.module = join(&outer, module);
        self.found.modules.insert(self.module.clone());
        work(self);
        self.module = outer;
    }

    /// Reads the module, which has a file of its own.
    fn read_module(&mut self) {
        let names = self.module.split("::").skip(1);
        let path = self.below.join(names.collect::<PathBuf>());
        let found = self.read(path.with_extension("rs")) || self.read(path.join("mod.rs"));
        assert!(
            found || self.aside,
            "{} has its file elsewhere",
            self.module
        );
    }

    fn import(&mut self, path: &str, at: Span) -> Import {
        let mut whole = String::new();
        for name in path.trim_matches(':').split("::") {
            whole = match name {
                "self" | "super" if whole.is_empty() => self.module.clone(),
                "self" | "super" => whole,
                "$crate" => "crate".to_owned(),
                name if whole.is_empty() && name == self.library => "crate".to_owned(),
                name => join(&whole, name),
            };
            if name == "super" {
                whole = parent(&whole);
            }
        }
        let import = Import {
            module: self.module.clone(),
            path: whole,
            aside: self.aside || path.starts_with('$'),
            place: self.place(at),
        };
        self.found.imports.push(import.clone());
        import
    }

    /// File and line.
    fn place(&self, at: Span) -> String {
        let file = self.file.strip_prefix(self.folder).unwrap_or(&self.file);
        format!("{}:{}", file.display(), at.start().line)
    }

    /// An import that the module gives a name.
    fn named(&mut self, name: &Ident, path: &str) {
        let import = self.import(path, name.span());
        if !self.aside {
            self.found.names.insert(join(&self.module, name), import);
        }
    }

    fn branches(&mut self, stem: &str, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.branches(&join(stem, &path.ident), &path.tree),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.branches(stem, tree);
                }
            }
            UseTree::Glob(glob) => drop(self.import(stem, glob.star_token.span)),
            UseTree::Name(leaf) => self.named(&leaf.ident, &join(stem, &leaf.ident)),
            UseTree::Rename(leaf) => self.named(&leaf.rename, &join(stem, &leaf.ident)),
        }
    }

    /// The paths and the texts among the tokens of a macro or an attribute. What is in braces there
    /// (`crate::{rules, game}`) counts as all that stands before them.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = String::new();
        let mut at = Span::call_site();
        for token in tokens {
            match token {
                TokenTree::Ident(next) if path == "$" || path.ends_with("::") => {
                    path += &next.to_string();
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => path.push(':'),
                other => {
                    self.path(&mem::take(&mut path), at);
                    at = other.span();
                    match other {
                        TokenTree::Ident(first) => path = first.to_string(),
                        TokenTree::Group(group) if is_doc(&group.stream()) => {}
                        TokenTree::Group(group) => self.tokens(group.stream()),
                        TokenTree::Literal(literal) => self.visit_lit(&Lit::new(literal)),
                        other => path.extend(Some("$").filter(|sign| other.to_string() == *sign)),
                    }
                }
            }
        }
        self.path(&path, at);
    }

    fn path(&mut self, path: &str, at: Span) {
        if path.contains("::") {
            self.import(path, at);
        }
    }
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        let aside = self.aside;
        let test = |condition: Ident| condition == "test";
        self.aside |= item.attrs.iter().any(|at| at.parse_args().is_ok_and(test));
        self.enter(&item.ident, |reader| {
            if item.content.is_some() {
                visit::visit_item_mod(reader, item);
            } else {
                reader.read_module();
            }
        });
        self.aside = aside;
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.branches("", &item.tree);
    }

    /// A macro for other crates is at the root of its own, as if that passed it on.
    fn visit_item_macro(&mut self, item: &'a ItemMacro) {
        let mut attributes = item.attrs.iter();
        if let Some(name) = &item.ident
            && attributes.any(|at| at.path().is_ident("macro_export"))
        {
            let module = mem::replace(&mut self.module, "crate".to_owned());
            self.named(name, &join(&module, name));
            self.module = module;
        }
        if let Some(name) = included(item) {
            let file = self.file.with_file_name(name);
            assert!(self.read(file), "{} includes no file", self.module);
        }
        for module in declared(&item.mac.tokens) {
            self.enter(&module, Self::read_module);
        }
        visit::visit_item_macro(self, item);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names = path.segments.iter().map(|segment| &segment.ident);
        let whole = names.fold(String::new(), |stem, name| join(&stem, name));
        self.path(&whole, path.segments[0].ident.span());
        visit::visit_path(self, path);
    }

    fn visit_lit_str(&mut self, text: &'a LitStr) {
        let text = Text {
            module: self.module.clone(),
            text: text.value(),
            aside: self.aside,
            place: self.place(text.span()),
        };
        self.found.texts.push(text);
    }

    /// `pub(crate)` says who may know something, not what is known.
    fn visit_vis_restricted(&mut self, _: &'a VisRestricted) {}

    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        if !attribute.path().is_ident("doc") {
            visit::visit_attribute(self, attribute);
        }
    }

    /// Macros and attributes.
    fn visit_token_stream(&mut self, tokens: &'a TokenStream) {
        self.tokens(tokens.clone());
    }
}
