/** Addresses that take a key and no sign-in: what an OAuth client, and the person whom it sends, are told. */
import { beforeAll, expect, it } from "vitest";
import { mcpDoor, ORIGIN } from "@/test/clients/mcp-api";

const CALLBACK = "http://127.0.0.1:7777/callback";
const PATHS = ["mcp/manage", "tool_router/trs_a/mcp", "tool_router/session/trs_a/mcp", "v3/mcp/tool-router/trs_a/mcp"];
let clientId: string;

const ask = (path: string, init?: RequestInit): Promise<Response> =>
  Promise.resolve(mcpDoor.fetch(new Request(ORIGIN + path, init)));

beforeAll(async () => {
  const registered = await ask("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Editor", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" }),
  });
  ({ client_id: clientId } = (await registered.json()) as { client_id: string });
  expect(registered.status).toBe(201);
});

it.each(PATHS)("404: %s has no metadata of a protected resource, in JSON that names the header", async (path) => {
  const response = await ask(`/.well-known/oauth-protected-resource/${path}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    404,
    expect.stringContaining("application/json"),
  ]);
  expect(await response.text()).toMatch(/takes no sign-in.*x-api-key/);
});

it.each([...PATHS.map((path) => `${ORIGIN}/${path}`), undefined])(
  "400: the page for %s says that a key is needed",
  async (resource) => {
    const search = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_challenge: "c".repeat(43),
      code_challenge_method: "S256",
      ...(resource !== undefined && { resource }),
    });
    const response = await ask(`/oauth/authorize?${search}`, { headers: { "accept-language": "en" } });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain("need a key: enter one in the program as the x-api-key header.");
    expect(text).toContain(`${CALLBACK}?error=invalid_target`);
  },
);
