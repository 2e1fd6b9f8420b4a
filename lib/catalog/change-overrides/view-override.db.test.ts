/** The values of fixed arguments are shown to nobody who may not change tools. */
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { operations } from "@/lib/api";
import { permissionsOf } from "@/lib/access/roles";
import { ROLES } from "@/lib/access/people/members.contract";
import type { CompiledTool } from "../compiled-toolkit";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { addMember } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { door } from "@/test/clients/whole-api";
import { putOverride } from "./put-override";

const READ: CompiledTool = {
  ...tool("NEWS_READ"),
  inputSchema: { type: "object", properties: { desk: { type: "string" }, page: { type: "integer" } } },
};

beforeAll(() => load(compiled(toolkit("news", "20260401_00", [READ]))));

it("a viewer sees that an argument is fixed, and neither its value nor another way to it", async () => {
  const owner = await createTestOwner();
  const { projectId, userId } = owner;
  const changes = { desk: { fixed: "north-desk" }, page: { default: 2 } };
  await putOverride(projectId, "NEWS_READ", { name: "Read", hidden: false, arguments: changes });
  const read = async (cookie: string): Promise<string> => {
    const url = "http://localhost:3000/api/v3/internal/patchbay/tools/NEWS_READ/override";
    return (await door.fetch(new Request(url, { headers: { cookie } }))).text();
  };
  expect(await read(await sessionCookie(userId))).toContain("north-desk");
  const text = await read((await addMember(owner, "viewer")).cookie);
  expect(text).not.toContain("north-desk");
  expect(JSON.parse(text)).toMatchObject({
    override: { arguments: { desk: { is_fixed: true }, page: { default: 2 } } },
  });
});

it("who may see a request before it is sent may change tools", () => {
  const withDryRun = operations.filter(({ body }) => body instanceof z.ZodObject && "dry_run" in body.shape);
  expect(withDryRun.length).toBeGreaterThan(1);
  for (const { id, sessionKey, permission } of withDryRun) {
    expect([id, sessionKey ?? false]).toEqual([id, false]);
    const callers = ROLES.map((role) => permissionsOf({ kind: "project", by: { kind: "session", role } } as never));
    for (const permissions of callers)
      if (permissions.has(permission)) expect(permissions.has("tools:write"), id).toBe(true);
  }
});
