/** Reads again the lists and pages of toolkits and tools, after a toolkit was changed. */
import type { QueryClient } from "@tanstack/react-query";
import { catalogApi } from "@/generated/addresses/catalog";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";

const { listOwnToolkits, getOwnToolkit, listOwnToolkitVersions, getOwnToolkitSource } = ownToolkitsApi;
const { listToolkits, getToolkit, listTools } = catalogApi;
const OPERATIONS = [
  ...[listOwnToolkits, getOwnToolkit, listOwnToolkitVersions, getOwnToolkitSource],
  ...[listToolkits, getToolkit, listTools, customToolkitsApi.listOwnMcpTools],
];

export async function refreshToolkits(client: QueryClient): Promise<void> {
  await Promise.all(OPERATIONS.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
}
