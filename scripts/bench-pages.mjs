// How fast the pages of the production build stand and answer, with very many rows: `npm run bench:pages`.
// Limits are those of a quiet machine; the work of a slow one is measured beside it and taken off.
import { requireChromium } from "./debian/chromium.mjs";
import { inRoot, root } from "./paths.mjs";
import { runNode } from "./start/run-child.mjs";
import { buildPages, bundleServer, writeTables } from "./start/set-up.mjs";

process.chdir(root);
await writeTables();
await buildPages();
await bundleServer();
await runNode(inRoot("node_modules", "@playwright/test/cli.js"), ["test", "--project=speed", "--workers=1"], {
  what: "the pages' bench",
  env: {
    PATCHBAY_CHROMIUM: await requireChromium(),
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
    BENCH_PAGES: "1",
  },
  onLine: (line) => console.log(line),
  timeoutMs: 20 * 60_000,
});
