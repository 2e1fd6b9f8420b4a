/** From the description of an API to its first call in the browser, and a tool that a project changes. */
import { expect, test, type Page } from "@playwright/test";
import { apiOf, type Api, type ToolAnswer } from "../fixtures/api";
import { complaintsOf, signIn } from "../fixtures/browser";
import { countClicks } from "../fixtures/clicks";
import { look, pasteInto } from "../fixtures/look";
import { type Loopback, sendJson, startLoopback } from "../fixtures/loopback";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Own toolkits ${process.env.TEST_WORKER_INDEX ?? ""}`;

let upstream: Loopback;
let api: Api;
let projectId = "";
const paths: string[] = [];

/** The description of a small API without a sign-in, with one problem that does not stop it. */
const describeApi = (title: string) =>
  JSON.stringify(
    {
      openapi: "3.0.3",
      info: { title, version: "1", description: "Parcels and where they are." },
      servers: [{ url: upstream.url }],
      paths: {
        "/parcels": {
          get: {
            operationId: "listParcels",
            summary: "List parcels",
            description: "Lists the parcels of a depot, newest first.",
            parameters: [{ name: "state", in: "query", schema: { type: "string", enum: ["open", "sent"] } }],
            responses: { 200: { description: "The parcels" } },
          },
          post: {
            operationId: "createParcel",
            summary: "Create a parcel",
            requestBody: {
              required: true,
              content: {
                "application/json": {
                  schema: { type: "object", required: ["to"], properties: { to: { type: "string" } } },
                },
              },
            },
            responses: { 201: { description: "The parcel" } },
          },
        },
        "/parcels/{id}": {
          get: {
            operationId: "getParcel",
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            responses: { 200: { description: "The parcel" } },
          },
        },
      },
    },
    null,
    1,
  );

test.beforeAll(async () => {
  upstream = await startLoopback((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    sendJson(response, 200, { parcels: [{ id: "p1", state: "open" }] });
  });
  const account = await provision(run(), { email: run().email, project: PROJECT });
  projectId = account.project_id;
  api = apiOf(run().url, account.api_key);
});
test.afterAll(() => upstream.stop());

test.beforeEach(async ({ page }) => {
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

const paste = (page: Page, text: string) => pasteInto(page, "URL or document", text);

test("a description becomes a toolkit, and its first call succeeds, with one paste and four clicks", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const clicks = await countClicks(page);
  await page.goto(`${run().url}/toolkits`);
  await page.getByRole("link", { name: "Add your own" }).click();
  await expect(page.locator(".monaco-editor")).toBeVisible({ timeout: 60_000 });
  await paste(page, describeApi("Parcel Post"));
  await expect(page.getByRole("heading", { name: "Parcel Post" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("3 of 3 tools selected", { exact: false })).toBeVisible();
  await look(page, "own-toolkits-new");
  await page.getByRole("button", { name: "Publish the toolkit" }).click();
  await expect(page.getByRole("link", { name: "Try a tool" })).toHaveAttribute("href", /\?tool=/, { timeout: 60_000 });
  await look(page, "own-toolkits-published");
  await page.getByRole("link", { name: "Try a tool" }).click();
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await expect(page.getByText("Succeeded")).toBeVisible();
  expect(paths.at(-1)).toMatch(/\/parcels/);
  expect(clicks()).toBe(4);
  await page.goto(`${run().url}/toolkits`);
  await expect(page.getByRole("region", { name: "Your toolkits" })).toContainText("Parcel Post");
  expect(complaints).toEqual([]);
});

test("tools are left out and changed, versions are compared and rolled back, and the toolkit is deleted", async ({
  page,
}) => {
  await api.call("POST", "/internal/patchbay/own_toolkits", { slug: "custom_depot", document: describeApi("Depot") });
  await api.call("POST", "/internal/patchbay/own_toolkits/custom_depot/publish");
  await page.goto(`${run().url}/toolkits/custom_depot/edit`);
  await page.getByRole("button", { name: "Only reads" }).click();
  await expect(page.getByText("2 of 3 tools selected", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: /^Edit .*LIST_PARCELS/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("See what is available");
  await page.getByRole("button", { name: "Save tool" }).click();
  await expect(page.getByText("See what is available")).toBeVisible();
  await page.getByRole("button", { name: "Publish a version" }).click();
  await page.getByRole("tab", { name: "Versions" }).click();
  await expect(page.getByRole("button", { name: "Roll back" })).toBeVisible();
  await look(page, "own-toolkits-versions");
  await page.getByRole("button", { name: "Roll back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Roll back" }).click();
  await expect(page.getByText(/is the latest again/)).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByLabel(/^Type/).fill("custom_depot");
  await page.getByRole("button", { name: "Delete the toolkit" }).click();
  await expect(page).toHaveURL(/\/toolkits$/);
});

test("a project fixes an argument of a tool and gives it other words", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/tools/GITHUB_CREATE_AN_ISSUE`);
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("File a ticket");
  await page.getByRole("radiogroup", { name: "Value of owner" }).getByRole("radio", { name: "Fixed" }).click();
  await page.getByLabel("Fixed value of owner").fill("acme");
  await look(page, "own-toolkits-change");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("GITHUB_CREATE_AN_ISSUE changed for this project")).toBeVisible();
  const { body } = await api.call<ToolAnswer & { name: string; input_parameters: { properties: object } }>(
    "GET",
    "/tools/GITHUB_CREATE_AN_ISSUE",
  );
  expect([body.name, Object.keys(body.input_parameters.properties)]).toEqual([
    "File a ticket",
    expect.not.arrayContaining(["owner"]),
  ]);
  await page.goto(`${run().url}/tools/changed`);
  await expect(page.getByRole("link", { name: "File a ticket" })).toBeVisible();
  await look(page, "own-toolkits-changed");
  await page.getByRole("link", { name: "File a ticket" }).click();
  await page.getByRole("button", { name: "Undo all changes" }).click();
  await page.getByRole("button", { name: "Undo the changes" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
  expect(complaints).toEqual([]);
});
