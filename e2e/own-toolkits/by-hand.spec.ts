/** A tool that a person adds to a toolkit of the catalog, and calls with an account that is connected to it. */
import { expect, test } from "@playwright/test";
import { type GraphqlService, startGraphqlService } from "../../test/servers/graphql-service";
import { apiOf, type Api, connectAccount, createAuthConfig } from "../fixtures/api";
import { complaintsOf, signIn } from "../fixtures/browser";
import { look } from "../fixtures/look";
import { type Loopback, sendJson, startLoopback } from "../fixtures/loopback";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Tools by hand ${process.env.TEST_WORKER_INDEX ?? ""}`;
const SLUG = "GITHUB_LIST_THE_BADGES_OF_A_REPOSITORY";
const TOKEN = "token-of-a-hand-made-tool";

let upstream: Loopback;
let graphs: GraphqlService;
let api: Api;
let projectId = "";
const requests: string[] = [];

test.beforeAll(async () => {
  upstream = await startLoopback((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`);
    sendJson(response, 200, { names: ["gold"], internal: "not for callers" });
  });
  graphs = await startGraphqlService("");
  const account = await provision(run(), { email: run().email, project: PROJECT });
  projectId = account.project_id;
  api = apiOf(run().url, account.api_key);
  const credentials = { base_url: upstream.url };
  const authConfigId = await createAuthConfig(api, { toolkit: "github", scheme: "BEARER_TOKEN", credentials });
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val: { token: TOKEN } });
});
test.afterAll(() => Promise.all([upstream.stop(), graphs.stop()]));

test.beforeEach(async ({ page }) => {
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

test("a person adds a tool to a toolkit of the catalog, calls it, changes it and deletes it", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/toolkits/github`);
  await page.getByRole("link", { name: "Add a tool" }).click();
  await page.getByRole("button", { name: "Add the tool" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("List the badges of a repository");
  await page.getByLabel("Description", { exact: true }).fill("Lists the badges of a repository by name.");
  await page.getByLabel("Path", { exact: true }).fill("/repos/{owner}/badges");
  await expect(page.getByText("Nothing fills {owner}.")).toBeVisible();
  await look(page, "by-hand-wrong");
  await page.getByRole("button", { name: "Add a parameter" }).click();
  await page.getByLabel("Name of parameter 1").fill("owner");
  await page.getByLabel("Place of owner").selectOption("Path");
  await page.getByLabel("Description of owner").fill("Owner of the repository");
  await page.getByLabel("Part of the response to return").fill("names");
  const modelView = page.getByRole("region", { name: "As a model will see it" });
  await expect(modelView).toContainText(SLUG);
  await expect(modelView).toContainText("Owner of the repository");
  await expect(modelView).toContainText(/about \d+ tokens/);
  const attempt = page.getByRole("region", { name: "Try it" });
  await attempt.getByLabel("Connected account").selectOption({ index: 1 });
  await attempt.getByLabel("owner", { exact: true }).fill("acme");
  await attempt.getByRole("button", { name: "Run once" }).click();
  await expect(attempt.getByText("Succeeded")).toBeVisible();
  expect(requests.at(-1)).toBe(`GET /repos/acme/badges Bearer ${TOKEN}`);
  expect((await api.call("GET", `/tools/${SLUG}`)).status).toBe(404);
  await look(page, "by-hand-new");
  await page.getByRole("button", { name: "Add the tool" }).click();

  await expect(page).toHaveURL(new RegExp(`/tools/${SLUG}$`));
  await page.getByRole("link", { name: "Try it" }).click();
  await page.getByLabel("owner", { exact: true }).fill("acme");
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByText("Succeeded")).toBeVisible();
  expect(requests.at(-1)).toBe(`GET /repos/acme/badges Bearer ${TOKEN}`);

  await page.goto(`${run().url}/toolkits/github`);
  await look(page, "by-hand-toolkit");
  await page.getByRole("list", { name: "Added tools" }).getByRole("link").click();
  await expect(page.getByLabel("Path", { exact: true })).toHaveValue("/repos/{owner}/badges");
  await expect(modelView).toContainText(SLUG);
  await look(page, "by-hand-edit");
  await page.getByLabel("Path", { exact: true }).fill("/repos/{owner}/medals");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(new RegExp(`/tools/${SLUG}$`));
  const call = { user_id: "ada", arguments: { owner: "acme" }, version: "latest" };
  const { body } = await api.call("POST", `/tools/execute/${SLUG}`, call);
  expect(body).toMatchObject({ successful: true, data: { response_data: ["gold"] } });
  expect(requests.at(-1)).toContain("/repos/acme/medals");

  await page.goto(`${run().url}/tools/${SLUG}/edit`);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Agents and programs that call it will get an error.");
  await look(page, "by-hand-delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete the tool" }).click();
  await expect(page).toHaveURL(/\/toolkits\/github$/);
  expect((await api.call("POST", `/tools/execute/${SLUG}`, call)).status).toBe(404);
  expect(complaints).toEqual([]);
});

test("a person runs tools of a draft before it is published; one that deletes something asks first", async ({
  page,
}) => {
  const path = { get: { summary: "List crates", responses: {} }, delete: { summary: "Delete crates", responses: {} } };
  const document = JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "Crates", version: "1" }, servers: [{ url: upstream.url }] },
    paths: { "/crates": path },
  });
  await api.call("POST", "/internal/patchbay/own_toolkits", { slug: "custom_crates", document });
  await page.goto(`${run().url}/toolkits/custom_crates/edit`);
  await page.getByRole("button", { name: "Try CUSTOM_CRATES_LIST_CRATES" }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Run once" }).click();
  await expect(page.getByText("Succeeded")).toBeVisible();
  expect(requests.at(-1)).toBe("GET /crates ");
  await look(page, "draft-try");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Try CUSTOM_CRATES_DELETE_CRATES" }).click();
  await page.getByRole("button", { name: "Run once" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Run the tool" }).click();
  await expect(page.getByText("Succeeded")).toBeVisible();
  expect(requests.at(-1)).toBe("DELETE /crates ");
  expect((await api.call("GET", "/tools/CUSTOM_CRATES_LIST_CRATES")).status).toBe(404);
});

test("a person reads the operations of a GraphQL endpoint, chooses one, and it is a tool that runs", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const document = JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "Graphs", version: "1" }, servers: [{ url: graphs.url }] },
    paths: { "/health": { get: { summary: "Get the health", responses: {} } } },
  });
  await api.call("POST", "/internal/patchbay/own_toolkits", { slug: "custom_graphs", document });
  await api.call("POST", "/internal/patchbay/own_toolkits/custom_graphs/publish");
  await page.goto(`${run().url}/toolkits/custom_graphs/add-tool`);
  await page.getByRole("radio", { name: "GraphQL operation" }).click();
  const picker = page.getByRole("region", { name: "Operations of the endpoint" });
  const read = picker.getByRole("button", { name: "Read the operations" });
  await page.getByLabel("Path of the endpoint").fill("/silent");
  await read.click();
  await expect(picker.getByRole("button", { name: "Reading the operations" })).toBeVisible();
  await look(page, "by-hand-graphql-reading");
  await picker.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Path of the endpoint").fill("/closed");
  await read.click();
  await expect(picker.getByText("Couldn’t read the operations", { exact: true })).toBeVisible();
  await look(page, "by-hand-graphql-refused");
  await page.getByLabel("Path of the endpoint").fill("/graphql");
  await read.click();
  await expect(picker.getByRole("listitem")).toHaveCount(5);
  await picker.getByLabel("Filter operations").fill("parcels");
  await picker.getByLabel("Filter operations").press("Enter");
  await picker.getByRole("button", { name: /^parcels/ }).click();
  await expect(page.getByLabel("Query or mutation")).toHaveValue(/parcels\(states: \$states, first: \$first\)/);
  await expect(page.getByLabel("Allowed values of states")).toHaveValue("WAITING, SENT, LOST");
  await expect(page.getByRole("region", { name: "As a model will see it" })).toContainText("CUSTOM_GRAPHS_PARCELS");
  await look(page, "by-hand-graphql");
  await page.getByRole("button", { name: "Add the tool" }).click();
  await expect(page).toHaveURL(/\/tools\/CUSTOM_GRAPHS_PARCELS$/);
  const call = { user_id: "ada", arguments: { first: 1, states: ["SENT"] }, version: "latest" };
  const { body } = await api.call("POST", "/tools/execute/CUSTOM_GRAPHS_PARCELS", call);
  expect(body).toMatchObject({ successful: true, data: { response_data: [{ id: "p1", city: "Turin" }] } });
  expect(complaints).toEqual([]);
});
