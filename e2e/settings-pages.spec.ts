/**
 * Settings in the browser: a project's face, the time of links, the password, members and their invitations, new
 * projects, copies of projects.
 */
import { expect, test } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { apiOf } from "./fixtures/api";
import { chooseProject, complaintsOf, enterProject, expectAccessible } from "./fixtures/browser";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Settings pages ${process.env.TEST_WORKER_INDEX ?? ""}`;

/** An image of one pixel. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test.beforeAll(() => provision(run(), { email: run().email, project: PROJECT }));

test("the project's face is saved, and leaving with changes asks first", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/project`);
  await page.getByLabel(/^Logo/).fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save project" }).click();
  await expect(page.getByLabel(/^Logo/)).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel(/^Logo/).fill("");
  const image = page.getByLabel("Image file");
  await image.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
  await expect(page.getByText("The image is not a PNG, JPEG or WebP image.")).toBeVisible();
  await image.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(DOT, "base64") });
  await expect(page.getByLabel(/^Logo/)).toHaveValue(/\/logos\/project\/logo_\w+$/);
  const preview = page.frameLocator("iframe[title='Preview of the connect page']");
  await expect(preview.locator("img[src*='/logos/project/logo_']")).toHaveJSProperty("naturalWidth", 1);
  await page.getByLabel("Links work for").selectOption("7 days");
  await expect(page.getByText("Link lifetime saved")).toBeVisible();
  await page.getByLabel(/^Display name/).fill("Loose Cables Ltd");
  await expect(preview.getByText("Loose Cables Ltd wants to access")).toBeVisible();
  await page.getByRole("link", { name: "API keys", exact: true }).click();
  await page
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await expect(page).toHaveURL(/\/settings\/project$/);
  await page.getByRole("button", { name: "Save project" }).click();
  await expect(page.getByText("You have unsaved changes.")).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel(/^Display name/)).toHaveValue("Loose Cables Ltd");
  await expectAccessible(page);
  await page.goto(`${run().url}/settings/profile`);
  await page.getByLabel("Current password").fill("not my password");
  await page.getByLabel("New password", { exact: true }).fill("a sentence of my own");
  await page.getByLabel("Confirm new password").fill("a sentence of my own");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert").or(page.locator("[aria-invalid=true]")).first()).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("a sentence of my own");
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("a person is invited, registers in another browser, gets a role that shows more, and is signed out when removed", async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  const guest = `guest-${Date.now()}@example.com`;
  const row = page.getByRole("row", { name: guest });
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/members`);
  await page.getByRole("button", { name: "Invite a member" }).click();
  await page.getByLabel("Email").fill(guest);
  await page.getByLabel("Role", { exact: true }).selectOption("Viewer");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = (await page.getByLabel(`Link for ${guest}`).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Close without copying" }).click();
  await expect(page.getByRole("row", { name: guest })).toContainText("Pending");
  await expectAccessible(page);

  const other = await (await browser.newContext()).newPage();
  const theirs = complaintsOf(other);
  const addresses: string[] = [];
  other.on("request", (request) => addresses.push(request.url() + (request.headers().referer ?? "")));
  await other.goto(link);
  await expect(other.getByRole("heading", { name: /^Join / })).toBeVisible();
  await expectAccessible(other);
  await other.getByLabel("Password", { exact: true }).fill("short");
  await other.getByRole("button", { name: "Create account and join" }).click();
  await expect(other.getByText("Use at least 10 characters.")).toBeVisible();
  await other.getByLabel("Password", { exact: true }).fill("a sentence of a guest");
  await other.getByLabel(/^Your name/).fill("\u202egrace");
  await other.getByRole("button", { name: "Create account and join" }).click();
  await expect(other.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  expect(addresses.filter((address) => address.includes(link.split("#")[1] ?? link))).toEqual([]);
  await other.goto(`${run().url}/settings/members`);
  await expect(other.getByText("Your role can’t see other members.")).toBeVisible();

  await page.reload();
  await row
    .filter({ hasText: "Viewer" })
    .getByRole("button", { name: `Actions for ${guest}` })
    .click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByLabel("Role", { exact: true }).selectOption("Admin");
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(row.first()).toContainText("Admin");
  await other.reload();
  await expect(other.getByRole("button", { name: "Invite a member" })).toBeVisible();

  await page.getByRole("button", { name: `Actions for ${guest}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByRole("button", { name: `Actions for ${guest}` })).toHaveCount(0);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await other.goto(link);
  await expect(other.getByText("This invitation does not work")).toBeVisible();
  expect([...complaints, ...theirs]).toEqual([]);
  await other.context().close();
});

test("the organization gets another name, and the page of its members says it", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/members`);
  const name = page.getByLabel("Name", { exact: true });
  const before = await name.inputValue();
  for (const next of ["Loose Cables Ltd", before]) {
    await name.fill(next);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("heading", { name: `Members of ${next}`, level: 1 })).toBeVisible();
  }
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("a new project is created in the menu of projects, opens with the checklist, and is deleted by its name", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const name = `Created ${Date.now()}`;
  await enterProject(page, run(), PROJECT);
  await page.getByRole("button", { name: /^Project: / }).click();
  await page.getByRole("menuitem", { name: "Create project" }).click();
  const field = page.getByRole("dialog").getByLabel("Name");
  await field.fill(PROJECT);
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(name);
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("button", { name: `Project: ${name}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Connect your agent" })).toBeVisible();

  await page.goto(`${run().url}/settings/project`);
  await page.getByRole("button", { name: "Delete project" }).click();
  const question = page.getByRole("alertdialog", { name: `Delete the project ${name}?` });
  await expect(question.getByText("all settings and all logs")).toBeVisible();
  await expect(question.getByRole("button", { name: "Delete project" })).toBeDisabled();
  await expectAccessible(page);
  await question.getByLabel(/^Type /).fill(name);
  // An answer that is lost: the next try finds the project gone, which is what was wanted.
  await page.route(
    "**/api/v3/org/owner/project/*",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await question.getByRole("button", { name: "Delete project" }).click();
  await expect(question.getByText("The server didn’t respond.")).toBeVisible();
  await question.getByRole("button", { name: "Delete project" }).click();
  await expect(page).toHaveURL(`${run().url}/`);
  await expect(page.getByRole("button", { name: /^Project: / })).toBeVisible();
  await page.getByRole("button", { name: /^Project: / }).click();
  await expect(page.getByRole("menuitemradio", { name: PROJECT, exact: true })).toBeVisible();
  await expect(page.getByRole("menuitemradio", { name, exact: true })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a project is exported, and imported into another one after a look at what would happen", async ({ page }) => {
  const complaints = complaintsOf(page);
  const [source, target] = [`Copy source of ${PROJECT}`, `Copy target of ${PROJECT}`];
  const { api_key: apiKey } = await provision(run(), { email: run().email, project: source });
  await provision(run(), { email: run().email, project: target });
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
  await enterProject(page, run(), source);
  await page.goto(`${run().url}/settings/project#copy-project`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^project-copy-source-of-.*\.tar\.gz$/);
  const path = await file.path();

  await chooseProject(page, target);
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
  // It comes disabled, until its secret is filled in.
  await page.goto(`${run().url}/auth-configs?disabled=show`);
  await expect(page.getByText("GitHub of staging")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a key with chosen areas says what it can do, and can do nothing else", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/api-keys?new=1`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Limited");
  await dialog.getByLabel("Access", { exact: true }).selectOption("Only execute tools");
  await expect(dialog.getByText("execute tools", { exact: true })).toBeVisible();
  await dialog.getByLabel("Access", { exact: true }).selectOption("Choose areas");
  await dialog.getByLabel("Access to Tool execution").selectOption("None");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Allow at least one area.")).toBeVisible();
  await dialog.getByLabel("Access to Toolkits").selectOption("Read");
  await expectAccessible(page);
  await takePicture(page, "key-areas");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("see toolkits")).toBeVisible();
  const api = apiOf(run().url, (await dialog.getByLabel("Key Limited").textContent()) ?? "");
  expect((await api.call("GET", "/toolkits?limit=1")).status).toBe(200);
  expect((await api.call("GET", "/auth_configs")).status).toBe(403);
  await page.goto(`${run().url}/settings/api-keys`);
  // The row has it twice: on phones it is below the name.
  const access = page.getByRole("row", { name: /Limited/ }).getByText("Toolkits (read)");
  await expect(access.filter({ visible: true })).toHaveCount(1);
  await takePicture(page, "keys");
  expect(complaints).toEqual([]);
});

test("a person's own key and a key of the organization are shown once, work, and end", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  const ask = (path: string, headers: Record<string, string>) => fetch(`${run().url}/api/v3${path}`, { headers });
  for (const { at: address, title, header, path } of [
    { at: "profile", title: "Create your own key", header: "x-user-api-key", path: "/auth/session/info" },
    { at: "api-keys", title: "Create organization key", header: "x-org-api-key", path: "/org/owner/project/list" },
  ]) {
    await page.goto(`${run().url}/settings/${address}`);
    await page.getByRole("button", { name: title }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("button", { name: "Create key" }).click();
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    const name = `Laptop ${Date.now()}`;
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Expires").selectOption("In 30 days");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create key" }).click();
    const key = (await page.getByLabel(`Key ${name}`).textContent()) ?? "";
    expect((await ask(path, { [header]: key })).status).toBe(200);
    await page.reload();
    await expect(page.getByText(key)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: `Revoke ${name}` }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    // The list has no roles while the window is open.
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: `Revoke ${name}` })).toHaveCount(0);
    expect((await ask(path, { [header]: key })).status).toBe(401);
  }
  expect(complaints).toEqual([]);
});
