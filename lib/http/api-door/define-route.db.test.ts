/** The only place that checks permissions, for JSON routes and all others. */
import { expect, it } from "vitest";
import { z } from "zod";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { operation } from "@/lib/contract/operation";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { defineRawRoute, defineRoute } from "./define-route";

const op = operation({
  id: "guarded",
  method: "GET",
  path: "/api/v3/guarded",
  summary: "-",
  tag: "-",
  auth: "project",
  permission: "api_keys:write",
  audit: "none",
  response: z.unknown(),
});
let handled = 0;
const ROUTES = {
  JSON: defineRoute(op, async () => ({ handled: ++handled })),
  bytes: defineRawRoute(op, async () => new Response(String(++handled))),
};

it.each(Object.entries(ROUTES))("403: a route of %s does nothing for a caller without permission", async (_, route) => {
  handled = 0;
  const { userId, projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "tests" });
  const ask = (headers: Record<string, string>) =>
    route(new Request("http://localhost:3000/api/v3/guarded", { headers }), { params: Promise.resolve({}) });
  const response = await ask({ "x-api-key": key });
  expect([response.status, handled]).toEqual([403, 0]);
  const allowed = await ask({ cookie: await sessionCookie(userId) });
  expect([allowed.status, handled]).toEqual([200, 1]);
});
