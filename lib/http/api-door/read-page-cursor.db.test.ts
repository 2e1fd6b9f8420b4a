/** Every list of the API with its cursors: a cursor is valid only for its list, project and filters. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { operations } from "@/lib/api";
import type { Operation } from "@/lib/contract/operation";
import { routeTable } from "@/server-routes";
import { installListedToolkits, newListedProject, type ListedProject } from "@/test/builders/listed-project";
import { PATIENT } from "@/test/setup/patience";
import type { Route } from "./define-route";
import { createApiRouter } from "./api-router";
import { cursorPart } from "./read-page-cursor";

const door = createApiRouter(routeTable.flatMap((module) => Object.values(module) as Route[]));

type Fields = Record<string, unknown>;
type Answer = { next_cursor?: string | null; error?: { errors?: string[] } };
/** Operations from before version 3 use these names. */
type OlderAnswer = { nextCursor?: string | null; details?: string[] };

/** Filters of a request besides the page. Each list with filters needs an entry here. */
const NARROWED: Record<string, Fields> = {
  getToolkits: { type: "native" },
  postToolkitsMulti: { toolkits: ["weather", "mail"] },
  getTools: { toolkit_slug: "mail" },
  getAuthConfigs: { toolkit_slug: "keyed" },
  getConnectedAccounts: { toolkit_slugs: "keyed" },
  listUsers: { search: "a" },
  listAuditEvents: { outcome: "done" },
  listMcpClients: { user_id: "ada" },
  getFilesList: { toolkit_slug: "keyed" },
  "logs.createToolExecution": { search: "keyed" },
  "v1.logs.list": { search: "keyed" },
  getToolRouterSessionBySessionIdToolkits: { toolkits: "weather,mail" },
  listEvents: { user_id: "ada" },
  listSessionConfigs: { search: "mail" },
  getTriggersTypes: { toolkit_slugs: "mail" },
  listRefusedRequests: { toolkit_slug: "keyed" },
  getTriggerInstancesActive: { toolkit_slugs: "keyed" },
  listToolRouterSessions: { user_id: "ada" },
  listSessionCalls: { status: "success" },
  listApprovals: { state: "waiting" },
  listMcpServersWithUse: { search: "server" },
  listMcpAddresses: { search: "a" },
  simulatePolicy: { match: { users: ["ada"] } },
  listMcpTools: { search: "mail" },
  "org.project.list": { list_all_org_projects: true },
  "toolRouter.session.files.list": { mount_relative_prefix: "a" },
};

/** Its cursors are numbers, which have no room for a signature: times, which reveal as much as its filter `to`. */
const NUMBERED = "internal.actionExecution.createLogs";

const lists = operations.filter((op) => cursorPart(op) !== undefined);
const byId = (id: string): Operation =>
  lists.find((op) => op.id === id) ??
  (() => {
    throw new Error(id);
  })();

/** The path of a list for the first or the second parent object of a project. */
const pathOf = (op: Operation, { accounts, jobs, sessions, servers }: ListedProject, variant: number): string =>
  op.path
    .replace("{session_id}", sessions[variant] ?? "")
    .replace("{mount_id}", "files")
    .replace("{nanoid}", accounts[variant] ?? "")
    .replace("/mcp/{id}", `/mcp/${servers[variant]}`)
    .replace("{id}", jobs[variant] ?? "");

async function ask(op: Operation, project: ListedProject, fields: Fields, variant = 0) {
  const inBody = cursorPart(op) === "body";
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const answer = await door.fetch(
    new Request(`http://localhost:3000${pathOf(op, project, variant)}${inBody ? "" : `?${query}`}`, {
      method: op.method,
      headers: {
        ...(op.auth === "project"
          ? { "x-api-key": project.key }
          : { cookie: project.cookie, "x-project-id": project.projectId }),
        "content-type": "application/json",
      },
      ...(inBody && { body: JSON.stringify(fields) }),
    }),
  );
  const { nextCursor, details, ...body } = (await answer.json()) as Answer & OlderAnswer;
  if (nextCursor !== undefined) body.next_cursor = nextCursor;
  return { status: answer.status, body: details ? { ...body, error: { errors: details } } : body };
}

let mainProject: ListedProject;
let other: ListedProject;
/** For each list of `mainProject`, the cursor after its first row. */
const cursors = new Map<string, string>();

beforeAll(async () => {
  await installListedToolkits();
  [mainProject, other] = [await newListedProject(), await newListedProject()];
  for (const op of lists) cursors.set(op.id, (await ask(op, mainProject, { limit: 1 })).body.next_cursor ?? "");
});

async function expectRefused(op: Operation, cursor: unknown, more: Fields = {}, variant = 0): Promise<void> {
  const { status, body } = await ask(op, mainProject, { limit: 1, cursor, ...more }, variant);
  const label = `${op.id} with the cursor ${String(cursor).slice(0, 80)}`;
  expect(status, label).toBe(400);
  expect(body.error?.errors?.join(), label).toContain("cursor");
}

it("every operation that takes a cursor is among the lists", () => {
  const taking = operations.filter((op) =>
    [op.query, op.body].some((schema) => {
      if (!schema) return false;
      const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      return properties !== undefined && "cursor" in properties;
    }),
  );
  // Its cursors are numbers, which have no room for a signature: times, which reveal as much as its filter `to`.
  const numbered = ["internal.actionExecution.createLogs"];
  expect(taking.map(({ id }) => id).filter((id) => !numbered.includes(id))).toEqual(lists.map(({ id }) => id));
});

it("400: a list with numbers as cursors accepts integers from 0 only", async () => {
  const { path } = operations.find(({ id }) => id === NUMBERED) ?? { path: "" };
  for (const cursor of [-1, 1.5, 1e300, "1", cursors.get("getTools"), {}, []]) {
    const answer = await door.fetch(
      new Request(`http://localhost:3000${path}`, {
        method: "POST",
        headers: { "x-api-key": mainProject.key, "content-type": "application/json" },
        body: JSON.stringify({ cursor }),
      }),
    );
    expect(answer.status, String(cursor)).toBe(400);
    expect(((await answer.json()) as Answer).error?.errors?.join()).toContain("cursor");
  }
});

describe.each(lists.map(({ id }) => id))("%s", (id) => {
  const op = byId(id);

  it("200: its own cursor works, with another limit too; an empty one means the first page", async () => {
    const cursor = cursors.get(id);
    expect(cursor).toMatch(/^[\w-]+\.[\w-]{22}$/);
    const [second, longer] = [
      await ask(op, mainProject, { limit: 1, cursor }),
      await ask(op, mainProject, { limit: 2, cursor }),
    ];
    expect([second.status, longer.status]).toEqual([200, 200]);
    // When somebody was last seen is written shortly after their request: between two of these, too.
    await vi.waitFor(async () => {
      const first = await ask(op, mainProject, { limit: 1 });
      const empty = await ask(op, mainProject, { limit: 1, cursor: "" });
      expect(empty.status).toBe(200);
      expect(empty.body).toEqual(first.body);
      expect(second.body).not.toEqual(first.body);
    }, PATIENT);
  });

  it("400: a cursor of any other list", async () => {
    for (const [of, cursor] of cursors) if (of !== id) await expectRefused(op, cursor);
  });

  it("400: a cursor of the same list in another project", async () => {
    const { body } = await ask(op, other, { limit: 1 });
    await expectRefused(op, body.next_cursor);
  });

  it("400: a cursor that was issued for other filters, or for another parent object", async () => {
    const { cursor: _, limit: __, ...filters } = (op[cursorPart(op) ?? "query"] as z.ZodObject).shape as Fields;
    const narrowed = NARROWED[id];
    expect(Object.keys(filters).length === 0, "NARROWED has a filter of each list with filters").toBe(!narrowed);
    if (narrowed) {
      const { body } = await ask(op, mainProject, { limit: 1, ...narrowed });
      expect(body.next_cursor).toEqual(expect.any(String));
      expect((await ask(op, mainProject, { limit: 1, cursor: body.next_cursor, ...narrowed })).status).toBe(200);
      await expectRefused(op, body.next_cursor);
      await expectRefused(op, cursors.get(id), narrowed);
    }
    if (op.path.includes("{")) await expectRefused(op, cursors.get(id), {}, 1);
  });

  it("400: any other text as a cursor, of any length", async () => {
    const ownCursor = cursors.get(id) ?? "";
    const [position = "", signature = ""] = ownCursor.split(".");
    const forged = Buffer.from(JSON.stringify(["9999", "zzz", 2])).toString("base64url");
    for (const cursor of [
      "x",
      "1",
      "null",
      "\0",
      "é".repeat(30),
      ".",
      position,
      `${forged}.${signature}`,
      forged,
      `.${signature}`,
      `${position}.`,
      `${ownCursor}=`,
      `${ownCursor}.`,
      ` ${ownCursor}`,
      ownCursor.toUpperCase(),
      `${position}.${signature.slice(0, -1)}`,
      `${ownCursor}.${ownCursor}`,
      "x".repeat(1_000_000),
      `${"x".repeat(1_000_000)}.${signature}`,
    ])
      await expectRefused(op, cursor);
  });
});
