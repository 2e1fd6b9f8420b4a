/**
 * Saved views: of one member in one project, under names that are unique on their page, bounded, and in the audit
 * trail.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { openAllRoutes } from "@/test/servers/all-routes";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { MOST_VIEWS } from "./contract";
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView, type ViewOwner } from "./saved-views";

const door = openAllRoutes();
const failed = { page: "tool_logs" as const, name: "Failed today", filters: { status: "failed", range: "24h" } };

let mine: ViewOwner;
let theirs: ViewOwner;

/** Another member of the same organization. */
async function colleagueOf({ projectId }: ViewOwner, role = "viewer"): Promise<ViewOwner> {
  const { organizationId } = await db.project.findUniqueOrThrow({ where: { id: projectId } });
  const userId = newId("user");
  await db.user.create({ data: { id: userId, email: `${userId}@example.com` } });
  await db.member.create({ data: { organizationId, userId, role } });
  return { projectId, userId };
}

const newOwner = async (): Promise<ViewOwner> => {
  const { projectId, userId } = await createTestOwner();
  return { projectId, userId };
};

beforeAll(async () => {
  [mine, theirs] = [await newOwner(), await newOwner()];
});

describe("a saved view", () => {
  it("keeps its filters and its place, and is listed on its page alone", async () => {
    const owner = await newOwner();
    const first = await createSavedView(owner, failed);
    const second = await createSavedView(owner, { ...failed, name: "Another", filters: { toolkit: "github" } });
    await createSavedView(owner, { ...failed, page: "trigger_logs" });
    await updateSavedView(owner, first.id, { name: "Zoo" });
    expect(await listSavedViews(owner, "tool_logs")).toEqual([{ ...first, name: "Zoo" }, second]);
    expect(await updateSavedView(owner, second.id, { filters: { tool: "GET" } })).toMatchObject({
      name: "Another",
      filters: { tool: "GET" },
    });
  });

  it("409 has a name of its own on its page, also when two are kept at once", async () => {
    const owner = await newOwner();
    const results = await Promise.allSettled([1, 2, 3].map(() => createSavedView(owner, failed)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const other = await createSavedView(owner, { ...failed, name: "Other" });
    await expect(updateSavedView(owner, other.id, { name: failed.name })).rejects.toMatchObject({ status: 409 });
    await expect(updateSavedView(owner, other.id, { name: "Other" })).resolves.toMatchObject({ name: "Other" });
  });

  it("409 is not one more than the most, also when many are kept at once", async () => {
    const owner = await newOwner();
    await db.savedView.createMany({
      data: Array.from({ length: MOST_VIEWS - 1 }, (_, index) => ({
        ...{ id: newId("savedView"), ...owner, page: "tool_logs", name: `n${index}`, filters: { tool: "a" } },
      })),
    });
    const tries = await Promise.allSettled(
      ["a", "b", "c"].map((name) => createSavedView(owner, { ...failed, page: "trigger_logs", name })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.savedView.count({ where: owner })).toBe(MOST_VIEWS);
  });

  it("404 is neither seen, changed nor deleted by another project, or by another member of the same one", async () => {
    const view = await createSavedView(mine, { ...failed, name: "Mine" });
    for (const other of [theirs, await colleagueOf(mine, "owner")]) {
      expect(await listSavedViews(other, "tool_logs")).toEqual([]);
      await expect(updateSavedView(other, view.id, { name: "Theirs" })).rejects.toMatchObject({ status: 404 });
      await expect(deleteSavedView(other, view.id)).rejects.toMatchObject({ status: 404 });
    }
    expect(await listSavedViews(mine, "tool_logs")).toContainEqual(view);
  });

  it("goes with its member and with its project", async () => {
    const owner = await newOwner();
    const colleague = await colleagueOf(owner);
    for (const viewOwner of [owner, colleague]) await createSavedView(viewOwner, failed);
    await db.user.delete({ where: { id: colleague.userId } });
    expect(await db.savedView.count({ where: { projectId: owner.projectId } })).toBe(1);
    await db.project.delete({ where: { id: owner.projectId } });
    expect(await db.savedView.count({ where: owner })).toBe(0);
  });
});

describe("over the API", () => {
  const caller =
    (headers: Record<string, string>) =>
    async (
      method: string,
      path: string,
      body?: unknown,
    ): Promise<{ status: number; body: Record<string, unknown> }> => {
      const url = `http://localhost:3000/api/v3/internal/patchbay/logs/views${path}`;
      const answer = await door.fetch(
        new Request(url, {
          method,
          headers: { origin: "http://localhost:3000", "content-type": "application/json", ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };

  it("a viewer keeps, renames and deletes views of their own, each of which the audit trail has", async () => {
    const viewer = await colleagueOf(mine);
    const call = caller({ cookie: await sessionCookie(viewer.userId) });
    const { status, body } = await call("POST", "", { ...failed, name: "  Failed  " });
    expect([status, body.name]).toEqual([201, "Failed"]);
    const id = String(body.id);
    expect((await call("PATCH", `/${id}`, { name: "Renamed" })).body).toMatchObject({ id, name: "Renamed" });
    expect((await call("GET", "?page=tool_logs")).body).toMatchObject({ items: [{ id, name: "Renamed" }] });
    expect((await call("DELETE", `/${id}`)).body).toEqual({ deleted: true });
    expect((await call("DELETE", `/${id}`)).status).toBe(404);
    const trail = await db.auditEvent.findMany({ where: { target: id, outcome: "done" }, select: { action: true } });
    expect(trail.map(({ action }) => action).sort()).toEqual([
      "saved_view.create",
      "saved_view.delete",
      "saved_view.update",
    ]);
  });

  it("401 is nothing for keys of programs, which are nobody's", async () => {
    const { key } = await createApiKey(mine.projectId, { name: "key" });
    expect((await caller({ "x-api-key": key })("GET", "?page=tool_logs")).status).toBe(401);
  });

  it.each([
    ["no filter", { filters: {} }],
    ["a name of a filter that no address has", { filters: { "a b": "x" } }],
    ["an empty value", { filters: { tool: "" } }],
    ["a value that is too long", { filters: { tool: "x".repeat(501) } }],
    ["too many filters", { filters: Object.fromEntries(Array.from("abcdefghijklmnopqrstu", (name) => [name, "x"])) }],
    ["an empty name", { name: " " }],
    ["a name that is too long", { name: "x".repeat(81) }],
    ["a page that has no views", { page: "home" }],
  ])("400 takes no view with %s", async (_, more) => {
    const call = caller({ cookie: await sessionCookie(mine.userId) });
    expect((await call("POST", "", { ...failed, ...more })).status).toBe(400);
  });
});
