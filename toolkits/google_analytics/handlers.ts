/** Google Analytics tools of the API's alpha version, which no description covers: audiences, expanded data sets. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;

/** "properties/456", whose number is all that varies. */
const property = (parent: string | undefined): string =>
  `/v1alpha/properties/${encodeURIComponent((parent ?? "").replace(/^properties\//, ""))}`;

export const handlers: ToolHandlers = {
  listAudiences: async (args: { parent?: string; pageSize?: number; pageToken?: string }, { call }) =>
    (
      await call({
        method: "GET",
        path: `${property(args.parent)}/audiences`,
        query: { pageSize: args.pageSize, pageToken: args.pageToken },
      })
    ).data as Values,
  createExpandedDataSet: async (args: { parent?: string; expandedDataSet?: Values }, { call }) =>
    (await call({ method: "POST", path: `${property(args.parent)}/expandedDataSets`, body: args.expandedDataSet }))
      .data as Values,
};
