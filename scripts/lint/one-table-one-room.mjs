// A rule of the linter: only the room that owns a table reads and writes it; other rooms call that room's functions.
// The rule checks the client's properties (`db.connectedAccount`) and the tables that SQL texts name.
import path from "node:path";
import { root } from "../paths.mjs";
import { namesIn, tableOwners, tablesOf } from "./table-owners.mjs";

const CLIENTS = new Set(["db", "tx", "trx", "prisma"]);
const TOOLS = /\.test\.tsx?$/;

/** Tables that a text of another room may name, as `<file> <table>`, each with the reason. */
const ALLOWED = new Map([
  [
    "lib/connected-accounts/accounts/account-row.ts auth_config",
    "Each execution reads an account with its auth config: a second statement would make every one of them wait twice.",
  ],
  [
    "lib/connected-accounts/accounts/find-users-accounts.ts auth_config",
    "Whether an account works, and is for sessions, is its auth config's word: a search reads all accounts of a user at once.",
  ],
]);

/** Matches only capitals, because SQL is written in capitals here and sentences for people are not. */
const STATEMENT = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|COPY|TRUNCATE|JOIN|FROM|WITH)\b/;
/** A function whose first argument is a table's name. */
const NAMES_TABLE = "batchDelete";

/** Read once: the schema takes longer to read than most files take to check. */
let schema;
const readSchema = () => (schema ??= { owners: tableOwners(), tables: tablesOf() });

const placeOf = (file) => path.relative(root, file).split(path.sep).join("/");
const roomOf = (place) => {
  const parts = place.split("/");
  return parts[0] === "lib" && parts.length > 2 ? parts[1] : "";
};

export const oneTableOneRoom = {
  meta: {
    type: "problem",
    docs: { description: "a table is used by its owning room alone" },
    messages: { foreign: "The table {{table}} belongs to lib/{{owner}}: call a function of that room." },
    schema: [],
  },
  create(context) {
    const place = placeOf(context.filename);
    if (TOOLS.test(place)) return {};
    const { owners, tables } = readSchema();
    const room = roomOf(place);
    const report = (node, table, owner) => context.report({ node, messageId: "foreign", data: { table, owner } });
    const check = (node, table) => {
      const owner = tables.get(table);
      if (owner && owner !== room && !ALLOWED.has(`${place} ${table}`)) report(node, table, owner);
    };
    const readText = (node, text) => {
      if (place.startsWith("lib/") && STATEMENT.test(text)) for (const table of namesIn(text)) check(node, table);
    };
    return {
      MemberExpression(node) {
        const { object, property, computed } = node;
        if (computed || object.type !== "Identifier" || !CLIENTS.has(object.name)) return;
        const owner = owners.get(property.name);
        if (owner && owner !== room) report(node, property.name, owner);
      },
      Literal(node) {
        if (typeof node.value === "string") readText(node, node.value);
      },
      TemplateLiteral(node) {
        // A text that is inserted here is checked separately, where it is written.
        readText(node, node.quasis.map(({ value }) => value.cooked ?? "").join(" ? "));
      },
      CallExpression({ callee, arguments: [first] }) {
        if (callee.type === "Identifier" && callee.name === NAMES_TABLE && first?.type === "Literal")
          check(first, first.value);
      },
    };
  },
};
