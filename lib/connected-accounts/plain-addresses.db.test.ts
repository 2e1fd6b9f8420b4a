/** Addresses for people contain no invisible characters: programs that read them drop or move these. */
import { expect, it } from "vitest";
import { authConfig, client, connect } from "@/test/builders/accounts";

const ODD = [
  "https://app.example/\0a",
  "https://app.example/\tb",
  "https://app.exa\nmple/",
  "https://app.example/\u0085c",
];

it("returns 400 with the name of each field with a bad address, and accepts a plain address", async () => {
  const { id } = await connect("odd");
  const github = await authConfig("github", "OAUTH2", {
    client_id: "id-0123456789",
    client_secret: "secret-0123456789",
  });
  const session = (await client.call("POST", "/tool_router/session", { user_id: "odd" })).body.session_id as string;
  const credentials = { client_id: "id-0123456789", client_secret: "secret-0123456789" };
  const custom = (more: object) => ({
    toolkit: { slug: "github" },
    auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials: { ...credentials, ...more } },
  });
  const calls: [field: string, method: string, path: string, body: (url: string) => object][] = [
    [
      "callback_url",
      "POST",
      "/tool_router/session",
      (url) => ({ user_id: "odd", manage_connections: { enable: true, callback_url: url } }),
    ],
    [
      "link_url_overwrite",
      "POST",
      "/tool_router/session",
      (url) => ({ user_id: "odd", experimental: { link_url_overwrite: url } }),
    ],
    [
      "callback_url",
      "PATCH",
      `/tool_router/session/${session}`,
      (url) => ({ manage_connections: { callback_url: url } }),
    ],
    [
      "callback_url",
      "POST",
      `/tool_router/session/${session}/link`,
      (url) => ({ toolkit: "github", callback_url: url }),
    ],
    ["redirect_url", "POST", `/connected_accounts/${id}/refresh`, (url) => ({ redirect_url: url })],
    [
      "callback_url",
      "POST",
      "/connected_accounts/link",
      (url) => ({ auth_config_id: github, user_id: "odd", callback_url: url }),
    ],
    ["oauth_redirect_uri", "POST", "/auth_configs", (url) => custom({ oauth_redirect_uri: url })],
    [
      "oauth_redirect_uri",
      "PATCH",
      `/auth_configs/${github}`,
      (url) => ({ type: "custom", credentials: { oauth_redirect_uri: url } }),
    ],
  ];
  for (const [field, method, path, body] of calls) {
    for (const url of ODD) {
      const { status, body: answer } = await client.call(method, path, body(url));
      expect([path, url, status, String(answer.error?.message).includes(field)]).toEqual([path, url, 400, true]);
    }
    const plain = await client.call(method, path, body("https://app.example/back"));
    expect([path, field, plain.status < 300, plain.body.error?.message]).toEqual([path, field, true, undefined]);
  }
  const query = `/connected_accounts/${id}/refresh?redirect_url=${encodeURIComponent(ODD[0] ?? "")}`;
  const { status, body } = await client.call("POST", query, {});
  expect([status, String(body.error?.message).includes("redirect_url")]).toEqual([400, true]);
});
