/** The routes of connecting, called as clients and browsers call them. */
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { createTestOwner } from "../builders/owners";

const modules = (
  await Promise.all([
    import("@/app/api/v3/auth_configs/route"),
    import("@/app/api/v3/auth_configs/[nanoid]/route"),
    import("@/app/api/v3/auth_configs/[nanoid]/[status]/route"),
    import("@/app/api/v3/connected_accounts/route"),
    import("@/app/api/v3/connected_accounts/link/route"),
    import("@/app/api/v3/connected_accounts/complete_auth/route"),
    import("@/app/api/v3/connected_accounts/[nanoid]/route"),
    import("@/app/api/v3/connected_accounts/[nanoid]/refresh/route"),
    import("@/app/api/v3/connected_accounts/[nanoid]/status/route"),
    import("@/app/api/v3/connected_accounts/[nanoid]/revoke/route"),
    import("@/app/api/v3/internal/patchbay/revocations/route"),
    import("@/app/api/v3/internal/patchbay/account_health/route"),
    import("@/app/api/v3/internal/patchbay/connected_accounts/[nanoid]/use/route"),
    import("@/app/api/v3/internal/patchbay/connected_accounts/many/route"),
    import("@/app/api/v3/internal/patchbay/revocations/[id]/route"),
    import("@/app/api/v3/internal/patchbay/revocations/[id]/report/route"),
    import("@/app/api/v3/custom/toolkits/[slug]/route"),
    import("@/app/api/v3/tools/execute/proxy/route"),
    import("@/app/api/v3/tools/execute/[tool_slug]/route"),
    import("@/app/api/v3/toolkits/auth/callback/route"),
    import("@/app/connect/[token]/route"),
    import("@/app/oauth/client-document/route"),
    import("@/app/sign-in/[token]/route"),
    import("@/app/my/connections/route"),
    import("@/app/my/connections/[account_id]/route"),
    import("@/app/my/programs/[grant_id]/route"),
    import("@/app/api/v3/internal/patchbay/sign_in_links/route"),
    import("@/app/api/v3/internal/patchbay/connected_accounts/[nanoid]/events/route"),
    import("@/app/api/v3/internal/patchbay/connected_accounts/[nanoid]/check/route"),
    import("@/app/api/v3/internal/patchbay/users/route"),
    import("@/app/api/v3/internal/patchbay/users/[user_id]/route"),
    import("@/app/api/v3/internal/patchbay/connect_preview/route"),
    import("@/app/api/v3/tool_router/session/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/attach/route"),
    import("@/app/api/v3/labs/tool_router/session/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/config_history/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/execute/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/link/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/toolkits/route"),
    import("@/app/api/v3/tool_router/session/[session_id]/tools/route"),
    import("@/app/api/v3/org/project/config/route"),
    import("@/app/api/v3/session_configs/route"),
    import("@/app/api/v3/session_configs/[id]/route"),
    import("@/app/api/v3/internal/patchbay/session_configs/route"),
    import("@/app/api/v3/internal/patchbay/session_configs/[id]/route"),
    import("@/app/api/v3/internal/patchbay/sessions/route"),
    import("@/app/api/v3/internal/patchbay/sessions/[session_id]/route"),
    import("@/app/api/v3/internal/patchbay/sessions/[session_id]/calls/route"),
    import("@/app/api/v3/internal/patchbay/sessions/[session_id]/calls/[log_id]/run/route"),
  ])
).flatMap((module) => Object.values(module) as Route[]);

/** For those who listen on a port of their own. */
export const door = createApiRouter(modules);
const ORIGIN = "http://localhost:3000";

/** A parsed answer; each test checks its form. */
export type Answer = { status: number; body: Body };

type Error = {
  message: string;
  code: number;
  slug: string;
  request_id: string;
  errors?: string[];
  suggested_fix: string;
};
export type Body = {
  id: string;
  status: string;
  status_reason: string | null;
  redirect_url: string;
  link_token: string;
  connected_account_id: string;
  success: boolean;
  auth_config: { id: string; auth_scheme: string; is_composio_managed: boolean };
  credentials: Record<string, unknown>;
  error?: Error;
  items: Body[];
  next_cursor: string | null;
  total_items: number;
  state: { authScheme: string; val: Record<string, unknown> };
  connectionData: { authScheme: string; val: Record<string, unknown> };
  [name: string]: unknown;
};

export type Client = {
  projectId: string;
  ownerId: string;
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
};

/** A new project with a key. */
export async function newClient(): Promise<Client> {
  const { projectId, userId: ownerId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "tests" });
  return {
    projectId,
    ownerId,
    call: async (method, path, body, headers) => {
      const answer = await door.fetch(
        new Request(`${ORIGIN}/api/v3${path}`, {
          method,
          headers: { "x-api-key": key, "content-type": "application/json", ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      return { status: answer.status, body: (await answer.json()) as Body };
    },
  };
}

export type Visit = { status: number; location: string | null; html: string; headers: Headers };

/** A browser, identified by its cookies. Another browser cannot finish what it began. */
export type Browser = Map<string, string>;
const HERE: Browser = new Map();

type Tab = { browser?: Browser; headers?: Record<string, string> };

/** Headers that browsers send with a click on a page of ours. Without them, a page asks before a consent begins. */
export const CLICK_HERE = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" };

async function toVisit(request: Request, { browser = HERE, headers = CLICK_HERE }: Tab): Promise<Visit> {
  if (browser.size > 0)
    request.headers.set("cookie", [...browser].map(([name, value]) => `${name}=${value}`).join("; "));
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  const answer = await door.fetch(request);
  for (const cookie of answer.headers.getSetCookie())
    browser.set(cookie.slice(0, cookie.indexOf("=")), cookie.slice(cookie.indexOf("=") + 1).split(";")[0] ?? "");
  const redirectPath = answer.headers.get("location");
  if (redirectPath?.startsWith("/connect/")) return toVisit(new Request(ORIGIN + redirectPath), { browser, headers });
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    html: await answer.text(),
    headers: answer.headers,
  };
}

/**
 * Opens one of our pages in a browser that follows redirects only to the page of a link. The default is a click on
 * another of our pages.
 */
export const visit = async (url: string, tab: Tab = {}): Promise<Visit> => toVisit(new Request(url), tab);

/** Sends a page's form, by default from our own origin. */
export const submit = async (
  url: string,
  fields: Record<string, string>,
  origin: string | null = ORIGIN,
  tab: Tab = {},
): Promise<Visit> =>
  toVisit(
    new Request(url, { method: "POST", body: new URLSearchParams(fields), headers: origin === null ? {} : { origin } }),
    tab,
  );

/** Presses the button of a page that asks for nothing. */
export const goOn = (url: string, tab: Tab = {}): Promise<Visit> => submit(url, { action: "connect" }, undefined, tab);
