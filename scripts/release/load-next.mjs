// Prints the files that Next loads when it starts to serve pages, one a line. The lists that Next writes are those of a
// server of its own; ours begins at another entry.
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { inRoot, root } from "../paths.mjs";

process.chdir(root);
process.env.NODE_ENV = "production";
const require = createRequire(inRoot("page-server.ts"));
const { PHASE_PRODUCTION_SERVER } = require("next/constants");
await require("next/dist/server/config").default(PHASE_PRODUCTION_SERVER, root, { silent: true });
await require("next")({ dev: false, dir: root, httpServer: new EventEmitter() }).prepare();
const files = Object.keys(require.cache).map((file) => path.relative(root, file).split(path.sep).join("/"));
console.log(files.filter((file) => file.startsWith("node_modules/")).join("\n"));
process.exit(0);
