// Finds the words in the texts of a page that docs/reference/words.md rules out.
import ts from "typescript";

/** [pattern, what to write instead] */
const OLD_WORDS = [
  [/\b[Aa]ddress(?:es)?\b(?<!(?:[Ee]mail|[Pp]rivate|Gmail|IP) address(?:es)?)/, "URL"],
  [
    /\b(?:was|were) not (?:added|asked|canceled|changed|created|made|moved|read|removed|renamed|saved|sent|stored|tested)\b/,
    "Couldn’t ...",
  ],
  [/\bcould not be\b/, "Couldn’t ..."],
  [/\b(?:stop|stops|end|ends|refused|takes? effect) (?:working )?at once\b/, "immediately"],
  [/\banew\b|\bany more\b/, "again, no longer"],
  [/\b[Mm]ade (?:by|in the|from)\b|\bMade\b/, "Created"],
  [/\b[Cc]ompares? exactly\b/, "must match exactly"],
  [/\b(?:any|every|some)body\b|\bwhoever\b/i, "anyone, everyone, someone"],
  [/\b[Rr]eceivers?\b/, "endpoint"],
  [/\b[Tt]rigger logs?\b/, "event logs"],
  [/\bgo(?:es)? on (?:working|running)\b/, "keeps working"],
  [/\bdoes not answer\b|\bdid not answer\b|\bno answer\b/i, "isn’t responding, timed out, no response"],
  [
    /\b(?:[Cc]an|[Cc]ould|[Dd]oes|[Dd]o|[Dd]id|[Ii]s|[Ww]as|[Aa]re|has|have)(?:n)?'t\b|\b[a-z]+'(?:s|re|ll|ve) /,
    "the apostrophe ’",
  ],
];

/** A plural that is chosen in place, instead of by lib/contract/count-of. */
const OWN_PLURAL = /=== 1 \? (?:""|"[a-z ]+") : "[a-z ]*s"/g;

/** Templates of programs and prompts, which have words of their own. */
const isCode = (text) => /^\s*\{|\b(?:const|import|await|export|curl|print)\b.*[(={]|\n/.test(text);

const isText = (text) => /[a-z]/.test(text) && (/ /.test(text) || /^[A-Z][a-z]+$/.test(text));

function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) return node.text;
  return ts.isJsxText(node) ? node.text.replace(/\s+/g, " ") : undefined;
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {{ line: number, what: string }[]}
 */
export function findOldWords(file, text) {
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const places = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    const words = textOf(node);
    if (words !== undefined && isText(words) && !isCode(words))
      for (const [pattern, plain] of OLD_WORDS) {
        const match = pattern.exec(words);
        if (match) places.push({ line: lineAt(node.getStart()), what: `"${match[0].trim()}": ${plain}` });
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const match of text.matchAll(OWN_PLURAL))
    places.push({ line: lineAt(match.index), what: "plural: use countOf or pluralOf of lib/contract/count-of" });
  return places;
}
