/** Pictures, axe, complaints and overflow of every page, at three widths, in both themes, empty and full. */
import { expect, test, type Browser, type Page } from "@playwright/test";
import { apiOf, type Api, connectAccount, createAuthConfig, createMcpServer, type ToolAnswer } from "./fixtures/api";
import { chooseProject, complaintsOf, expectContrast, expectOnlyMinor, signInByForm } from "./fixtures/browser";
import { OF_NO_PROJECT, OF_ROWS, PAGES } from "./fixtures/dashboard-pages";
import { expectStill } from "./fixtures/shifts";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const WORKER = process.env.TEST_WORKER_INDEX ?? "";
const EMPTY = `Empty ${WORKER}`;
const FULL = `Full ${WORKER}`;
const LONG = "a-name-that-somebody-made-from-a-department-a-purpose-and-a-date-without-any-space-2026-11-21";
const WIDTHS = [390, 768, 1440];
const THEMES = ["light", "dark"] as const;
let upstream: Loopback;
const pages: Record<string, string> = { ...PAGES };

/** A published toolkit of a document with a problem and a long name, and an MCP server that gives no tools. */
async function makeOwnToolkits(api: Api): Promise<void> {
  const get = { summary: LONG, description: LONG, responses: { 200: { description: "Parcels" } } };
  const paths = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`/parcels/${LONG}/${n}`, { get }]));
  const info = { title: LONG, version: "1" };
  const document = JSON.stringify({ openapi: "3.0.3", info, servers: [{ url: upstream.url }], paths }, null, 1);
  const path = "/internal/patchbay/own_toolkits";
  await api.call("POST", path, { slug: "custom_parcels", document });
  expect((await api.call("POST", `${path}/custom_parcels/publish`)).status).toBe(200);
  const auth_schemes = [{ mode: "NO_AUTH" }];
  const toolkit_config = { name: LONG, mcp_url: `${upstream.url}/mcp`, auth_schemes };
  expect((await api.call("POST", "/custom/toolkits/upsert", { slug: "silent_server", toolkit_config })).status).toBe(
    200,
  );
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  upstream = await startLoopback((request, response) =>
    sendJson(response, request.url === "/ok" ? 200 : 404, { message: "Not Found" }),
  );
  await provision(run(), { email: run().email, project: EMPTY });
  const api = apiOf(run().url, (await provision(run(), { email: run().email, project: FULL })).api_key);
  const config = await createAuthConfig(api, { toolkit: "github", scheme: "BEARER_TOKEN", name: LONG });
  const accounts = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      connectAccount(api, {
        authConfigId: config,
        userId: n === 0 ? LONG : `user-${n}`,
        scheme: "BEARER_TOKEN",
        val: { token: `token-${n}-of-a-test` },
      }),
    ),
  );
  const changed = { description: LONG, arguments: { owner: { fixed: LONG } } };
  await api.call("PUT", "/internal/patchbay/tools/GITHUB_CREATE_AN_ISSUE/override", changed);
  await makeOwnToolkits(api);
  const logs: string[] = [];
  for (let n = 0; n < 60; n++) {
    const { status, body } = await api.call<ToolAnswer>("POST", "/tools/execute/HACKERNEWS_GET_ITEM_WITH_ID", {
      user_id: n === 0 ? LONG : "ada",
      arguments: { item_id: String(n) },
      custom_auth_params: { base_url: upstream.url },
    });
    expect(status).toBe(200);
    logs.push(body.log_id);
  }
  for (let n = 0; n < 30; n++) {
    const { status } = await api.call("POST", "/internal/patchbay/find/wrong_results", {
      request: n === 0 ? LONG : `Request ${n} that found the wrong tools`,
      shown: Array.from({ length: 1 + (n % 5) }, (_, index) => (n === 0 ? LONG : `TOOL_${index}`)),
      ...(n % 2 === 0 && { expected: n === 0 ? LONG : "GITHUB_CREATE_AN_ISSUE" }),
    });
    expect(status).toBe(201);
  }
  const server = `/mcp/${await createMcpServer(api, { toolkits: ["github"], authConfigIds: [config], users: [LONG, "ada"] })}`;
  Object.assign(pages, {
    "mcp-server": server,
    "mcp-tools": `${server}?tab=tools`,
    "mcp-settings": `${server}?tab=settings`,
    log: `/logs/tools?open=${logs[0]}`,
    "logs-compare": `/logs/tools/compare?a=${logs[0]}&b=${logs[1]}`,
    "auth-config": `/auth-configs/${config}`,
    account: `/connected-accounts/${accounts[0]}`,
    user: `/users/${LONG}`,
  });
});
test.afterAll(() => upstream.stop());

/** Texts that overflow the page on the right, if a clipping frame hides them from the window's scroll width. */
const stickingOut = (page: Page): Promise<string[]> =>
  page.locator("main").evaluate((main) => {
    const clips = (element: Element): boolean => {
      for (let up = element.parentElement; up && up !== main; up = up.parentElement)
        if (getComputedStyle(up).overflowX !== "visible") return true;
      return false;
    };
    const elements = [...main.querySelectorAll("h1, h2, p, a, button, input, select, textarea, td, dd, code")];
    return elements
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1 && !clips(element))
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40) ?? ""}`);
  });

/** Waits until nothing on the page is a placeholder any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator("main h1, main h2").first()).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

/** `axeAt`: one of the widths. */
async function inspect(
  page: Page,
  name: string,
  place: string,
  { picture, axeAt }: { picture: string; axeAt: number },
): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    if (width === WIDTHS[0]) await page.goto(run().url + place);
    await settle(page);
    if (width === WIDTHS[0]) await expectStill(page, name);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `${name} is too wide at ${width} px`).toBeLessThanOrEqual(0);
    expect(await stickingOut(page), `${name} is cut at ${width} px`).toEqual([]);
    const cut = await page
      .locator("main table")
      .evaluateAll((tables) =>
        tables
          .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1)
          .map((table) => table.querySelector("caption")?.textContent),
      );
    expect(cut, `${name} at ${width} px has tables that must be scrolled sideways`).toEqual([]);
    // The theme changes colors alone: one width is enough for the dark one, and the page need not be loaded again.
    for (const colorScheme of width === axeAt ? THEMES : THEMES.slice(0, 1)) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `pages/${picture}-${colorScheme}-${name}-${width}`);
      const where = `${name} at ${width} px, ${colorScheme}`;
      if (width === axeAt) await (colorScheme === "light" ? expectOnlyMinor(page, where) : expectContrast(page, where));
    }
  }
}

async function open(
  browser: Browser,
  project: string,
  reducedMotion: "reduce" | "no-preference" = "reduce",
): Promise<{ page: Page; complaints: string[]; failed: string[] }> {
  const page = await (
    await browser.newContext({ colorScheme: "light", reducedMotion, viewport: { width: 1440, height: 900 } })
  ).newPage();
  const complaints = complaintsOf(page);
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await signInByForm(page, run());
  await chooseProject(page, project);
  return { page, complaints, failed };
}

for (const project of [EMPTY, FULL])
  test(
    "every page fits, is accessible and logs no error in both themes: " +
      `${project === EMPTY ? "nothing there" : "many rows and long names"}`,
    async ({ browser }) => {
      test.setTimeout(600_000);
      const { page, complaints, failed } = await open(browser, project);
      const visible =
        project === FULL
          ? Object.entries(pages)
          : Object.entries(pages).filter(([name]) => ![...OF_ROWS, ...OF_NO_PROJECT].includes(name));
      const how = project === FULL ? { picture: "full", axeAt: 1440 } : { picture: "empty", axeAt: 390 };
      for (const [name, place] of visible) await inspect(page, name, place, how);
      expect(complaints).toEqual([]);
      expect(failed).toEqual([]);
      await page.context().close();
    },
  );

test("every page reports a failing API, with a way to try again that works", async ({ browser }) => {
  test.setTimeout(300_000);
  const { page } = await open(browser, FULL);
  const fails =
    /\/api\/v3\/(toolkits|tools|auth_configs|connected_accounts|logs|internal\/patchbay\/(users|overview|api_keys|project|profile|find))/;
  for (const name of [
    "toolkits",
    "toolkit",
    "tool",
    "auth-configs",
    "auth-config",
    "accounts",
    "account",
    "users",
    "user",
    "logs",
    "keys",
    "project",
    "profile",
    "find-results",
    "wrong-results",
  ]) {
    await page.route(fails, (route) =>
      route.fulfill({
        status: 500,
        json: {
          error: {
            message: "The server failed to process this request.",
            code: 500,
            status: 500,
            request_id: "req_of_a_test",
            suggested_fix: "Try again.",
          },
        },
      }),
    );
    await page.goto(run().url + (pages[name] ?? ""));
    await expect(page.getByText("req_of_a_test").first(), name).toBeVisible();
    await takePicture(page, `pages/failing-${name}`);
    await page.unroute(fails);
    for (const again of await page.getByRole("button", { name: /try again|retry/i }).all())
      if (await again.isVisible()) await again.click();
    await expect(page.getByText("req_of_a_test"), name).toHaveCount(0);
  }
  await page.context().close();
});

test("the frame and placeholders appear before the rows on a slow network", async ({ browser }) => {
  test.setTimeout(300_000);
  const { page } = await open(browser, FULL, "no-preference");
  expect(await page.evaluate(() => window.matchMedia("(prefers-reduced-motion: reduce)").matches)).toBe(false);
  const network = await page.context().newCDPSession(page);
  // 3G as browsers' tools simulate it: 400 ms, 400 kbit/s both ways.
  const conditions = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await network.send("Network.emulateNetworkConditions", conditions);
  for (const name of ["accounts", "logs", "toolkits"]) {
    await page.goto(run().url + (pages[name] ?? ""), { waitUntil: "commit", timeout: 120_000 });
    await expect(page.getByRole("navigation", { name: "Dashboard" }), name).toBeVisible({ timeout: 60_000 });
    await settle(page);
  }
  // Rows that come late move nothing.
  await page.setViewportSize({ width: 390, height: 900 });
  for (const name of ["events", "logs", "audit", "accounts"]) {
    await page.goto(run().url + (pages[name] ?? ""), { timeout: 120_000 });
    await settle(page);
    await expectStill(page, name);
  }
  await page.context().close();
});
