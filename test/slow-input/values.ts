import { REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";

/** Texts and values that cost a careless algorithm the square of their length. */

/** A text of `n` characters that repeats a piece. */
const repeated = (piece: string, n: number): string => piece.repeat(Math.ceil(n / piece.length)).slice(0, n);

/**
 * Texts by name, each of about `n` characters. Most end with a sign that makes a greedy match fail at the last moment.
 */
export const hostileTexts = (n: number): Record<string, string> => ({
  letters: repeated("a", n),
  digits: `${repeated("1", n)}x`,
  "signed digits": `-${repeated("12.", n)}x`,
  exponents: repeated("1e", n),
  slashes: `${repeated("/", n)}x`,
  "an address of slashes": `https://x.example/${repeated("/", n)}x`,
  backslashes: `${repeated("\\", n)}x`,
  spaces: `${repeated(" ", n)}x`,
  "spaces on both sides": `x${repeated(" ", n)}x${repeated(" ", n)}`,
  "line breaks": `${repeated("\r\n ", n)}x`,
  "empty lines": `${repeated("\n", n)}!`,
  tabs: `x${repeated("\t", n)};`,
  quotes: `"${repeated('\\"', n)}`,
  "single quotes": repeated("'", n),
  brackets: repeated("[", n),
  braces: repeated("{", n),
  "placeholders without an end": repeated("{a", n),
  "nested JSON": `${repeated('{"a":', n)}1`,
  "opened and closed": repeated("[]", n),
  parentheses: repeated("(", n),
  "angle brackets": repeated("<", n),
  tags: repeated("<title", n),
  "open elements": repeated("<b>", n),
  "elements closed that are not open": repeated("<b>", n / 2) + repeated("</i>", n / 2),
  "links in elements": repeated("<a href=tel:1>y<div>", n),
  pairs: repeated("a=", n),
  "a query of names": `?${repeated("key", n)}`,
  "many parameters": `https://x.example/?${repeated("token=1&", n)}`,
  commas: repeated("a,", n),
  semicolons: repeated("; ", n),
  links: repeated("<https://x.example/>; rel=prev; ", n),
  "links without an end": repeated('<a>; rel="', n),
  "link parameters": `<a>${repeated("; a = b ", n)}<`,
  "content disposition": repeated('filename="', n),
  "escaped disposition": `filename="${repeated('\\"filename=', n)}`,
  "bearer tokens": `Bearer ${repeated("token ", n)}`,
  "secret names": repeated("secret_", n),
  "token names": repeated("a-token-", n),
  camelCase: repeated("aB", n),
  percent: repeated("%25", n),
  "encoded dots": repeated("%2e", n),
  "nested encoding": `%${repeated("25", n)}2e`,
  dots: repeated("..", n),
  "dot segments": repeated("../", n),
  stars: repeated("*a", n),
  underscores: repeated("_a ", n),
  backticks: repeated("`", n),
  "list signs": repeated("- ", n),
  "lines of headings": repeated("# a\n", n),
  "lines of a list": repeated("- a\n1. b\n", n),
  "hashes in a heading": `# ${repeated("# ", n)}x`,
  dashes: `${repeated("-", n)}x`,
  "markdown links": repeated("[a](", n),
  "an email without an end": `${repeated("a.", n)}@`,
  "many addresses": repeated("a@b.c <", n),
  base64: `${repeated("QUJD", n)}!`,
  "data URL": `data:text/plain;base64,${repeated("QUJD", n)}`,
  emoji: repeated("\u{1f600}", n),
  "halves of surrogates": repeated("\ud800", n),
  "combining marks": repeated("e\u0301", n),
  "NUL characters": repeated("\0", n),
  dates: repeated("2026-01-31T", n),
  hosts: `https://${repeated("a.", n)}example/`,
  fence: `\`\`\`${repeated(" ", n)}x`,
  versions: repeated("version", n),
});

/** The parts of a JSON body as the server counts them: a list or an object counts as one, and each comma adds one. */
const many = (n: number, piece: number, cost = 1): number =>
  Math.min(Math.ceil(n / piece), Math.floor(REQUEST_BOUNDS.values / cost) - 1);
const named = (n: number, piece: number, cost = 1): number => Math.min(many(n, piece, cost), REQUEST_BOUNDS.names - 1);

/** Values by name, each of about `n` characters as JSON. */
export const hostileValues = (n: number): Record<string, unknown> => ({
  "many elements": Array.from({ length: many(n, 2) }, () => 1),
  "many texts": Array.from({ length: many(n, 8) }, (_, index) => `t${index}`),
  "many objects": Array.from({ length: named(n, 10, 2) }, (_, index) => ({ a: index })),
  "many equal objects": Array.from({ length: named(n, 10, 2) }, () => ({ a: "b" })),
  "many keys": Object.fromEntries(Array.from({ length: named(n, 14) }, (_, index) => [`key${index}`, "v"])),
  "many secret keys": Object.fromEntries(
    Array.from({ length: named(n, 16) }, (_, index) => [`token${index}_key`, "value"]),
  ),
  "a long key": { [repeated("token_", n)]: "value" },
  "many lists": Object.fromEntries(Array.from({ length: named(n, 12, 2) }, (_, index) => [`l${index}`, []])),
  "a long list of lists": Array.from({ length: many(n, 4, 3) }, () => [[]]),
  "64 levels of a long list": Array.from({ length: 64 }).reduce<unknown>(
    (inner) => [inner, 1],
    Array.from({ length: many(n, 2) - 200 }, () => 1),
  ),
});
