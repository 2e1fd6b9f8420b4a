/**
 * Saved notebooks are limited, belong to one project, and are not overwritten by a person who has not seen the last
 * change.
 */
import { beforeAll, expect, it } from "vitest";
import { createTestOwner } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { savedNotebooksApi } from "./contract";
import {
  createNotebook,
  deleteNotebook,
  listNotebooks,
  MOST_NOTEBOOKS,
  requireNotebook,
  updateNotebook,
} from "./notebooks";

let projectId: string;
let other: string;
const cell = (source: string) => ({ key: "a", kind: "python" as const, source });
const make = (name: string, project = projectId) =>
  createNotebook(project, { name, cells: [cell("1 + 1")], session_id: null });

beforeAll(async () => {
  projectId = (await createTestOwner()).projectId;
  other = (await createTestOwner()).projectId;
});

it("keeps cells, and lists notebooks without them, the last changed first", async () => {
  const [first, second] = [await make("first"), await make("second")];
  await updateNotebook(projectId, first.id, { expected_version: 1, cells: [cell("1"), cell("2")] });
  const { items } = await listNotebooks(projectId, { limit: 10 });
  expect(items.map(({ id, cell_count }) => [id, cell_count])).toEqual([
    [first.id, 2],
    [second.id, 1],
  ]);
  expect(await requireNotebook(projectId, first.id)).toMatchObject({ version: 2, cells: [cell("1"), cell("2")] });
});

it("returns 409 with the current version to the second change of the same version", async () => {
  const { id } = await make("shared");
  const change = (source: string) => updateNotebook(projectId, id, { expected_version: 1, cells: [cell(source)] });
  const done = await Promise.allSettled([change("mine"), change("theirs")]);
  const [failed] = done.flatMap((result) =>
    result.status === "rejected" ? [result.reason as { status: number }] : [],
  );
  expect(failed).toMatchObject({ status: 409, message: "The notebook has version 2, not 1." });
  expect((await requireNotebook(projectId, id)).version).toBe(2);
});

it("another project cannot read, change or delete a notebook, and a session of it is refused (404)", async () => {
  const { id } = await make("own");
  const missing = expect.objectContaining({ status: 404 });
  await expect(requireNotebook(other, id)).rejects.toEqual(missing);
  await expect(updateNotebook(other, id, { expected_version: 1, name: "taken" })).rejects.toEqual(missing);
  await expect(deleteNotebook(other, id)).rejects.toEqual(missing);
  const session = { name: "a", cells: [], session_id: "trs_000000000000" };
  await expect(createNotebook(projectId, session)).rejects.toEqual(missing);
  expect((await requireNotebook(projectId, id)).name).toBe("own");
  await deleteNotebook(projectId, id);
  await expect(requireNotebook(projectId, id)).rejects.toEqual(missing);
});

it("returns 409 above a project's limit, also when two are created at once", async () => {
  await queryRows(
    "test.notebooks",
    `INSERT INTO notebook (id, project_id, name, cells, cell_count)
      SELECT 'nb_' || n, $1, 'n', '[]', 0 FROM generate_series(2, $2::int) n`,
    [other, MOST_NOTEBOOKS],
  );
  const results = await Promise.allSettled([make("a", other), make("b", other)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

it("accepts at most 200 cells and a million characters", () => {
  const check = (cells: unknown[]) => savedNotebooksApi.createNotebook.body.safeParse({ name: "a", cells }).success;
  expect(check(Array.from({ length: 200 }, () => cell("1")))).toBe(true);
  expect(check(Array.from({ length: 201 }, () => cell("1")))).toBe(false);
  expect(check(Array.from({ length: 11 }, () => cell("x".repeat(100_000))))).toBe(false);
});
