/** Reads again the lists and pages of tools, after one was added, changed or deleted. */
import type { QueryClient } from "@tanstack/react-query";
import { catalogApi } from "@/generated/addresses/catalog";
import { addedToolsApi } from "@/generated/addresses/own-toolkits/added";

const OPERATIONS = [
  ...[addedToolsApi.listAddedTools, addedToolsApi.getAddedTool, catalogApi.listTools, catalogApi.getTool],
];

export async function refreshTools(client: QueryClient): Promise<void> {
  await Promise.all(OPERATIONS.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
}
