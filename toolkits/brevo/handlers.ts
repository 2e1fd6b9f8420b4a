/** Brevo: a template is created by one operation and changed by another. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";

const PATH = "/smtp/templates";
const NEEDED = ["templateName", "subject", "sender"];

export const handlers: ToolHandlers = {
  saveTemplate: async (
    { templateId, ...body }: Record<string, unknown> & { templateId?: number | string },
    { call, fail },
  ) => {
    if (templateId !== undefined) {
      await call({ method: "PUT", path: `${PATH}/${encodeURIComponent(templateId)}`, body });
      return { id: templateId };
    }
    const missing = NEEDED.filter((name) => body[name] === undefined);
    if (body.htmlContent === undefined && body.htmlUrl === undefined) missing.push("htmlContent or htmlUrl");
    if (missing.length > 0) return fail(`A new template needs ${missing.join(", ")}.`);
    return { id: ((await call({ method: "POST", path: PATH, body })).data as { id?: unknown }).id };
  },
};
