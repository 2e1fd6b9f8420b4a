/**
 * Languages of Notion's code blocks; Notion refuses a whole page for any other word
 * (developers.notion.com/reference/block#code).
 */

const LANGUAGES: ReadonlySet<string> = new Set(
  `abap|abc|agda|arduino|ascii art|assembly|bash|basic|bnf|c|c#|c++|clojure|coffeescript|coq|css|dart|dhall|diff|docker
  |ebnf|elixir|elm|erlang|f#|flow|fortran|gherkin|glsl|go|graphql|groovy|haskell|hcl|html|idris|java|java/c/c++/c#
  |javascript|json|julia|kotlin|latex|less|lisp|livescript|llvm ir|lua|makefile|markdown|markup|mathematica|matlab
  |mermaid|nix|notion formula|objective-c|ocaml|pascal|perl|php|plain text|powershell|prolog|protobuf|purescript|python
  |r|racket|reason|ruby|rust|sass|scala|scheme|scss|shell|smalltalk|solidity|sql|swift|toml|typescript|vb.net|verilog
  |vhdl|visual basic|webassembly|xml|yaml`.split(/\s*\|/),
);

/** Notion's name, and the words that people write for it: short names, endings of files, shells and dialects. */
const WORDS: Readonly<Record<string, string>> = {
  assembly: "asm nasm s",
  bash: "bashrc",
  "c#": "cs csharp c-sharp",
  "c++": "cpp cc cxx hpp h++ cplusplus",
  c: "h",
  clojure: "clj cljs edn clojurescript",
  coffeescript: "coffee",
  diff: "patch udiff",
  docker: "dockerfile containerfile",
  elixir: "ex exs heex",
  erlang: "erl",
  "f#": "fs fsharp fsx",
  fortran: "f90 f95",
  gherkin: "cucumber feature",
  go: "golang",
  graphql: "gql",
  groovy: "gradle jenkinsfile",
  haskell: "hs",
  hcl: "terraform tf tfvars",
  html: "htm xhtml vue svelte",
  javascript: "js jsx mjs cjs node nodejs es6 ecmascript",
  json: "json5 jsonc jsonl ndjson geojson",
  julia: "jl",
  kotlin: "kt kts",
  latex: "tex",
  lisp: "elisp emacs-lisp common-lisp cl",
  "llvm ir": "llvm",
  makefile: "make mk",
  markdown: "md mdx",
  mathematica: "wolfram wl",
  matlab: "octave",
  "objective-c": "objc objectivec obj-c mm",
  ocaml: "ml",
  pascal: "delphi",
  perl: "pl",
  "plain text": "text txt plaintext plain none output log",
  powershell: "ps1 pwsh ps",
  protobuf: "proto",
  purescript: "purs",
  python: "py python3 py3 python2 pycon ipython",
  r: "rscript",
  reason: "reasonml",
  ruby: "rb rails",
  rust: "rs",
  scheme: "scm",
  shell: "sh zsh ksh fish shellscript shell-session console terminal",
  smalltalk: "st",
  solidity: "sol",
  sql: "postgresql postgres psql mysql sqlite plsql tsql",
  typescript: "ts tsx mts cts",
  "vb.net": "vb vbnet visualbasic.net",
  "visual basic": "vba vbscript vbs visualbasic",
  verilog: "systemverilog sv",
  webassembly: "wasm wat wast",
  xml: "svg xsd xsl xslt rss plist",
  yaml: "yml",
};

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([name, words]) => words.split(" ").map((word) => [word, name] as const)),
);

/** Behind the first word of a fence come names of files, numbers of lines and other attributes. */
const ATTRIBUTES = /[\s,:;{}()[\]=]/;
const MAX_WORD_LENGTH = 60;

const nameOf = (word: string): string | undefined => (LANGUAGES.has(word) ? word : NAMES.get(word));

/**
 * Notion's name of the language that a fence names in the words of people, such as `js`, `C++` or
 * `python title="a.py"`; "plain text" for one that Notion does not have.
 */
export function toCodeLanguage(words: string): string {
  const text = words.slice(0, MAX_WORD_LENGTH).trim().toLowerCase();
  const whole = nameOf(text) ?? nameOf(text.replace(/[ _]/g, "-"));
  if (whole) return whole;
  const [first = ""] = text.replace(/^[{.\s]+/, "").split(ATTRIBUTES);
  return nameOf(first.replace(/^lang(?:uage)?-/, "")) ?? "plain text";
}
