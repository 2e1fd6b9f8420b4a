/** The member's saved views of a page, and the operations that change them. */
"use client";
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { showToast } from "@/components/parts/shell/toast-store";
import { mutation, query } from "@/lib/contract/client";
import { savedViewsApi } from "@/generated/addresses/logs/views";
import type { SavedView, ViewPage } from "./view-words";

export const useViews = (page: ViewPage) =>
  useQuery({ ...query(savedViewsApi.listSavedViews, { query: { page } }), staleTime: 60_000 });

/** Shows the result of a change, then reloads the views. */
async function change(client: QueryClient, work: () => Promise<unknown>, done: Parameters<typeof showToast>) {
  try {
    await work();
    showToast(...done);
  } catch (error) {
    showToast(error instanceof Error ? error.message : "Couldn’t change the view.", { tone: "error" });
  }
  await client.invalidateQueries({ queryKey: [savedViewsApi.listSavedViews.id] });
}

/**
 * Deletes at once; the message can restore the view, at the end of the row. No mutation hooks: the view and its menu
 * are unmounted before somebody presses "Undo".
 */
export function useDeleteView(): (view: SavedView) => Promise<void> {
  const client = useQueryClient();
  const remove = mutation(savedViewsApi.deleteSavedView, client).mutationFn;
  const create = mutation(savedViewsApi.createSavedView, client).mutationFn;
  const bringBack = ({ page, name, filters }: SavedView) =>
    void change(client, () => create({ body: { page, name, filters } }), ["View restored"]);
  return (view) =>
    change(client, () => remove({ params: { id: view.id } }), [
      `View “${view.name}” deleted`,
      { action: { label: "Undo", onSelect: () => bringBack(view) } },
    ]);
}

/** Replaces a view's filters with the current filters. */
export function useReplaceFilters(): (view: SavedView, filters: SavedView["filters"]) => Promise<void> {
  const client = useQueryClient();
  const update = mutation(savedViewsApi.updateSavedView, client).mutationFn;
  return ({ id, name }, filters) =>
    change(client, () => update({ params: { id }, body: { filters } }), [`View “${name}” updated with these filters`]);
}
