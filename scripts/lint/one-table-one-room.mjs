// ESLint rule: a table is read and written by its owning room alone; the others call that room's functions.
import path from "node:path";
import { root } from "../paths.mjs";
import { tableOwners } from "./table-owners.mjs";

const CLIENTS = new Set(["db", "tx", "trx", "prisma"]);
const TOOLS = /\.test\.tsx?$/;

const roomOf = (file) => {
  const parts = path.relative(root, file).split(path.sep);
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
    if (TOOLS.test(context.filename)) return {};
    const owners = tableOwners();
    const room = roomOf(context.filename);
    return {
      MemberExpression(node) {
        const { object, property, computed } = node;
        if (computed || object.type !== "Identifier" || !CLIENTS.has(object.name)) return;
        const owner = owners.get(property.name);
        if (owner && owner !== room)
          context.report({ node, messageId: "foreign", data: { table: property.name, owner } });
      },
    };
  },
};
