/** The window that streams audit events to a webhook endpoint, and turns the stream off. */
import { expect, test } from "@playwright/test";
import { apiOf } from "../fixtures/api";
import { complaintsOf, enterProject, expectAccessible, expectContrast } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Audit stream ${process.env.TEST_WORKER_INDEX ?? ""}`;

test("an owner streams audit events to an endpoint, and turns the stream off", async ({ page }) => {
  const api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  expect((await api.call("POST", "/internal/patchbay/webhook_subscriptions/test_receiver")).status).toBe(200);
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/audit`);
  const open = page.getByRole("button", { name: "Stream events" });
  const dialog = page.getByRole("dialog", { name: "Stream audit events" });
  const choice = dialog.getByRole("combobox", { name: "Webhook endpoint" });

  await open.click();
  await expect(dialog.getByText("continues where the previous one ended")).toBeVisible();
  await choice.selectOption({ index: 1 });
  await expectAccessible(page, "the window");
  await expectContrast(page, "the window");
  await takePicture(page, "audit/stream");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Audit events are streamed")).toBeVisible();

  await open.click();
  await expect(choice).not.toHaveValue("");
  await choice.selectOption("None");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Streaming turned off")).toBeVisible();
  await open.click();
  await expect(choice).toHaveValue("");
  expect(complaints).toEqual([]);
});
