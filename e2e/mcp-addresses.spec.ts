/**
 * A project whose MCP addresses are open, as after an update: its owner gets a notice on the home page, and closes them
 * with one click.
 */
import { expect, test } from "@playwright/test";
import { apiOf } from "./fixtures/api";
import { complaintsOf, enterProject, expectAccessible } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `MCP addresses ${process.env.TEST_WORKER_INDEX ?? ""} ${Date.now()}`;

const ping = async (address: string): Promise<number> =>
  (
    await fetch(address, {
      method: "POST",
      headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    })
  ).status;

test("the home page says that addresses are open, and one click asks for a key from then on", async ({ page }) => {
  const api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  const { body: server } = await api.call<{ id: string; mcp_url: string }>("POST", "/mcp/servers/custom", {
    name: "Support desk",
    toolkits: ["hackernews"],
  });
  const { body: servers } = await api.call<{ user_ids_url: string[] }>("POST", "/mcp/servers/generate", {
    mcp_server_id: server.id,
    user_ids: ["ada"],
  });
  const signed = servers.user_ids_url[0] ?? "";
  const byHand = `${server.mcp_url}?user_id=ada`;
  expect([await ping(byHand), await ping(signed)]).toEqual([401, 200]);

  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  const banner = page.getByText("1 MCP server works without a key");
  await expect(page.getByRole("heading", { name: "Home" })).toBeVisible();
  await expect(page.getByText("Calls in the last 24 hours")).toBeVisible();
  await expect(banner).toHaveCount(0);

  await page.goto(`${run().url}/settings/project`);
  const asks = page.getByRole("switch", { name: "Require an API key" });
  await expect(asks).toBeChecked();
  await asks.click();
  await expect(asks).not.toBeChecked();
  // The switch is dimmed until the server has answered.
  await expect.poll(() => ping(byHand)).toBe(200);
  await expect(asks).toBeEnabled();
  await expectAccessible(page, "settings");

  const nobody = server.mcp_url;
  // A client that has signed in would name its user.
  expect(await ping(nobody)).toBe(401);
  const user = page.getByRole("textbox", { name: "Default user" });
  await user.fill("ada");
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(page.getByText("can call it as ada")).toBeVisible();
  await expect.poll(() => ping(nobody)).toBe(200);
  await expectAccessible(page, "settings with a user for addresses");
  await user.fill("");
  await page.getByRole("button", { name: "Save user" }).click();
  await expect.poll(() => ping(nobody)).toBe(401);

  await page.goto(run().url);
  await expect(banner).toBeVisible();
  await expectAccessible(page, "home with the banner");
  await page.getByRole("button", { name: "Require an API key" }).click();
  await expect(banner).toHaveCount(0);
  expect([await ping(byHand), await ping(signed)]).toEqual([401, 200]);
  expect(complaints).toEqual([]);
});
