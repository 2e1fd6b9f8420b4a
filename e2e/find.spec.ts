/**
 * The page Find as people use it: ask, see why, try the tool, mark what is wrong and take the list away; by keyboard,
 * in both themes.
 */
import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { complaintsOf, expectAccessible, openPage, signIn } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one, which makes its own marks
const PROJECT = `Find ${process.env.TEST_WORKER_INDEX ?? ""}`;
const REQUEST = "create an issue in github";
const TOOL = "GITHUB_CREATE_AN_ISSUE";
const PLACE = `/find?q=${encodeURIComponent(REQUEST)}`;

let projectId = "";

test.beforeAll(async () => {
  const { api_key: key, project_id: id } = await provision(run(), { email: run().email, project: PROJECT });
  projectId = id;
  const api = apiOf(run().url, key);
  const authConfigId = await createAuthConfig(api, { toolkit: "github", scheme: "BEARER_TOKEN" });
  await connectAccount(api, {
    authConfigId,
    userId: "ada",
    scheme: "BEARER_TOKEN",
    val: { token: "find-secret-token" },
  });
});

let complaints: string[];
test.beforeEach(async ({ page }) => {
  complaints = complaintsOf(page);
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});
test.afterEach(() => expect(complaints).toEqual([]));

const field = (page: Page) => page.getByRole("textbox", { name: "What do you want to do?" });
const fitting = (page: Page) => page.getByRole("list", { name: "Matching tools" });
const card = (page: Page) => fitting(page).getByRole("listitem").filter({ hasText: TOOL }).first();

test("a request finds its tool; the address contains the request, and Back and reload show it again", async ({
  page,
}) => {
  await openPage(page, "Playground", "Find");
  await expect(field(page)).toBeFocused();
  await page.getByRole("button", { name: "Find tools" }).click();
  await expect(field(page)).toBeFocused();
  await page.getByRole("button", { name: "Send an email to my team" }).click();
  await expect(page).toHaveURL(`${run().url}/find?q=Send+an+email+to+my+team`);
  await expect(field(page)).toHaveValue("Send an email to my team");
  await expect(fitting(page)).toBeVisible();
  await field(page).fill(REQUEST);
  await field(page).press("Enter");
  await expect(card(page)).toBeVisible();
  await page.goBack();
  await expect(field(page)).toHaveValue("Send an email to my team");
  await expect(card(page)).toHaveCount(0);
  await page.goForward();
  await page.reload();
  await expect(field(page)).toHaveValue(REQUEST);
  await expect(card(page)).toBeVisible();
});

test("a tool shows why it was found and whether its app is connected, and links to page and playground", async ({
  page,
}) => {
  await page.goto(run().url + PLACE);
  await expect(card(page).getByText("Connected", { exact: true })).toBeVisible();
  await card(page).getByText("Why this?").click();
  await expect(card(page).getByText("“issue”")).toBeVisible();
  await expect(
    card(page)
      .getByText(/in its name/)
      .first(),
  ).toBeVisible();
  await expect(card(page).getByText("You named its app")).toBeVisible();
  await page.getByRole("searchbox", { name: "User" }).fill("bob");
  await expect(page).toHaveURL(/user=bob/);
  await expect(card(page).getByRole("link", { name: "Connect GitHub" })).toHaveAttribute(
    "href",
    "/auth-configs/new?toolkit=github",
  );
  await page.getByRole("searchbox", { name: "User" }).fill("ada");
  await expect(card(page).getByText("Connected", { exact: true })).toBeVisible();
  await card(page).getByRole("link", { name: /^Try / }).click();
  await expect(page).toHaveURL(`${run().url}/playground?tool=${TOOL}&user=ada`);
  await expect(page.getByRole("button", { name: /Run tool/ })).toBeVisible();
  await page.goBack();
  await card(page).getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(`${run().url}/tools/${TOOL}`);
});

test("each step of a request has its own tools, and a plan shows what comes first", async ({ page }) => {
  const request = "delete a comment on a github issue and then list the subscribers of a mailchimp list";
  await page.goto(`${run().url}/find?q=${encodeURIComponent(request)}`);
  const first = page.getByRole("region", { name: "Step 1: delete a comment on a github issue" });
  const second = page.getByRole("region", { name: "Step 2: list the subscribers of a mailchimp list" });
  await expect(second.getByRole("link", { name: "Connect Mailchimp" }).first()).toBeVisible();
  await expect(second.getByRole("button", { name: "Report a wrong result" })).toBeVisible();
  const plan = first.getByRole("region", { name: "Plan" });
  await expect(plan.getByText("First", { exact: true }).first()).toBeVisible();
  await expect(plan.getByText("Required", { exact: true }).first()).toBeVisible();
  await plan.getByRole("link", { name: "Delete an issue comment", exact: true }).first().click();
  await expect(page).toHaveURL(`${run().url}/tools/GITHUB_DELETE_AN_ISSUE_COMMENT`);
});

test("the search covers only the chosen toolkits", async ({ page }) => {
  await page.goto(`${run().url}/find?q=${encodeURIComponent("create an issue")}`);
  await expect(fitting(page)).toBeVisible();
  const toolkits = page.getByRole("combobox", { name: "Toolkits" });
  await toolkits.fill("gitlab");
  await page.getByRole("option", { name: "GitLab", exact: true }).click();
  await expect(page).toHaveURL(/toolkits=gitlab/);
  const hits = page.locator("[data-hit]");
  await expect(hits.first()).toHaveAttribute("href", /^\/tools\/GITLAB_/);
  await expect(page.locator("[data-hit]:not([href^='/tools/GITLAB_'])")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove gitlab" }).click();
  await expect(page).not.toHaveURL(/toolkits=/);
});

test("the page explains why nothing fits", async ({ page }) => {
  await page.goto(`${run().url}/find?q=${encodeURIComponent("frobnicate the quuxified zorbulator")}`);
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await expect(page.getByText(/^No tool here has to do with .*“zorbulator”/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Report a wrong result" })).toBeVisible();
});

test("the slash key leads to the request, and the arrow keys move through the hits and back", async ({ page }) => {
  await page.goto(run().url + PLACE);
  await expect(card(page)).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("End");
  const hits = page.locator("[data-hit]");
  await page.keyboard.press("ArrowDown");
  await expect(hits.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(hits.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(field(page)).toBeFocused();
});

test("a wrong result is marked in one press, unmarked, assigned its expected tool, exported and deleted", async ({
  page,
}) => {
  await page.goto(run().url + PLACE);
  await page.getByRole("button", { name: "Report a wrong result" }).click();
  await expect(page.getByRole("button", { name: "Unmark" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Report a wrong result" })).toBeVisible();
  await page.getByRole("tab", { name: "Reported results" }).click();
  await expect(page.getByText("No reported results")).toBeVisible();

  await page.getByRole("tab", { name: "Find tools" }).click();
  await page.getByRole("button", { name: "Report a wrong result" }).click();
  await page.getByRole("combobox", { name: "Search tools" }).fill("gitlab create issue");
  await page
    .getByRole("option", { name: /GITLAB_CREATE/ })
    .first()
    .click();
  await expect(page.getByText("Expected:")).toBeVisible();
  await page.getByRole("tab", { name: "Reported results" }).click();
  const table = page.getByRole("table", { name: "Reported results, newest first" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("link", { name: REQUEST })).toHaveAttribute("href", PLACE);
  await expect(table.locator('a[href^="/tools/GITLAB_"]')).toBeVisible();

  const exported = async (format: RegExp) => {
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: format }).click(),
    ]);
    return readFileSync(await file.path(), "utf8");
  };
  const [heading, line] = (await exported(/TSV/)).split("\n");
  expect(heading).toBe("request\texpected\tshown\tcreated_at\toutcome");
  expect(line).toMatch(new RegExp(`^${REQUEST}\tGITLAB_\\w+\t.*${TOOL}`));
  expect(JSON.parse(await exported(/JSON/))).toMatchObject([{ request: REQUEST }]);

  await page.getByRole("button", { name: `Delete ${REQUEST}` }).click();
  await expect(page.getByText("No reported results")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: `Delete ${REQUEST}` }).click();
  await expect(page.getByText("No reported results")).toBeVisible();
});

test("the palette takes over the typed text", async ({ page }) => {
  await expect(page.getByRole("button", { name: `Project: ${PROJECT}` })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search pages, tools, users and guides" }).fill(REQUEST);
  await page.getByRole("option", { name: `Find tools for “${REQUEST}”` }).click();
  await expect(page).toHaveURL(run().url + PLACE);
  await expect(card(page)).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`results with their reasons, and the open list of toolkits, are accessible: ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(run().url + PLACE);
    await expect(card(page)).toBeVisible();
    for (const why of await page.getByText("Why this?").all()) await why.click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Report a wrong result" }).click();
    await expect(page.getByRole("combobox", { name: "Search tools" })).toBeVisible();
    await page.getByRole("combobox", { name: "Toolkits" }).click();
    await expect(page.getByRole("option").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Unmark" }).click();
    await expect(page.getByRole("button", { name: "Report a wrong result" })).toBeVisible();
  });
