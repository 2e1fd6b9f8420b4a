// Reads from prisma/schema.prisma which room owns which table (the models below a line `// ---- <room>` belong to that
// room), and finds the tables that a SQL text names.
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);

/**
 * @param {string} [schema] the text of a Prisma schema
 * @returns {Map<string, string>} from the client's property (`connectedAccount`) to its room (`connected-accounts`)
 */
export function tableOwners(schema = readFileSync(inRoot("prisma/schema.prisma"), "utf8")) {
  const owners = new Map();
  let room;
  for (const line of schema.split("\n")) {
    room = /^\/\/ -{4,} ([a-z-]+)/.exec(line)?.[1] ?? room;
    const model = /^model (\w+)/.exec(line)?.[1];
    if (model && room) owners.set(lowerFirst(model), room);
  }
  return owners;
}

/**
 * @param {string} [schema] the text of a Prisma schema
 * @returns {Map<string, string>} from the table's name in SQL (`connected_account`) to its room (`connected-accounts`)
 */
export function tablesOf(schema = readFileSync(inRoot("prisma/schema.prisma"), "utf8")) {
  const owners = tableOwners(schema);
  const tables = new Map();
  for (const [, model, body] of schema.matchAll(/^model (\w+) \{([^]*?)^\}/gm)) {
    const owner = owners.get(lowerFirst(model));
    if (owner) tables.set(/@@map\("(\w+)"\)/.exec(body)?.[1] ?? model, owner);
  }
  return tables;
}

const NAME = String.raw`(?:(?:ONLY|LATERAL)\s+)?"?([a-z_][a-z0-9_]*)"?`;
/** A name after a keyword that a table's name follows. */
const FIRST = new RegExp(String.raw`\b(?:FROM|JOIN|USING|UPDATE|INTO|COPY|TABLE(?: IF EXISTS)?)\s+${NAME}`, "g");
/** The next name of a list: `FROM project p, member m`. */
const NEXT = new RegExp(String.raw`(?:\s+(?:AS\s+)?[a-z_][a-z0-9_]*)?\s*,\s*${NAME}`, "y");

/**
 * The names in a text where tables can be; can include names of functions and of parts of the text.
 * @param {string} text SQL with its keywords in capitals, whole or a part
 * @returns {string[]}
 */
export function namesIn(text) {
  const names = [];
  for (const first of text.matchAll(FIRST)) {
    NEXT.lastIndex = first.index + first[0].length;
    for (let name = first[1]; name; name = NEXT.exec(text)?.[1]) names.push(name);
  }
  return names;
}
