/** The agent console as people use it: a task by hand without a language model, and by a model while they watch. */
import { LLMock } from "@copilotkit/aimock";
import { expect, test, type Page } from "@playwright/test";
import { apiOf, createAuthConfig } from "../fixtures/api";
import { complaintsOf, consent, expectAccessible, openPage, signIn } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import {
  type Emulators,
  GITHUB_LOGIN,
  GITHUB_REPO,
  githubIssues,
  githubOverrides,
  startEmulators,
} from "../fixtures/emulators";
import { provision } from "../harness/provision";
import { run } from "../harness/run";
import { DONE, MODEL, startScriptedModel, taskOf } from "../sdk/scripted-model";

// of this worker alone: a failed test starts another one
const PROJECT = `Console ${process.env.TEST_WORKER_INDEX ?? ""}`;
const TOOL = "GITHUB_CREATE_AN_ISSUE";
const repository = { owner: GITHUB_LOGIN, repo: GITHUB_REPO };
const jobs: Parameters<typeof startScriptedModel>[0] = new Map();

let emulators: Emulators;
let scripted: Awaited<ReturnType<typeof startScriptedModel>>;
const mock = new LLMock({ port: 0 });
/** Ends the answers of the slow model. */
const endSlow: (() => void)[] = [];
let projectId = "";

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  scripted = await startScriptedModel(jobs);
  await mock.start();
  const { api_key: key, project_id: id } = await provision(run(), { email: run().email, project: PROJECT });
  projectId = id;
  const credentials = githubOverrides(emulators);
  await createAuthConfig(apiOf(run().url, key), { toolkit: "github", scheme: "OAUTH2", credentials });
});
test.afterAll(async () => {
  emulators.stop();
  for (const end of endSlow) end();
  await Promise.all([scripted.stop(), mock.stop()]);
});

test.describe.configure({ timeout: 300_000 });

let complaints: string[];
test.beforeEach(async ({ page }) => {
  complaints = complaintsOf(page);
  // The preview of the connect page is a sandbox without storage.
  await page.addInitScript((id) => {
    if (window.top === window) window.localStorage.setItem("patchbay.project", id);
  }, projectId);
  await signIn(page, run());
});
test.afterEach(() => expect(complaints).toEqual([]));

const step = (page: Page, number: number) => page.getByRole("listitem", { name: new RegExp(`^Step ${number}:`) });
const next = (page: Page) => page.getByRole("region", { name: "Next step" });
const runStep = async (page: Page, label?: string) => {
  if (label) await next(page).getByRole("button", { name: label, exact: true }).click();
  await next(page).getByRole("button", { name: "Run step" }).click();
};
const isDone = (page: Page, number: number) =>
  expect(step(page, number).getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });

async function pictures(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const width of [390, 768, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `console/${name}-${width}-${colorScheme}`, { fullPage: true });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
      // Each check takes seconds on a slow machine: once for each width and each theme.
      if (width === (colorScheme === "light" ? 390 : 1440))
        await expectAccessible(page, `${name} at ${width} px, ${colorScheme}`);
    }
  await page.emulateMedia({ colorScheme: "light" });
  if (size) await page.setViewportSize(size);
}

test("a task by hand, without a language model: search, connect, wait, execute; and what to set for automatic work", async ({
  page,
  context,
}) => {
  const title = "Opened by hand";
  await openPage(page, "Playground", "Console");
  await expect(next(page).getByText("Enter a task first.")).toBeVisible();
  await page.getByLabel("Task").fill("create an issue in a GitHub repository");
  await page.getByLabel("User id").fill("hand");
  await runStep(page);
  await isDone(page, 1);
  await expect(step(page, 1).getByText(/^Found: /)).toContainText("Create an issue");
  await expect(step(page, 1).getByText(/about [\d,]+ tokens/)).toBeVisible();

  await runStep(page, "Connect GitHub");
  await isDone(page, 2);
  const link = await step(page, 2).getByRole("link", { name: "Connect GitHub" }).getAttribute("href");
  const person = await context.newPage();
  await consent(person, link ?? "", GITHUB_LOGIN);
  await expect(person.getByText(/connected/i).first()).toBeVisible();
  await person.close();
  await runStep(page, "Wait for GitHub");
  await isDone(page, 3);

  await next(page).getByRole("button", { name: "Create an issue", exact: true }).click();
  await next(page).getByRole("radio", { name: "JSON" }).click();
  await next(page).getByRole("radio", { name: "Form" }).click();
  await next(page)
    .getByRole("textbox", { name: /^owner/i })
    .fill(GITHUB_LOGIN);
  await next(page).getByRole("combobox", { name: /^repo/i }).fill(GITHUB_REPO);
  await next(page)
    .getByRole("textbox", { name: /^title/i })
    .fill(title);
  await runStep(page);
  await isDone(page, 4);
  await expect(step(page, 4).getByText(/· .*account/)).toBeVisible();
  await expect(step(page, 4).locator('a[href^="/connected-accounts/ca_"]')).toBeVisible();
  expect((await githubIssues(emulators)).filter((issue) => issue.title === title)).toHaveLength(1);
  await pictures(page, "by-hand");

  await page.getByRole("radio", { name: "Agent" }).click();
  await expect(page.getByText("PATCHBAY_LLM_BASE_URL")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Task")).toHaveValue("create an issue in a GitHub repository");
  await expect(page.getByText("No model configured")).toBeVisible();

  // The steps come from the session, so neither a reload nor another page loses them.
  await page.getByRole("radio", { name: "Manual" }).click();
  await expect(step(page, 4)).toContainText(TOOL);
  await page.goto(`${run().url}/sessions`);
  await page.goBack();
  await expect(step(page, 1)).toContainText("COMPOSIO_SEARCH_TOOLS");
  await expect(next(page).getByRole("button", { name: "Create an issue", exact: true })).toBeVisible();
});

async function setModel(page: Page, url: string, model: string): Promise<void> {
  await page.goto(`${run().url}/settings/project`);
  const section = page.getByRole("region", { name: "Language model" });
  await section.getByLabel("URL").fill(url);
  await section.getByLabel("Model", { exact: true }).fill(model);
  await section.getByRole("button", { name: "Save model" }).click();
  await expect(section.getByText(`In use: ${model} (this project).`)).toBeVisible();
}

test("a model set in the project's settings does a task in sight, with the person's consent on the way", async ({
  page,
  context,
}) => {
  const title = "Opened automatically";
  const link = new Promise<string>((showLink) => jobs.set(title, { repository, showLink }));
  await setModel(page, scripted.url, MODEL);
  const query = new URLSearchParams({ task: taskOf(title), user: "watched", way: "auto" });
  await page.goto(`${run().url}/console?${query}`);
  await page.getByRole("button", { name: "Start agent" }).click();
  const person = await context.newPage();
  await consent(person, await link, GITHUB_LOGIN);
  await person.close();
  await expect(page.getByText(DONE)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("The model is done.")).toBeVisible();
  await expect(step(page, 4)).toContainText("COMPOSIO_MULTI_EXECUTE_TOOL");
  await expect(step(page, 4).locator('a[href^="/connected-accounts/ca_"]')).toBeVisible();
  expect((await githubIssues(emulators)).filter((issue) => issue.title === title)).toHaveLength(1);
  await pictures(page, "automatic");
});

test("a model that fails shows the way out; one that is slow is stopped by the button and asked nothing more", async ({
  page,
}) => {
  await setModel(page, `${mock.url}/v1`, "a-model");
  const section = page.getByRole("region", { name: "Language model" });
  mock.nextRequestError(500, { message: "no" });
  await section.getByRole("button", { name: "Test model" }).click();
  await expect(section.getByText("The model doesn’t work")).toBeVisible();
  await pictures(page, "settings");

  await page.goto(`${run().url}/console?task=anything&user=slow&way=auto`);
  mock.reset();
  mock.nextRequestError(500, { message: "no" });
  await page.getByRole("button", { name: "Start agent" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "didn't respond" })).toContainText("by hand");

  mock.on({ model: "a-model" }, () => new Promise((end) => endSlow.push(() => end({ content: "Late." }))));
  await page.getByRole("button", { name: "Start agent" }).click();
  await expect(page.getByText("Thinking…")).toBeVisible();
  await page.getByRole("button", { name: "Stop agent" }).click();
  await expect(page.getByText("You stopped the agent.")).toBeVisible();
  const requestCount = mock.getRequests().length;
  await expect(page.getByRole("button", { name: "Start agent" })).toBeEnabled();
  expect(mock.getRequests()).toHaveLength(requestCount);
});
