/** Passkeys in Chromium's own authenticator, and two-step sign-in as a rule of the organization. */
import { expect, test, type Page } from "@playwright/test";
import { codeOf, stepAt } from "../../lib/access/factors/find-step";
import { complaintsOf, signIn } from "../fixtures/browser";
import { joinAs, look, PASSWORD } from "../fixtures/people";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const API = "/api/v3/internal/patchbay";

/** A device with a PIN that its person enters right away. */
async function plugIn(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2" as const,
    transport: "internal" as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  return { cdp, authenticatorId };
}

async function toLogin(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${run().url}/login?next=/settings/profile`);
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await toLogin(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();
}

test("a member adds a passkey, signs in by it alone and after the password, and deletes it", async ({
  page: ownersPage,
  browser,
}) => {
  const email = `passkey-${Date.now()}@example.com`;
  const page = await joinAs(ownersPage, browser, email);
  const { cdp, authenticatorId } = await plugIn(page);
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/settings/profile`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
  await look(page, "passkeys-add");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Laptop");
  await expect(page.getByText("On by your passkeys.")).toBeVisible();
  await look(page, "passkeys-profile");

  await toLogin(page);
  await look(page, "passkeys-login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await enterPassword(page, email);
  expect((await page.request.get(`${run().url}${API}/profile`)).status()).toBe(401);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("Last used");

  // Without the PIN it opens nothing.
  await toLogin(page);
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Couldn’t use a passkey")).toBeVisible();
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("button", { name: "Delete the passkey Laptop" }).click();
  await page.getByRole("button", { name: "Delete passkey" }).click();
  await expect(page.getByText("No passkeys yet.")).toBeVisible();
  expect(complaints).toEqual([]);
});

/** @returns the link of the invitation */
async function invite(page: Page, email: string): Promise<string> {
  const answer = await page.request.post(`${run().url}${API}/invitations`, {
    data: { email, role: "viewer" },
    headers: { origin: run().url },
  });
  return ((await answer.json()) as { url: string }).url;
}

test("an owner requires two-step sign-in, and a member sets it up before anything else", async ({ page, browser }) => {
  const email = `leader-${Date.now()}@example.com`;
  const account = await provision(run(), { email, project: "Guarded" });
  await signIn(page, { url: run().url, email, password: account.password });
  const complaints = complaintsOf(page);
  const members = `${run().url}/settings/members`;
  await page.goto(members);
  await page.getByRole("button", { name: "Require two-step sign-in" }).click();
  await page.getByRole("button", { name: "Require it" }).click();
  await expect(page.getByText("Your own account doesn’t have two-step sign-in.")).toBeVisible();
  await plugIn(page);
  await page.goto(`${run().url}/settings/profile`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const url = await invite(page, `guest-${email}`);
  const urlOfSecond = await invite(page, `second-${email}`);
  await page.goto(members);
  await page.getByRole("button", { name: "Require two-step sign-in" }).click();
  await expect(page.getByRole("button", { name: "Require it" })).toBeVisible();
  await look(page, "passkeys-require");
  await page.getByRole("button", { name: "Require it" }).click();
  await expect(page.getByText(/^Required for all members/)).toBeVisible();
  await look(page, "passkeys-members");

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Create account and join" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Set up two-step sign-in" })).toBeVisible();
  await look(guest, "passkeys-required");
  await guest.goto(`${run().url}/logs/tools`);
  await expect(guest).toHaveURL(/\/login\?next=/);
  await guest.getByRole("button", { name: "Set up an authenticator app" }).click();
  const texts = guest.locator("code").filter({ hasText: /^[A-Z2-7 ]{39}$/ });
  const secret = ((await texts.textContent()) ?? "").replaceAll(" ", "");
  await guest.getByLabel("Code").fill(codeOf(secret, stepAt(new Date())));
  await guest.getByRole("button", { name: "Turn on" }).click();
  await guest.getByRole("button", { name: "Done" }).click();
  await expect(guest).toHaveURL(/\/logs\/tools$/);

  const second = await (await browser.newContext()).newPage();
  await plugIn(second);
  await second.goto(urlOfSecond);
  await second.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await second.getByRole("button", { name: "Create account and join" }).click();
  await second.getByRole("button", { name: "Add a passkey" }).click();
  await second.getByRole("dialog").getByLabel("Name").fill("Phone");
  await second.getByRole("button", { name: "Add passkey" }).click();
  await second.getByRole("button", { name: "Done" }).click();
  await expect(second).not.toHaveURL(/\/login/);
  expect(complaints).toEqual([]);
});
