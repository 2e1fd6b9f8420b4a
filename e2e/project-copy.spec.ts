/** A project is exported in Settings and imported into another one: shown before, done after, and refused in words. */
import { expect, test } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { chooseProject, complaintsOf, enterProject, expectAccessible } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const name = (which: string): string => `Copy ${which} ${process.env.TEST_WORKER_INDEX ?? ""}`;

test("a project is exported, and imported into another one after a look at what would happen", async ({ page }) => {
  const complaints = complaintsOf(page);
  const { api_key: apiKey } = await provision(run(), { email: run().email, project: name("source") });
  await provision(run(), { email: run().email, project: name("target") });
  const answer = await fetch(`${run().url}/api/v3/auth_configs`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({
      toolkit: { slug: "github" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        name: "GitHub of staging",
        credentials: { client_id: "the-app", client_secret: "the-secret-of-the-app" },
      },
    }),
  });
  expect(answer.status).toBe(201);
  await enterProject(page, run(), name("source"));
  await page.goto(`${run().url}/settings/project#copy-project`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^project-copy-source.*\.tar\.gz$/);
  const path = await file.path();

  await chooseProject(page, name("target"));
  await page.goto(`${run().url}/settings/project`);
  const chooser = page.getByLabel("Exported files");
  await chooser.setInputFiles({ name: "x.tar.gz", mimeType: "application/gzip", buffer: gzipSync("no tar") });
  const refusal = page.getByRole("dialog", { name: "Import these files?" });
  await expect(refusal.getByText(/not a whole \.tar\.gz archive/).first()).toBeVisible();
  await expectAccessible(page);
  await refusal.getByRole("button", { name: "Close" }).first().click();
  await chooser.setInputFiles(path);
  await expect(refusal.getByText("1 new")).toBeVisible();
  await expect(refusal.getByText(/Fill in client_secret, then enable it/)).toBeVisible();
  await expectAccessible(page);
  await refusal.getByRole("button", { name: "Import", exact: true }).click();
  const window = page.getByRole("dialog", { name: "Imported" });
  await expect(window).toBeVisible();
  await window.getByRole("button", { name: "Close" }).first().click();
  await page.goto(`${run().url}/auth-configs`);
  await expect(page.getByText("GitHub of staging")).toBeVisible();
  expect(complaints).toEqual([]);
});
