/** The guides of this installation as text, for agents. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const shared = { own: true, tag: "Guides", auth: "none", permission: "public", audit: "none" } as const;

export const guidesApi = {
  getGuideIndex: operation({
    ...shared,
    id: "guides.index",
    method: "GET",
    path: "/llms.txt",
    summary: "The list of all guides with their addresses, in the form of llmstxt.org",
    response: z.string(),
  }),
  getAllGuides: operation({
    ...shared,
    id: "guides.all",
    method: "GET",
    path: "/llms-full.txt",
    summary: "All guides in one text",
    response: z.string(),
  }),
  getGuide: operation({
    ...shared,
    id: "guides.read",
    method: "GET",
    path: "/api/docs/{group}/{guide}",
    summary: "One guide as Markdown, such as /api/docs/start/first-call.md",
    params: z.object({ group: z.string().max(100), guide: z.string().max(100) }),
    response: z.string(),
  }),
};
