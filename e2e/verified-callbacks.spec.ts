/**
 * A project that verifies who comes back: its owner names the verifier, a person consents, and the app finishes the
 * connection.
 */
import { expect, test } from "@playwright/test";
import { apiOf, createAuthConfig } from "./fixtures/api";
import { complaintsOf, consent, enterProject, expectAccessible } from "./fixtures/browser";
import { type Emulators, GITHUB_LOGIN, githubOverrides, startEmulators } from "./fixtures/emulators";
import { type ReturnApp, startReturnApp } from "./fixtures/loopback";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `Verified callbacks ${process.env.TEST_WORKER_INDEX ?? ""} ${Date.now()}`;
let emulators: Emulators;
let app: ReturnApp;

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  app = await startReturnApp();
});
test.afterAll(async () => {
  emulators.stop();
  await app.stop();
});

test("the owner names a verifier, and a connection from the dashboard is finished by the app alone", async ({
  page,
}) => {
  const api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  const config = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "OAUTH2",
    credentials: githubOverrides(emulators),
  });
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);

  await page.goto(`${run().url}/settings/project`);
  const address = page.getByLabel(/^Verifier URL/);
  const save = page.getByRole("button", { name: "Save verifier" });
  await expect(page.getByText(/^Off: anyone who opens a connect link/)).toBeVisible();
  await expect(save).toBeDisabled();
  await address.fill("http://app.example/verify");
  await save.click();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "settings with a wrong verifier");
  await address.fill(`${app.url}/connected`);
  await save.click();
  await expect(page.getByText("Your app verifies who connects")).toBeVisible();
  await page.reload();
  await expect(address).toHaveValue(`${app.url}/connected`);
  await expectAccessible(page, "settings with a verifier");

  await page.goto(`${run().url}/auth-configs/${config}`);
  await page.getByRole("button", { name: "Connect an account" }).first().click();
  await page.getByLabel("User id").fill("ada");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByText("Your app finishes this connection")).toBeVisible();
  await expectAccessible(page, "the connect window");
  const link = (await page.getByLabel("Connect link", { exact: true }).textContent()) ?? "";

  const person = await page.context().browser()?.newPage();
  if (!person) throw new Error("There is no browser.");
  const personComplaints = complaintsOf(person);
  await consent(person, link.trim(), GITHUB_LOGIN);
  await expect(person.getByRole("heading", { name: "Back in the app" })).toBeVisible();
  const [visit = {}] = app.visits;
  expect(Object.keys(visit)).toEqual(["session_uri"]);
  const done = await api.call("POST", "/connected_accounts/complete_auth", { ...visit, user_id: "ada" });
  expect([done.status, done.body.toolkit_slug]).toEqual([200, "github"]);
  await expect(page.getByText("Account connected")).toBeVisible();

  await page.goto(`${run().url}/settings/project`);
  await address.fill("");
  await save.click();
  await expect(page.getByText(/^Off: anyone who opens a connect link/)).toBeVisible();
  expect([...complaints, ...personComplaints]).toEqual([]);
  await person.close();
});
