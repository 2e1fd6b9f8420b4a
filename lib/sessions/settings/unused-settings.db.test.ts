/** Members of a session's settings that nobody reads: named in the answer, or refused where they would restrict. */
import { beforeAll, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { door } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { createTestOwner } from "@/test/builders/owners";

type ResponseBody = {
  session_id: string;
  config: { instant: unknown };
  warnings?: { code: string; message: string }[];
  error: { errors: string[] };
};
let key: string;

beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  const { projectId } = await createTestOwner();
  key = (await createApiKey(projectId, { name: "tests" })).key;
});

async function call(method: string, path: string, requestBody: object) {
  const url = `http://localhost:3000/api/v3/${path}`;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answer = await door.fetch(new Request(url, { method, headers, body: JSON.stringify(requestBody) }));
  return { status: answer.status, warning: answer.headers.get("warning"), body: (await answer.json()) as ResponseBody };
}
const createId = async (): Promise<string> =>
  (await call("POST", "tool_router/session", { user_id: "ada" })).body.session_id;

const STRAY = {
  nonsense: 1,
  instant: { return_instant_charge: true },
  experimental: { theme: "dark" },
};
const NAMED = "instant, nonsense, experimental.theme";

it("names ignored settings in warnings and in a header, at creation and at a change", async () => {
  const path = `tool_router/session/${await createId()}`;
  for (const answer of [
    await call("POST", "tool_router/session", { user_id: "ada", ...STRAY }),
    await call("PATCH", path, STRAY),
  ]) {
    expect(answer.status).toBeLessThan(300);
    expect(answer.body.warnings).toEqual([
      { code: "SETTINGS_WITHOUT_EFFECT", message: `These settings have no effect on this server: ${NAMED}.` },
    ]);
    expect(answer.warning).toBe(`299 - "These settings have no effect on this server: ${NAMED}."`);
  }
  const attached = await call("POST", `${path}/attach`, { experimental: { custom_tools: [], theme: "dark" } });
  expect(attached.body.warnings?.[0]?.message).toContain("experimental.theme");
});

it("returns no warning if it uses every setting", async () => {
  const plain = await call("POST", "tool_router/session", { user_id: "ada", instant: false, premium_usage: false });
  expect([plain.status, plain.body.warnings, plain.warning]).toEqual([201, undefined, null]);
  expect(plain.body.config.instant).toBe(false);
});

it("returns 400 for a member that would restrict the session, and never ignores it", async () => {
  const path = `tool_router/session/${await createId()}`;
  const config = { toolkit: ["mail"], blocked_tools: ["MAIL_SEND"] };
  for (const answer of [
    await call("POST", "tool_router/session", { user_id: "ada", ...config }),
    await call("PATCH", path, config),
    await call("POST", `${path}/attach`, { experimental: config }),
    await call("POST", "labs/tool_router/session", { user_id: "ada", config: config }),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.body.error.errors.join("\n")).toMatch(/toolkit: .*Did you mean toolkits\?[^]*blocked_tools: /);
  }
});

it("returns 400 for saved rules with a misspelled member, which would restrict nothing", async () => {
  const rules = { name: "rules", config: { toolkit: { enable: ["mail"] } } };
  const { status, body } = await call("POST", "internal/patchbay/session_configs", rules);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("toolkit")]);
});

it("checks own tools at a change as at a creation (400)", async () => {
  const { status } = await call("PATCH", `tool_router/session/${await createId()}`, {
    experimental: { custom_tools: "x" },
  });
  expect(status).toBe(400);
});
