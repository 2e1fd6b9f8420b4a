/** Reads again the lists and pages of tools, after one was added, changed or deleted. */
import type { QueryClient } from "@tanstack/react-query";
import { catalogApi } from "@/generated/addresses/catalog";
import { addedToolsApi } from "@/generated/addresses/own-toolkits/added";

const LISTS = [addedToolsApi.listAddedTools, catalogApi.listTools];
const PAGES = [addedToolsApi.getAddedTool, catalogApi.getTool];

type Read = { isDeleted?: boolean };

/** @param isDeleted the open page is of a tool that no longer exists, so only the next page of a tool is read */
export async function refreshTools(client: QueryClient, { isDeleted = false }: Read = {}): Promise<void> {
  await Promise.all([
    ...LISTS.map(({ id }) => client.invalidateQueries({ queryKey: [id] })),
    ...PAGES.map(({ id }) => client.invalidateQueries({ queryKey: [id], refetchType: isDeleted ? "none" : "active" })),
  ]);
}
