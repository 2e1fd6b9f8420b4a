/** Excel tools that are more than one described request: new workbooks, finding workbooks, sessions. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";
import { toWorkbook, type Sheet } from "./workbook";

type Values = Record<string, unknown>;

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const handlers: ToolHandlers = {
  createWorkbook: async (args: { file_name?: string; folder_id?: string; worksheets?: Sheet[] }, { call }) => {
    const name = `${(args.file_name ?? "").replace(/\.xlsx$/i, "")}.xlsx`;
    const folder = args.folder_id ? `/me/drive/items/${encodeURIComponent(args.folder_id)}` : "/me/drive/root";
    const rawBody = toWorkbook(args.worksheets?.length ? args.worksheets : [{ name: "Sheet1" }]);
    return (
      await call({
        method: "PUT",
        path: `${folder}:/${encodeURIComponent(name)}:/content`,
        query: { "@microsoft.graph.conflictBehavior": "rename" },
        headers: { "content-type": WORKBOOK },
        rawBody,
      })
    ).data as Values;
  },
  listFiles: async (args: { search?: string; top?: number }, { call }) => {
    // OData doubles a quote inside a text.
    const words = encodeURIComponent((args.search || ".xlsx").replaceAll("'", "''"));
    const page = (
      await call({ method: "GET", path: `/me/drive/root/search(q='${words}')`, query: { $top: args.top ?? 50 } })
    ).data as { value?: (Values & { name?: string })[] };
    return { files: (page.value ?? []).filter(({ name }) => /\.xls[xmb]?$/i.test(name ?? "")) };
  },
  closeSession: async (args: { item_id?: string; session_id?: string }, { call }) => {
    await call({
      method: "POST",
      path: `/me/drive/items/${encodeURIComponent(args.item_id ?? "")}/workbook/closeSession`,
      headers: { "workbook-session-id": (args.session_id ?? "").replace(/[\r\n]/g, "") },
      body: {},
    });
    return { closed: true };
  },
};
