// How long the pages of the production build take to appear and to respond, with very many rows: `npm run bench:pages`.
// The limits hold for a quiet machine: the speed of a slow machine is measured at the same time and subtracted.
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
