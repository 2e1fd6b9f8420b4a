/** Users at the page of their connections, as browsers call it. */
import { expect } from "vitest";
import { type Browser, type Client, submit, visit, type Visit } from "./connect-api";

export const HERE = "http://localhost:3000";
export const LIST = `${HERE}/my/connections`;

/** The address of a new sign-in link to the page. */
export async function linkTo(client: Client, userId: string, more: object = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/internal/patchbay/sign_in_links", {
    user_id: userId,
    destination: "connections",
    ...more,
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return String(body.url);
}

/** A browser that a user signed in with. */
export async function signedIn(client: Client, userId: string): Promise<Browser> {
  const browser: Browser = new Map();
  const { status, location } = await submit(await linkTo(client, userId), {}, HERE, { browser });
  expect([status, location]).toEqual([303, "/my/connections"]);
  return browser;
}

export const list = (browser: Browser, query = ""): Promise<Visit> => visit(LIST + query, { browser });
export const visitConnection = (browser: Browser, id: string, query = ""): Promise<Visit> =>
  visit(`${LIST}/${id}${query}`, { browser });
export const press = (browser: Browser, id: string, action: string, query = ""): Promise<Visit> =>
  submit(`${LIST}/${id}${query}`, { action }, HERE, { browser });
export const leave = (browser: Browser): Promise<Visit> => submit(LIST, { action: "sign_out" }, HERE, { browser });
