/** Smaller answers in the browser: settings of a project, and the tokens in the log. */
import { expect, test, type Page } from "@playwright/test";
import { apiOf, type Api, type ToolAnswer } from "../fixtures/api";
import { complaintsOf, enterProject, expectAccessible } from "../fixtures/browser";
import { sendJson, startLoopback, type Loopback } from "../fixtures/loopback";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Smaller answers ${process.env.TEST_WORKER_INDEX ?? ""}`;
let upstream: Loopback;
let api: Api;

test.beforeAll(async () => {
  const text = "A long text that nobody reads to its end. ".repeat(400);
  upstream = await startLoopback((_, response) => sendJson(response, 200, { id: 1, text }));
  api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
});
test.afterAll(() => upstream.stop());

const read = () =>
  api.call<ToolAnswer>("POST", "/tools/execute/HACKERNEWS_GET_ITEM_WITH_ID", {
    user_id: "ada",
    arguments: { item_id: "1" },
    custom_auth_params: { base_url: upstream.url },
  });

async function limitTokens(page: Page, tokens: string): Promise<void> {
  const section = page.getByRole("region", { name: "Smaller answers" });
  await section.getByLabel("Token limit").fill(tokens);
  await section.getByRole("checkbox", { name: "Turn HTML into plain text" }).check();
}

test("a project's answers become smaller, and the log says by how much", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/project#smaller-answers`);
  await limitTokens(page, "10");
  await page.getByRole("button", { name: "Save answers" }).click();
  await expect(page.getByText("Enter a whole number from 50 to 1,000,000.")).toBeVisible();
  await limitTokens(page, "200");
  await expectAccessible(page);
  await takePicture(page, "smaller-answers-project");
  await page.getByRole("button", { name: "Save answers" }).click();
  await expect(page.getByText("Responses are smaller from now on")).toBeVisible();
  const first = await read();
  expect(first.body.data).toMatchObject({ message: expect.stringContaining("max_tokens was 200") });
  await page.goto(`${run().url}/logs/tools?open=${first.body.log_id}`);
  await expect(page.getByText(/^about [\d,.k]+ tokens of [\d.]+k$/)).toBeVisible();
  await takePicture(page, "smaller-answers-log");
  expect(complaints).toEqual([]);
});
