/** Sessions that ask before they write, an app that counts what it is sent, a client with a key and a person. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { moveClock } from "@/lib/kernel/time/clock";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { startProvider, type Provider } from "../servers/loopback-provider";
import { metaToolkit } from "./meta-toolkit";
import { installConnectToolkits } from "../servers/oauth-providers";
import { createTestOwner, sessionCookie } from "./owners";

const routes = (
  await Promise.all([
    import("@/app/api/v3/auth_configs/route"),
    import("@/app/api/v3/connected_accounts/route"),
    import("@/app/api/v3/tools/execute/[tool_slug]/route"),
    import("@/app/api/v3/tool_router/session/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/execute/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/execute_meta/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/proxy_execute/route"),
    import("@/app/api/v3/internal/patchbay/approvals/route"),
    import("@/app/api/v3/internal/patchbay/approvals/many/route"),
    import("@/app/api/v3/internal/patchbay/approvals/[id]/route"),
    import("@/app/api/v3/internal/patchbay/approvals/[id]/decide/route"),
    import("@/app/api/v3/internal/patchbay/approvals/[id]/result/route"),
    import("@/app/api/v3/internal/patchbay/approval_rules/route"),
    import("@/app/api/v3/internal/patchbay/approval_rules/[subject]/route"),
    import("@/app/api/v3/internal/patchbay/approval_policy/route"),
    import("@/app/api/v3/internal/patchbay/sessions/[session_id]/calls/[log_id]/run/route"),
    import("@/app/api/v3/internal/patchbay/sessions/[session_id]/access_keys/route"),
    import("@/app/api/v3/internal/patchbay/sessions/[session_id]/access_keys/[key_id]/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/tools/route"),
    import("@/app/api/v3/logs/tool_execution/[id]/route"),
  ])
).flatMap((module) => Object.values(module) as Route[]);
const door = createApiRouter(routes);
const ORIGIN = "http://localhost:3000";

export type ResponseBody = Record<string, unknown> & {
  id: string;
  session_id: string;
  data: Record<string, unknown>;
  error: string | null;
  log_id: string;
  result_type: string;
  request_state: string;
  approval_url: string;
  input_requests: Record<string, { message: string; requested_schema: object }>;
};
export type Reply = { status: number; body: ResponseBody };
type Sender = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  signal?: AbortSignal,
) => Promise<Reply>;

/** Sends requests with these headers. */
export const sender =
  (by: Record<string, string>): Sender =>
  async (method, path, body, headers, signal) => {
    const answer = await door.fetch(
      new Request(`${ORIGIN}/api/v3${path}`, {
        method,
        headers: { ...by, origin: ORIGIN, "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    );
    return { status: answer.status, body: (await answer.json()) as ResponseBody };
  };

export type Office = {
  projectId: string;
  organizationId: string;
  email: string;
  client: Sender;
  person: Sender;
  /** Of the app. */
  config: string;
};

const TICKET = { title: { type: "string" }, pin: { type: "string", format: "password" } };
const write = (slug: string) => ({
  slug,
  tags: ["createHint"],
  input: { type: "object", properties: TICKET, required: ["title"] },
  request: {
    method: "POST" as const,
    path: "/tickets",
    parameters: [],
    body: {
      mode: "flat" as const,
      contentType: "application/json",
      fields: Object.keys(TICKET).map((key) => ({ key, name: key })),
    },
  },
});
const read = {
  slug: "DESK_READ",
  tags: ["readOnlyHint"],
  input: { type: "object", properties: {} },
  request: { method: "GET" as const, path: "/tickets", parameters: [] },
};

type Toolkits = Parameters<typeof installConnectToolkits>[0];

/** Puts `DESK_WRITE`, `DESK_CLOSE` and `DESK_READ` into the catalog. */
export const installDesk = (further: Toolkits = {}): Promise<unknown> =>
  installConnectToolkits(
    {
      desk: { name: "Desk", auth: [{ mode: "API_KEY" }], tools: [write("DESK_WRITE"), write("DESK_CLOSE"), read] },
      ...further,
    },
    [metaToolkit()],
  );

/** A project whose user ada has an account at the app; needs `installDesk`. */
export async function openOffice(provider: Provider): Promise<Office> {
  const { projectId, organizationId, userId, email } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "tests" });
  const client = sender({ "x-api-key": key });
  const person = sender({ cookie: await sessionCookie(userId, email) });
  const { body } = await client("POST", "/auth_configs", {
    toolkit: { slug: "desk" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const config = (body.auth_config as { id: string }).id;
  const office = { projectId, organizationId, email, client, person, config };
  await connectDesk(office, "ada", provider);
  return office;
}

/** Gives a user an account at the app. */
export async function connectDesk({ client, config }: Office, userId: string, provider: Provider): Promise<void> {
  const val = { generic_api_key: `the-key-of-${userId}-0123456789`, base_url: provider.baseUrl };
  const { status } = await client("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: userId, state: { val } },
  });
  if (status !== 201) throw new Error(`no account: ${status}`);
}

export const startDesk = async (): Promise<Provider> => {
  const provider = await startProvider();
  provider.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"number":1}');
  return provider;
};

/** The app, and a new project at it for each test of a file; `further`: other toolkits of the catalog. */
export function officeForEach(further: (provider: Provider) => Toolkits = () => ({})): {
  provider: Provider;
  office: Office;
} {
  const desk = {} as { provider: Provider; office: Office };
  beforeAll(async () => {
    desk.provider = await startDesk();
    await installDesk(further(desk.provider));
  });
  afterAll(() => desk.provider.close());
  beforeEach(async () => {
    desk.office = await openOffice(desk.provider);
    desk.provider.seen.length = 0;
  });
  return desk;
}

export const sessionOf = async ({ client }: Office, settings: object): Promise<string> =>
  (await client("POST", "/tool_router/session", { user_id: "ada", ...settings })).body.session_id;

/** Calls a tool in a session; `more` is what a repeated call has besides. */
export const execute = (
  { client }: Office,
  session: string,
  title: string,
  more: object = {},
  headers?: Record<string, string>,
  signal?: AbortSignal,
): Promise<Reply> =>
  client(
    "POST",
    `/tool_router/session/${session}/execute`,
    { tool_slug: "DESK_WRITE", arguments: { title }, ...more },
    headers,
    signal,
  );

export const ASK_EVERY_CALL = { experimental: { permissions: { default: "ask_every_call" } } };

/** The message of a client with its user's decision. */
export const answering = ({ request_state, input_requests }: ResponseBody, response: object): object => ({
  request_state,
  input_responses: Object.fromEntries(Object.keys(input_requests).map((id) => [id, response])),
});
export const APPROVE = { action: "accept", content: { decision: "approve" } };
export const idOf = ({ input_requests }: ResponseBody): string => Object.keys(input_requests)[0] ?? "";

/** Acts as if a minute had passed since the results were returned. */
export async function aMinuteLater<T>(work: () => Promise<T>): Promise<T> {
  const back = moveClock(61_000);
  return work().finally(back);
}

export const decide = ({ person }: Office, id: string, decision: string, reason?: string): Promise<Reply> =>
  person("POST", `/internal/patchbay/approvals/${id}/decide`, { decision, reason });
