/** A newcomer's first agent in the demo: from the setup link to the log of the first call, in eight clicks. */
import { rmSync } from "node:fs";
import { expect, test, type Locator } from "@playwright/test";
import { runProgram, startModel } from "../fixtures/agent-program";
import { complaintsOf } from "../fixtures/browser";
import { setUpDemo, startDemo } from "../fixtures/demo";
import { emptyFolder } from "../harness/product";

const MAX_CLICKS = 8;

test("an agent's first call is in the log eight clicks after the demo starts", async ({ page, context }) => {
  test.setTimeout(400_000);
  const dataDir = emptyFolder();
  const demo = await startDemo(dataDir);
  const model = await startModel("GITHUB_GET_THE_AUTHENTICATED_USER");
  try {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: demo.url });
    let { clicks } = await setUpDemo(page, demo);
    const complaints = complaintsOf(page);
    const click = async (target: Locator) => {
      clicks++;
      await target.click();
    };
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect(page.getByText("Waiting for the first call…")).toBeVisible();
    await click(page.getByRole("button", { name: "Create API key" }));
    await expect(page.locator("pre").filter({ hasText: /PATCHBAY_API_KEY=ak_/ })).toBeVisible();
    await click(page.getByRole("button", { name: "Copy Terminal" }));
    const apiKey = /PATCHBAY_API_KEY=(\S+)/.exec(await copied())?.[1] ?? "";
    await click(page.getByRole("button", { name: "Copy agent.mts" }));
    expect(await runProgram({ file: "agent.mts", code: await copied() }, apiKey, model)).toContain("You are octocat.");
    await expect(page.getByText("First call received")).toBeVisible();
    await click(page.getByRole("link", { name: "View log" }));
    await expect(page.getByRole("dialog").getByText("COMPOSIO_MULTI_EXECUTE_TOOL").first()).toBeVisible();
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    expect(complaints).toEqual([]);
  } finally {
    await model.stop();
    await demo.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
