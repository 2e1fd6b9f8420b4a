/** Reads again the lists and pages of toolkits and tools, after a toolkit was changed. */
import type { QueryClient } from "@tanstack/react-query";
import { catalogApi } from "@/generated/addresses/catalog";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";

const { listOwnToolkits, getOwnToolkit, listOwnToolkitVersions, getOwnToolkitSource } = ownToolkitsApi;
const { listToolkits, getToolkit, listTools } = catalogApi;
const LISTS = [listOwnToolkits, listToolkits, listTools];
const PAGES = [
  getOwnToolkit,
  listOwnToolkitVersions,
  getOwnToolkitSource,
  getToolkit,
  customToolkitsApi.listOwnMcpTools,
];

const refresh = async (client: QueryClient, operations: readonly { id: string }[]): Promise<void> => {
  await Promise.all(operations.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
};

export const refreshToolkits = (client: QueryClient): Promise<void> => refresh(client, [...LISTS, ...PAGES]);

/** Only the lists, after a toolkit was deleted: its own page has nothing left to read. */
export const refreshToolkitLists = (client: QueryClient): Promise<void> => refresh(client, LISTS);
