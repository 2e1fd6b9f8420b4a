/** The drop-in component in an app of another origin: a button with a popup, and a frame. */
import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { inRoot } from "../../scripts/paths.mjs";
import { apiOf, createAuthConfig } from "../fixtures/api";
import { complaintsOf, signIn } from "../fixtures/browser";
import { type Emulators, GITHUB_LOGIN, githubOverrides, STRIPE_KEY, startEmulators } from "../fixtures/emulators";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const PROJECT = `Drop-in ${process.env.TEST_WORKER_INDEX ?? ""}`;

let emulators: Emulators;
let api: ReturnType<typeof apiOf>;
let key: string;
let projectId: string;

test.beforeAll(async () => {
  ({ api_key: key, project_id: projectId } = await provision(run(), { email: run().email, project: PROJECT }));
  api = apiOf(run().url, key);
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
});
test.afterAll(() => emulators.stop());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The example app of the package, on an origin of its own. */
async function startExample(authConfigId: string): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [inRoot("packages/connect-react/example/server.mjs")], {
    env: {
      ...process.env,
      PATCHBAY_URL: run().url,
      PATCHBAY_API_KEY: key,
      AUTH_CONFIG_ID: authConfigId,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    child.stdout?.once("data", resolve);
    child.once("exit", reject);
  });
  return { url, child };
}

/** Lists an origin as the owner, because a key of the project may not. */
async function listOrigin(page: Page, origin: string): Promise<void> {
  await signIn(page, run());
  const status = await page.evaluate(
    async ([project, frameOrigin]) => {
      const response = await fetch("/api/v3/org/project/config", {
        method: "PATCH",
        headers: { "content-type": "application/json", "x-project-id": project ?? "" },
        body: JSON.stringify({ connect_frame_origins: [frameOrigin] }),
      });
      return response.status;
    },
    [projectId, origin],
  );
  expect(status).toBe(200);
}

const events = (page: Page) => page.getByRole("list", { name: "Events" });

test("an app connects an account in a frame and in a window; a page that the project does not list cannot", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const stripe = await createAuthConfig(api, { toolkit: "stripe", scheme: "API_KEY", name: "Stripe frame" });
  const { url, child } = await startExample(stripe);
  try {
    await page.goto(url);
    await page.getByRole("button", { name: "Connect here" }).click();
    // The browser refuses the frame: the project lists no origin.
    await expect(page.locator("iframe")).toBeVisible();
    await expect.poll(() => complaints.join()).toMatch(/frame-ancestors|refused to connect|Refused to frame|Framing/);
    await expect(events(page)).toHaveText("");
    complaints.length = 0;

    const { status } = await api.call("PATCH", "/org/project/config", { connect_frame_origins: [url] });
    expect(status, "a key of the project").toBe(403);
    await listOrigin(page, url);
    await page.goto(url);
    await page.getByRole("button", { name: "Connect here" }).click();
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText("Connect Stripe");
    await expect(events(page)).toContainText("opened");
    const high = (await page.locator("iframe").boundingBox())?.height ?? 0;
    const content = await frame.locator("body").evaluate((body) => body.scrollHeight);
    expect(Math.abs(high - content)).toBeLessThanOrEqual(2);
    await takePicture(page, "drop-in-frame", { fullPage: true });
    await frame.locator("input[type=password]").fill(STRIPE_KEY);
    await frame.getByRole("button", { name: "Connect Stripe" }).click();
    await frame.getByRole("button", { name: "Save anyway" }).click();
    await expect(frame.getByRole("heading", { level: 1 })).toContainText("Your Stripe account is connected");
    await expect(events(page)).toContainText("connected");
    await takePicture(page, "drop-in-frame-done", { fullPage: true });

    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Connect in a window" }).click(),
    ]);
    const closed = popup.waitForEvent("close");
    await popup.getByRole("button", { name: "Cancel" }).click();
    await closed;
    await expect(events(page)).toContainText("failed: access_denied");
    expect(complaints).toEqual([]);
  } finally {
    child.kill();
  }
});

test("a consent in a frame opens in a window of its own, and both pages hear its end", async ({ page }) => {
  const github = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "OAUTH2",
    credentials: githubOverrides(emulators),
    name: "GitHub frame",
  });
  const { url, child } = await startExample(github);
  try {
    await listOrigin(page, url);
    await page.goto(url);
    await page.getByRole("button", { name: "Connect here" }).click();
    const frame = page.frameLocator("iframe");
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      frame.getByRole("button", { name: "Continue to GitHub" }).click(),
    ]);
    const closed = popup.waitForEvent("close");
    await popup.getByRole("button", { name: GITHUB_LOGIN }).click();
    await closed;
    await expect(events(page)).toContainText("connected");
    await expect(frame.getByRole("heading", { level: 1 })).toContainText("Your GitHub account is connected");
    await expect(page.locator("iframe")).toBeVisible();
    // A message of another window changes nothing.
    await page.evaluate(() =>
      window.postMessage({ type: "patchbay.connection", status: "failed", error: "forged" }, "*"),
    );
    await expect(events(page)).not.toContainText("forged");
  } finally {
    child.kill();
  }
});
