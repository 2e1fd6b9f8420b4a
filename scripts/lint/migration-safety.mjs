// Finds statements of a migration that break or block an older copy of the app that runs meanwhile.

/** A file whose first comment begins so ends the support of older copies on purpose, with the reason. */
const CONTRACT = /^\s*--\s*contract:\s*(\d+\.\d+\.\d+)\s*[,:;.]\s*(\S.{19,})/;

/** Quoted texts stay, because a DO block has its statements in one. */
const withoutComments = (sql) => sql.replace(/('(?:[^']|'')*')|\/\*[^]*?\*\/|--.*$/gm, (_, quoted) => quoted ?? " ");

const NAME = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`;
const CREATES = new RegExp(String.raw`\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?${NAME}`, "gi");
const ON_TABLE = [
  new RegExp(String.raw`\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${NAME}`, "i"),
  new RegExp(String.raw`\bINDEX\b[^]*?\bON\s+(?:ONLY\s+)?${NAME}`, "i"),
];

/** Each pattern is refused; those with `existing` only on tables that are not made in the same file. */
const RULES = [
  [/\bDROP\s+TABLE\b/i, "drops a table that an older copy uses"],
  [/\bDROP\s+COLUMN\b/i, "drops a column that an older copy uses"],
  [/\bRENAME\b/i, "renames what an older copy uses"],
  // A column too, whose name can follow at once.
  [
    /\bDROP\s+(?!(?:COLUMN|TABLE|CONSTRAINT|INDEX|DEFAULT|NOT|IDENTITY|EXPRESSION)\b)["\w]/i,
    "drops what an older copy uses",
  ],
  [
    /\bDROP\s+CONSTRAINT\b|\bDROP\s+INDEX\b/i,
    "drops a constraint or an index, which ON CONFLICT of an older copy can name",
  ],
  [/\bALTER\s+COLUMN\b[^;]*?\b(?:SET\s+DATA\s+)?TYPE\b|\bALTER\s+TYPE\b/i, "changes a type, which rewrites the table"],
  [/\bSET\s+NOT\s+NULL\b/i, "forbids null, which an older copy writes"],
  [/\bDROP\s+DEFAULT\b/i, "takes a default away, which an older copy counts on"],
  [/\bTRUNCATE\b|\bLOCK\s+TABLE\b|\bVACUUM\s+FULL\b|\bCLUSTER\b/i, "locks or empties a whole table"],
  [/\bREINDEX\b(?!.*\bCONCURRENTLY\b)/is, "holds writes while it builds indexes"],
  [
    /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?"?\w+"?\s(?:(?!,\s*ADD\b)[^;])*?\bNOT\s+NULL\b/i,
    "adds a column that must not be null and has no default, so an older copy cannot write rows",
    { existing: true, unless: /\b(?:DEFAULT|GENERATED)\b/i },
  ],
  [
    /\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|EXCLUDE|PRIMARY\s+KEY|FOREIGN\s+KEY)\b/i,
    "adds a constraint without NOT VALID, which reads the whole table under a lock",
    { existing: true, unless: /\bNOT\s+VALID\b/i },
  ],
  [/\bCREATE\s+UNIQUE\s+INDEX\b/i, "forbids rows that an older copy can write", { existing: true }],
  [
    /\bCREATE\s+INDEX\b/i,
    "builds an index while writes wait: use CREATE INDEX CONCURRENTLY, alone in its file",
    { existing: true, unless: /\bCONCURRENTLY\b/i },
  ],
];

/** The parts of `ALTER TABLE t a, b` one by one, so that the default of one column excuses no other column. */
function partsOf(statement) {
  if (!/^\s*ALTER\s+TABLE\b/i.test(statement)) return [statement];
  return statement.split(/,(?=\s*(?:ADD|ALTER|DROP|RENAME|SET|VALIDATE)\b)/i);
}

/**
 * @param {string} sql the text of a migration
 * @returns {string[]} a sentence for each statement that an older copy of the app does not survive; empty for a file
 *   whose first comment is `-- contract: <version>, <reason>`
 */
export function findUnsafeStatements(sql) {
  if (CONTRACT.test(sql)) return [];
  const text = withoutComments(sql);
  const created = new Set([...text.matchAll(CREATES)].map(([, name]) => name));
  const statements = text.split(";").filter((statement) => statement.trim());
  const problems = statements.flatMap((statement) => {
    const table = ON_TABLE.map((pattern) => pattern.exec(statement)?.[1]).find(Boolean);
    return partsOf(statement).flatMap((part) =>
      RULES.filter(
        ([pattern, , { existing = false, unless } = {}]) =>
          pattern.test(part) && !(existing && created.has(table)) && !unless?.test(part),
      ).map(([, why]) => `${statement.trim().replace(/\s+/g, " ").slice(0, 120)} ${why}.`),
    );
  });
  if (statements.length > 1 && /\bCONCURRENTLY\b/i.test(text))
    problems.push("CONCURRENTLY works outside of a transaction only: put the statement alone into a file.");
  return [...new Set(problems)];
}
