/** Saved views: the filters of a page of logs under a name. Each belongs to one member in one project. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

/** The pages that have saved views. */
export const VIEW_PAGES = ["tool_logs", "trigger_logs"] as const;

/** The limit per member in one project, on all pages together. */
export const MOST_VIEWS = 50;

const MOST_FILTERS = 20;

const name = z.string().trim().min(1, "must not be empty").max(80, "must have at most 80 characters");

/** In the form of the page's URL. */
const filters = z
  .record(z.string().regex(/^[a-z_]{1,40}$/, "must be the name of a filter"), z.string().min(1).max(500))
  .refine((all) => Object.keys(all).length > 0, "must have at least one filter")
  .refine((all) => Object.keys(all).length <= MOST_FILTERS, `must have at most ${MOST_FILTERS} filters`);

const page = z.enum(VIEW_PAGES);

const View = z
  .object({
    id: z.string(),
    page,
    name: z.string(),
    /** By their names in the address. A time range stays relative: "24h" ends when the view is opened. */
    filters: z.record(z.string(), z.string()),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "SavedView" });

const base = "/api/v3/internal/patchbay/logs/views";
const params = z.object({ id: z.string().min(1).max(100) });
// A member's private settings: every role may change them, and the project's data stay the same.
const common = { own: true, tag: "Logs", auth: "session" } as const;

export const savedViewsApi = {
  listSavedViews: operation({
    ...common,
    id: "listSavedViews",
    method: "GET",
    path: base,
    permission: "profile:read",
    audit: "none",
    summary: `Your saved views of a page in this project, the oldest first; there are ${MOST_VIEWS} at most`,
    query: z.object({ page }),
    response: z.object({ items: z.array(View) }),
  }),
  createSavedView: operation({
    ...common,
    id: "createSavedView",
    method: "POST",
    path: base,
    permission: "profile:write",
    audit: "saved_view.create",
    summary: "Save filters under a name that you have not used on this page",
    body: z.object({ page, name, filters }),
    response: View,
    status: 201,
  }),
  updateSavedView: operation({
    ...common,
    id: "updateSavedView",
    method: "PATCH",
    path: `${base}/{id}`,
    permission: "profile:write",
    audit: "saved_view.update",
    summary: "Rename one of your saved views, or replace its filters; omitted fields stay unchanged",
    params,
    body: z.object({ name: name.optional(), filters: filters.optional() }),
    response: View,
  }),
  deleteSavedView: operation({
    ...common,
    id: "deleteSavedView",
    method: "DELETE",
    path: `${base}/{id}`,
    permission: "profile:write",
    audit: "saved_view.delete",
    summary: "Delete one of your saved views",
    params,
    response: z.object({ deleted: z.boolean() }),
  }),
};
