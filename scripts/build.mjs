// `npm run build`: packages, database client, bundles, catalog and pages. A later `npm start` finds it all done.
import "./start/node-version.mjs";
import { buildAll } from "./build/build-all.mjs";
import { root } from "./paths.mjs";

process.chdir(root);
await buildAll();
