/**
 * A new person in the demo: from the set-up link to a tool's answer, in few clicks and little time; and what the demo
 * leaves alone.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Locator } from "@playwright/test";
import { inRoot } from "../scripts/paths.mjs";
import { startProduct } from "./harness/product";

const MAX_CLICKS = 5;

const isAlive = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

test("five clicks lead from the set-up link to an answer, and kill -9 leaves nothing behind", async ({ page }) => {
  test.setTimeout(300_000);
  const demo = await startProduct({ PATCHBAY_OUTBOUND_ALLOW: "" }, { script: "scripts/demo.mjs" });
  try {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks++;
      await target.click();
    };
    await page.goto(/http\S+\/setup\?token=\S+/.exec(demo.output())?.[0] ?? "");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("a sentence to remember");
    await click(page.getByRole("button", { name: "Create the owner account" }));
    await click(page.getByRole("button", { name: "Connect GitHub" }));
    await click(page.getByRole("button", { name: "Continue to GitHub" }));
    const person = page.getByRole("button", { name: "octocat" });
    await person.waitFor();
    const provider = new URL(page.url()).origin;
    await click(person);
    await click(page.getByRole("button", { name: "Execute the tool" }));
    const steps = page.getByRole("region", { name: /First steps/ });
    await expect(steps.getByText("Response from the demo GitHub:")).toBeVisible();
    await expect(steps.getByText("octocat").first()).toBeVisible();
    await expect(steps.getByText("2 of 3 done")).toBeVisible();
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);

    const { violations } = await new AxeBuilder({ page }).include("main").analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.getByRole("link", { name: "View log" }).click();
    await expect(page.getByRole("dialog").getByText("GITHUB_GET_THE_AUTHENTICATED_USER").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Dismiss the demo notice" }).click();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Tool logs" })).toBeVisible();
    await expect(page.getByText("This is the demo.")).toBeHidden();
    expect(complaints).toEqual([]);

    expect(await isAlive(provider)).toBe(true);
    await demo.kill();
    await expect.poll(() => isAlive(provider)).toBe(false);
    await expect.poll(() => isAlive(demo.url)).toBe(false);
  } finally {
    await demo.stop();
  }
});

test("the demo refuses a data folder that is not its own", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-normal-"));
  try {
    writeFileSync(path.join(folder, "secret"), "of the normal installation");
    const child = spawn(process.execPath, [inRoot("scripts/demo.mjs")], {
      env: { ...process.env, PATCHBAY_DATA_DIR: folder },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const code = await new Promise((resolve) => {
      child.once("exit", resolve);
    });
    expect(code).toBe(1);
    expect(errors).toContain("holds data that is not the demo's");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
