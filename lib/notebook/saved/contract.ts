/** Notebooks that a project keeps: cells with a name. What they gave is not kept. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, limitQuery, page } from "@/lib/contract/page";

const time = z.iso.datetime();
const MAX_CELLS = 200;
const MAX_NOTEBOOK_CHARACTERS = 1_000_000;

const Cell = z.object({
  /** Of its own in the notebook. */
  key: z
    .string()
    .max(40)
    .regex(/^[\w-]{1,40}$/, "must be 1 to 40 letters and digits"),
  /** `text` is for people: it does not run. */
  kind: z.enum(["python", "bash", "text"]),
  source: z.string().max(100_000, "must have at most 100,000 characters"),
});

const cells = z
  .array(Cell)
  .max(MAX_CELLS, `must have at most ${MAX_CELLS} cells`)
  .refine(
    (list) => list.reduce((sum, { source }) => sum + source.length, 0) <= MAX_NOTEBOOK_CHARACTERS,
    "must have at most 1,000,000 characters together",
  );

const name = z.string().trim().min(1, "must not be empty").max(200);
const sessionId = z.string().max(200).nullable().meta({ description: "In whose workbench its cells run" });

const ListedNotebook = z
  .object({
    id: z.string(),
    name: z.string(),
    cell_count: z.number().int(),
    session_id: sessionId,
    version: z.number().int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "ListedNotebook" });

const Notebook = ListedNotebook.extend({ cells: z.array(Cell) }).meta({ id: "Notebook" });

const tag = "Workbench";
const base = "/api/v3/internal/patchbay/notebooks";
const params = z.object({ id: z.string().min(1).max(100) });
const common = { own: true, tag, auth: "project" } as const;

export const savedNotebooksApi = {
  listNotebooks: operation({
    ...common,
    id: "listNotebooks",
    method: "GET",
    path: base,
    permission: "sessions:read",
    audit: "none",
    summary: "The project's notebooks, the newest first",
    query: z.object({ cursor: cursorQuery, limit: limitQuery(50, 200) }),
    response: page(ListedNotebook),
  }),
  createNotebook: operation({
    ...common,
    id: "createNotebook",
    method: "POST",
    path: base,
    permission: "sessions:write",
    audit: "notebook.create",
    summary: "Keep a notebook",
    body: z.object({ name, cells: cells.default([]), session_id: sessionId.default(null) }),
    response: Notebook,
    status: 201,
  }),
  getNotebook: operation({
    ...common,
    id: "getNotebook",
    method: "GET",
    path: `${base}/{id}`,
    permission: "sessions:read",
    audit: "none",
    summary: "A notebook with its cells",
    params,
    response: Notebook,
  }),
  updateNotebook: operation({
    ...common,
    id: "updateNotebook",
    method: "PATCH",
    path: `${base}/{id}`,
    permission: "sessions:write",
    audit: "notebook.update",
    summary: "Change a notebook",
    description: "What is left out stays. Where somebody has changed it since the expected version, it is a 409.",
    params,
    body: z.object({
      expected_version: z.number().int().min(1),
      name: name.optional(),
      cells: cells.optional(),
      session_id: sessionId.optional(),
    }),
    response: Notebook,
  }),
  deleteNotebook: operation({
    ...common,
    id: "deleteNotebook",
    method: "DELETE",
    path: `${base}/{id}`,
    permission: "sessions:write",
    audit: "notebook.delete",
    summary: "Delete a notebook; the files of its session stay",
    params,
    response: z.object({ deleted: z.boolean() }),
  }),
};
