/** Who gets in to the page of connections, for how long, and to whose. */
import { expect, it } from "vitest";
import { submit, visit } from "@/test/clients/connect-api";
import { leave, linkTo, list, visitConnection, press, signedIn } from "@/test/clients/my-connections";
import { queryRows } from "@/test/setup/query-rows";
import { client, imported, later, newConfig, readAccount, stranger } from "@/test/builders/revocation";

const withKey = async (userId: string) =>
  imported(await newConfig("keyed", "API_KEY", {}), userId, {
    subdomain: "acme",
    api_key: "planted-api-key-0123456789",
  });

it("401: nobody without a link; a link works once and for a while", async () => {
  expect((await list(new Map())).status).toBe(401);
  const link = await linkTo(client, "once");
  const browser = new Map<string, string>();
  expect((await visit(link, { browser })).html).toContain("once");
  expect(browser.size).toBe(0);
  expect((await submit(link, {}, undefined, { browser })).status).toBe(303);
  expect((await list(browser)).status).toBe(200);
  expect((await submit(link, {}, undefined, { browser: new Map() })).status).toBe(410);
  const old = await linkTo(client, "late");
  later(601);
  expect((await submit(old, {}, undefined, { browser: new Map() })).status).toBe(410);
});

it("401: an hour later the page says whose sign-in ended, and leads to the app's own", async () => {
  const id = await withKey("hour");
  const browser = await signedIn(client, "hour");
  await queryRows(
    "test.sign-in",
    "INSERT INTO oauth_sign_in (project_id, sign_in_url, updated_at) VALUES ($1, 'https://app.example/sign-in', now())",
    [client.projectId],
  );
  later(3601);
  for (const answer of [
    await list(browser),
    await visitConnection(browser, id),
    await press(browser, id, "disconnect"),
  ]) {
    expect(answer.status).toBe(401);
    expect(answer.html).toContain("Your sign-in has expired");
    expect(answer.html).toContain(
      `href="https://app.example/sign-in?return_to=${encodeURIComponent("http://localhost:3000/my/connections")}"`,
    );
  }
  expect((await readAccount(id)).status).toBe("ACTIVE");
});

it("404: another user's, another project's and nobody's account are the same, and stay as they are", async () => {
  const [ownAccount, foreign] = [await withKey("ada"), await withKey("bob")];
  const elsewhere = await signedIn(stranger, "ada");
  const ada = await signedIn(client, "ada");
  for (const [browser, id] of [
    [ada, foreign],
    [elsewhere, ownAccount],
    [ada, "ca_000000000000"],
    [ada, "ca_%00"],
    [ada, "..%2fx"],
  ] as const)
    for (const answer of [
      await visitConnection(browser, id),
      await press(browser, id, "disconnect"),
      await press(browser, id, "reconnect"),
    ])
      expect([answer.status, answer.html.includes("Connection not found")]).toEqual([404, true]);
  expect((await list(elsewhere)).html).toContain("No connected accounts yet");
  for (const id of [ownAccount, foreign]) expect((await readAccount(id)).status).toBe("ACTIVE");
});

it("signing out ends it for whoever kept the cookie", async () => {
  const browser = await signedIn(client, "leaver");
  const oldCookies = new Map(browser);
  const left = await leave(browser);
  expect([left.status, left.headers.get("set-cookie")]).toEqual([
    200,
    expect.stringMatching(/^patchbay\.user=;.*Max-Age=0/),
  ]);
  expect((await list(oldCookies)).status).toBe(401);
});

it("400: a link leads to a page by its name or by its address, not by both", async () => {
  const { status } = await client.call("POST", "/internal/patchbay/sign_in_links", {
    user_id: "ada",
    destination: "connections",
    return_to: "http://localhost:3000/my/connections",
  });
  expect(status).toBe(400);
});
