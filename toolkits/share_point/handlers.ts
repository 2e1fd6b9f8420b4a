/** SharePoint tools whose body is made of column names that each list has of its own. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";

export const handlers: ToolHandlers = {
  createListItem: async (args: { list_name?: string; item_properties?: Record<string, unknown> }, { call }) => {
    // OData doubles a quote inside a text.
    const list = encodeURIComponent((args.list_name ?? "").replaceAll("'", "''"));
    return (
      await call({
        method: "POST",
        path: `/_api/web/lists/getbytitle('${list}')/items`,
        body: args.item_properties ?? {},
      })
    ).data as Record<string, unknown>;
  },
};
