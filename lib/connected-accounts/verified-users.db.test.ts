/** In a project with a verifier, connections need a user whom its app can recognize. */
import { beforeAll, describe, expect, it } from "vitest";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { db } from "@/lib/kernel/database/db";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const VERIFIER = "https://app.example/verify";
const APP = { client_id: "app", client_secret: "app-secret-0123456789" };

describe("a connection for no one in particular", () => {
  let verifying: Client;
  let plain: Client;
  const configOf = async (by: Client): Promise<string> => {
    const { body } = await by.call("POST", "/auth_configs", {
      toolkit: { slug: "strict" },
      auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials: APP },
    });
    return body.auth_config.id;
  };
  beforeAll(async () => {
    await installConnectToolkits();
    [verifying, plain] = [await newClient(), await newClient()];
    await updateProjectConfig(verifying.projectId, { callbackVerifierUrl: VERIFIER });
  });

  const create = (connection?: object) => (id: string) => ({ auth_config: { id }, connection });
  const link = (more: object) => (id: string) => ({ auth_config_id: id, ...more });
  const ways: [string, string, (config: string) => object][] = [
    ["created without a user", "/connected_accounts", create()],
    ["created for a blank one", "/connected_accounts", create({ user_id: " " })],
    ["created for “default”", "/connected_accounts", create({ user_id: "default" })],
    ["linked without a user", "/connected_accounts/link", link({})],
    ["linked for a blank one", "/connected_accounts/link", link({ user_id: "" })],
    ["linked for “default”", "/connected_accounts/link", link({ user_id: " default " })],
  ];
  it.each(ways)("cannot be %s in a project with a verifier (400)", async (_, path, bodyOf) => {
    const { status, body } = await verifying.call("POST", path, bodyOf(await configOf(verifying)));
    expect([status, body.error?.errors?.join()]).toEqual([400, expect.stringContaining("user_id") as string]);
    expect(await db.connectedAccount.count({ where: { projectId: verifying.projectId } })).toBe(0);
  });

  it("can be created in a project without a verifier (201)", async () => {
    const { status } = await plain.call("POST", "/connected_accounts", create()(await configOf(plain)));
    expect(status).toBe(201);
  });
});
