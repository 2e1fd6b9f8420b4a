/** All routes, called as a program with a key of a new project calls them. */
import { createApiKey } from "@/lib/access/keys/api-keys";
import { openAllRoutes } from "../servers/all-routes";
import { createTestOwner } from "../builders/owners";

export const door = openAllRoutes();
const ORIGIN = "http://localhost:3000";

/** A parsed answer; each test checks its form. */
type Answer<Body> = { status: number; body: Body };
export type ApiClient = {
  projectId: string;
  key: string;
  /** `Body` is what the test expects to find. */
  call: <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<Answer<Body>>;
};

/** @param path below `/api/v3` */
export async function newApiClient(): Promise<ApiClient> {
  const { projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "key" });
  return {
    ...{ projectId, key },
    call: async <Body>(method: string, path: string, body?: unknown) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const request = new Request(`${ORIGIN}/api/v3${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = await door.fetch(request);
      const text = await answer.text();
      return { status: answer.status, body: JSON.parse(text || "null") as Body };
    },
  };
}
