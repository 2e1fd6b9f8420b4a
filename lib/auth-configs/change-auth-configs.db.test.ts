/** Changes of an auth config: the allowed changes, and their effect on its accounts. */
import { openAuthConfigCredentials } from "./auth-config-credentials";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { SECRET, OAUTH, custom, created, get, patch } from "@/test/builders/auth-configs";

async function readCredentials(id: string) {
  const row = await db.authConfig.findFirstOrThrow({ where: { id } });
  return openAuthConfigCredentials(row.projectId, id, row.credentials);
}

describe("PATCH /auth_configs/{id}", () => {
  it("200: keeps a secret that is left out or sent back masked, replaces a new one, removes an empty value", async () => {
    const id = await created("github", custom("OAUTH2", { ...OAUTH, base_url: "https://api.github.example" }));
    expect(
      (await patch(id, { type: "custom", credentials: { client_id: "other-app" }, tool_access_config: {} })).body,
    ).toEqual({ success: true, message: "The auth config was changed." });
    await patch(id, {
      type: "custom",
      credentials: { client_id: "other-app", client_secret: "plan..." },
      name: "Renamed",
    });
    expect(await readCredentials(id)).toEqual({
      values: { client_id: "other-app", client_secret: SECRET, base_url: "https://api.github.example" },
    });
    await patch(id, {
      type: "custom",
      credentials: { client_secret: "a-new-secret-98765", base_url: "", scopes: ["repo"] },
    });
    expect(await readCredentials(id)).toEqual({
      values: { client_id: "other-app", client_secret: "a-new-secret-98765" },
      scopes: ["repo"],
    });
    expect((await get(id)).name).toBe("Renamed");
  });

  it("200: changes scopes alone by type default, and tool access part by part", async () => {
    const id = await created("github", custom("OAUTH2", OAUTH));
    await patch(id, { type: "default", scopes: "gist", tool_access_config: { tools_available_for_execution: ["A"] } });
    await patch(id, {
      type: "default",
      tool_access_config: { tools_for_connected_account_creation: ["B"] },
      is_enabled_for_tool_router: false,
    });
    expect(await readCredentials(id)).toMatchObject({ values: OAUTH, scopes: ["gist"] });
    expect(await get(id)).toMatchObject({
      tool_access_config: { tools_available_for_execution: ["A"], tools_for_connected_account_creation: ["B"] },
      is_enabled_for_tool_router: false,
    });
  });

  it("400: refuses a change that would leave the app without its id, and changes nothing", async () => {
    const id = await created("github", custom("OAUTH2", OAUTH));
    expect((await patch(id, { type: "custom", credentials: { client_id: null } })).status).toBe(400);
    expect(await readCredentials(id)).toEqual({ values: OAUTH });
  });

  it("keeps both of two changes that arrive together", async () => {
    const id = await created("github", custom("OAUTH2", OAUTH));
    await Promise.all([
      patch(id, {
        type: "custom",
        credentials: { base_url: "https://one.example", client_secret: OAUTH.client_secret },
      }),
      patch(id, { type: "custom", credentials: { oauth_redirect_uri: "https://two.example/cb" } }),
    ]);
    expect((await readCredentials(id)).values).toEqual({
      ...OAUTH,
      base_url: "https://one.example",
      oauth_redirect_uri: "https://two.example/cb",
    });
  });

  it(
    "holds the key of a proxy and shared credentials sealed and shows them masked; " +
      "400: sends no stored key to another proxy",
    async () => {
      const id = await created(
        "keyed",
        custom(
          "API_KEY",
          {},
          {
            proxy_config: { proxy_url: "https://proxy.example", proxy_auth_key: "planted-proxy-key-0123" },
            shared_credentials: { api_key: "planted-shared-key-0123" },
          },
        ),
      );
      const move = (proxy_auth_key?: string) =>
        patch(id, { type: "custom", proxy_config: { proxy_url: "https://proxy2.example", proxy_auth_key } });
      for (const maskedKey of [undefined, "plan..."]) expect((await move(maskedKey)).status).toBe(400);
      expect((await patch(id, { type: "custom", proxy_config: { proxy_url: "http://proxy.example" } })).status).toBe(
        400,
      );
      expect(await get(id)).toMatchObject({
        proxy_config: { proxy_url: "https://proxy.example", proxy_auth_key: "plan..." },
      });
      expect((await move("")).status).toBe(200);
      expect((await get(id)).proxy_config).toEqual({ proxy_url: "https://proxy2.example" });
      expect((await move("planted-proxy-key-4567")).status).toBe(200);
      expect(await get(id)).toMatchObject({
        proxy_config: { proxy_url: "https://proxy2.example", proxy_auth_key: "plan..." },
        shared_credentials: { api_key: "plan..." },
      });
      const rows = await db.$queryRaw<{ line: string }[]>`SELECT row_to_json(t)::text AS line FROM auth_config t`;
      const text = rows.map(({ line }) => line).join("\n");
      expect(text).toContain("proxy2.example");
      for (const secret of ["planted-proxy-key-0123", "planted-proxy-key-4567", "planted-shared-key-0123", SECRET])
        expect(text).not.toContain(secret);
    },
  );
});
