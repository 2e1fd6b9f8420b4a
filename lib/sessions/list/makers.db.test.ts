/** The maker of a session: a member in the dashboard, a program, or a meta tool. */
import { expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { door } from "@/test/clients/connect-api";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { listSessions } from "./list-sessions";

const ORIGIN = "http://localhost:3000";

it("a session is listed with the member who made it, and is distinguished from those of programs", async () => {
  const { userId, email, projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "tests" });
  const make = async (by: Record<string, string>): Promise<string> => {
    const headers = { ...by, origin: ORIGIN, "content-type": "application/json" };
    const body = JSON.stringify({ user_id: "ada" });
    const request = new Request(`${ORIGIN}/api/v3/tool_router/session`, { method: "POST", headers, body });
    return ((await (await door.fetch(request)).json()) as { session_id: string }).session_id;
  };
  const byMember = await make({ cookie: await sessionCookie(userId, email) });
  const byProgram = await make({ "x-api-key": key });
  const listBy = async (by: string) =>
    (await listSessions(projectId, { limit: 5, made_by: by as "member" })).items.map(({ id, createdBy }) => [
      id,
      createdBy,
    ]);
  expect(await listBy("member")).toEqual([[byMember, userId]]);
  expect(await listBy("program")).toEqual([[byProgram, null]]);
  expect(await listBy("meta_tool")).toEqual([]);
});
