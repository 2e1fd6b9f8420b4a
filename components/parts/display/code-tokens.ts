/**
 * The few colors of code: comments, strings, numbers, keywords. Not a parser: its only strict rule is never to lose a
 * character.
 */

export type Language = "shell" | "typescript" | "python" | "json" | "text";
export type Token = { kind: "plain" | "comment" | "string" | "number" | "keyword"; text: string };

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/.source;
const URL_WORD = /https?:\/\/[^\s"'\\]+/.source;
const NUMBER = /\b\d+(?:\.\d+)?\b/.source;
const words = (list: string): string => `\\b(?:${list})\\b`;

type Grammar = { comment?: string; string: string; keyword: string };

const GRAMMARS: Partial<Record<Language, Grammar>> = {
  shell: {
    comment: /(?<=^|\s)#[^\n]*/.source,
    string: `${STRING}|${URL_WORD}`,
    keyword: words("curl|export|npm|npx|pip"),
  },
  typescript: {
    comment: /\/\/[^\n]*/.source,
    string: `${STRING}|\`(?:[^\`\\\\]|\\\\.)*\``,
    keyword: words(
      "import|from|const|let|await|async|new|return|if|else|for|of|export|function|true|false|null|undefined",
    ),
  },
  python: {
    comment: /#[^\n]*/.source,
    string: STRING,
    keyword: words("import|from|def|return|if|else|for|in|as|with|await|async|True|False|None"),
  },
  json: { string: STRING, keyword: words("true|false|null") },
};

const KINDS = ["comment", "string", "keyword", "number"] as const;

/** The text in pieces; joined, they are the text again. */
export function toTokens(text: string, language: Language): Token[] {
  const grammar = GRAMMARS[language];
  if (!grammar) return [{ kind: "plain", text }];
  const pattern = new RegExp(
    `(?<string>${grammar.string})|(?<comment>${grammar.comment ?? "(?!)"})|(?<keyword>${grammar.keyword})|(?<number>${NUMBER})`,
    "gm",
  );
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: "plain", text: text.slice(end, match.index) });
    tokens.push({ kind: KINDS.find((kind) => match.groups?.[kind] !== undefined) ?? "plain", text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) tokens.push({ kind: "plain", text: text.slice(end) });
  return tokens;
}
