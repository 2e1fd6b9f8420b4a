// JSON that costs a careless reader much, by what is hard about it, each of about `n` characters.

const repeated = (piece, n) => piece.repeat(Math.ceil(n / piece.length));
const list = (piece, n) => `[${repeated(`${piece},`, n - piece.length)}${piece}]`;
const named = (piece, n) => {
  const count = Math.floor(n / (piece.length + 12));
  return `{${Array.from({ length: count }, (_, index) => `"key${index}":${piece}`).join(",")}}`;
};
const nested = (open, close, n) => {
  const depth = Math.floor(n / (open.length + close.length));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
};

/** @type {Record<string, (n: number) => string>} */
export const HOSTILE_JSON = {
  "many numbers": (n) => list("1", n),
  "many long numbers": (n) => list("12345678901234567890.123456789", n),
  "one long number": (n) => repeated("9", n),
  "many texts": (n) => list('"text"', n),
  "many empty lists": (n) => list("[]", n),
  "many objects": (n) => list('{"a":1}', n),
  "many names": (n) => named("1", n),
  "many secret names": (n) => named('{"access_token":"abcdefgh"}', n),
  "the same name again and again": (n) => `{${repeated('"a":1,', n)}"a":1}`,
  "the prototype": (n) => list('{"__proto__":{"x":1},"constructor":1}', n),
  "one long text": (n) => `"${repeated("text ", n)}"`,
  "a text of escapes": (n) => `"${repeated("\\u0000\\ud800", n)}"`,
  "a text of quotes": (n) => `"${repeated('\\"', n)}"`,
  "one long name": (n) => `{"${repeated("token_", n)}":1}`,
  "deep lists": (n) => nested("[", "]", n),
  "deep objects": (n) => nested('{"a":', "}", n),
  "a list 60 levels deep": (n) => `${"[".repeat(60)}${list("1", n)}${"]".repeat(60)}`,
  spaces: (n) => `[${repeated(" \n", n)}1]`,
  "a text without an end": (n) => `{"a":"${repeated("b", n)}`,
  "lists without an end": (n) => repeated("[", n),
  "HTML of tags": (n) => repeated("<title>", n),
};
