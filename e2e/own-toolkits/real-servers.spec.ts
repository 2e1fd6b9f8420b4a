/** Real servers become toolkits out of their own descriptions in the browser: at most six clicks and one paste. */
import { expect, test, type Page } from "@playwright/test";
import { findTestPackage, prepareTestPackages } from "../../scripts/check/test-packages.mjs";
import { unpackDebianServers } from "../../scripts/debian/unpacked.mjs";
import { hasPowerDns, startPowerDns } from "../../test/servers/powerdns";
import { startUnleash, UNLEASH_KEY } from "../../test/servers/unleash";
import { complaintsOf, signIn } from "../fixtures/browser";
import { countClicks } from "../fixtures/clicks";
import { databaseUrl } from "../fixtures/database";
import { look, pasteInto } from "../fixtures/look";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const DNS_KEY = "key-of-the-name-server-0123456789";
/** From "I have a description" to the first successful call. */
const MOST_CLICKS = 6;

test.beforeAll(async () => {
  // The first run on a machine downloads both servers.
  test.setTimeout(900_000);
  await Promise.all([unpackDebianServers(["powerdns"]), prepareTestPackages(["unleash"])]);
});

test.beforeEach(async ({ page }, { workerIndex }) => {
  const project = `Real servers ${workerIndex}`;
  const { project_id: projectId } = await provision(run(), { email: run().email, project });
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

async function openEditor(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Add your own" }).click();
  await expect(page.locator(".monaco-editor")).toBeVisible({ timeout: 60_000 });
}

type Connection = { server: string; key: string };

/** From the preview on: publish, connect an account with a key, run the tool that the page offers. */
async function publishAndRun(page: Page, name: string, { server, key }: Connection): Promise<void> {
  await page.getByRole("button", { name: "Publish the toolkit" }).click({ timeout: 60_000 });
  const tryTool = page.getByRole("link", { name: "Try a tool" });
  await expect(tryTool).toHaveAttribute("href", /\?tool=/, { timeout: 60_000 });
  await tryTool.click();
  await page.getByRole("button", { name: "Connect an account" }).click();
  const form = page.getByRole("dialog", { name: "Connect an account" });
  await form.getByLabel("Server").fill(server);
  await form.getByLabel("API key").fill(key);
  await look(page, `real-servers-${name}-key`);
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByLabel("User ID")).toHaveValue("default");
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByText("Succeeded")).toBeVisible();
}

test("PowerDNS: its Swagger 2.0 as a file, a key, and a tool that runs", async ({ page }) => {
  test.skip(!hasPowerDns(), "PowerDNS is unpacked only on Debian, with a network.");
  const dns = await startPowerDns(DNS_KEY);
  try {
    const { origin } = new URL(dns.url);
    const answer = await fetch(`${origin}/api/docs`, { headers: { "x-api-key": DNS_KEY, accept: "application/json" } });
    const file = { name: "powerdns.json", mimeType: "application/json", buffer: Buffer.from(await answer.text()) };
    const complaints = complaintsOf(page);
    const clicks = await countClicks(page);
    await page.goto(`${run().url}/toolkits`);
    await openEditor(page);
    // Dropped on the page, as a person does.
    await page.getByLabel("File of the document").setInputFiles(file);
    await expect(page.getByText(/\d+ of \d+ tools selected/)).toBeVisible({ timeout: 60_000 });
    await look(page, "real-servers-powerdns");
    await publishAndRun(page, "powerdns", { server: `${origin}/api/v1`, key: DNS_KEY });
    expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS);
    await look(page, "real-servers-powerdns-run");
    expect(complaints).toEqual([]);
  } finally {
    await dns.stop();
  }
});

test("Unleash: the address of its large description, a key, and its tools run", async ({ page }) => {
  const { isHere, without } = findTestPackage("unleash");
  test.skip(!isHere, `Unleash${without}`);
  const unleash = await startUnleash(databaseUrl(run().dataDir));
  try {
    const complaints = complaintsOf(page);
    const clicks = await countClicks(page);
    await page.goto(`${run().url}/toolkits`);
    await openEditor(page);
    await pasteInto(page, "URL or document", `${unleash.url}/docs/openapi.json`);
    await expect(page.getByText(/\d+ of \d+ tools selected/)).toBeVisible({ timeout: 60_000 });
    await look(page, "real-servers-unleash");
    await publishAndRun(page, "unleash", { server: unleash.url, key: UNLEASH_KEY });
    expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS);
    expect(complaints).toEqual([]);
  } finally {
    await unleash.stop();
  }
});
