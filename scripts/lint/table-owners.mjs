// Reads from prisma/schema.prisma which room owns which table: the models below a line `// ---- <room>` are that room's.
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);

/**
 * @param {string} [schema] the text of a Prisma schema
 * @returns {Map<string, string>} the client's property (`connectedAccount`) to its room (`connected-accounts`)
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
 * @returns {Map<string, string>} the table's name in SQL (`connected_account`) to its room (`connected-accounts`)
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
