/** The guides of this installation as text, for agents, and a search in them. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const open = { auth: "none", permission: "public", audit: "none" } as const;
const shared = { ...open, own: true, documentation: true, tag: "Guides" } as const;

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
    summary: "One guide as Markdown, such as /api/docs/start/first-call.md; /api/docs/api/{id}.md for an operation",
    params: z.object({ group: z.string().max(100), guide: z.string().max(100) }),
    response: z.string(),
  }),
  getCollection: operation({
    ...shared,
    id: "guides.collection",
    method: "GET",
    path: "/api/docs/collection.json",
    summary: "Every operation as a collection for Postman and Bruno",
    response: z.object({
      info: z.object({ name: z.string(), schema: z.string() }),
      variable: z.array(z.object({ key: z.string(), value: z.string() })),
      item: z.array(z.object({ name: z.string(), item: z.array(z.unknown()) })),
    }),
  }),
  callDocsMcp: operation({
    ...shared,
    id: "guides.mcp.call",
    method: "POST",
    path: "/api/docs/mcp",
    summary: "The documentation as an MCP server, without a key: a search, and a tool that reads a page",
    response: z.unknown(),
  }),
  followDocsMcp: operation({
    ...shared,
    id: "guides.mcp.follow",
    method: "GET",
    path: "/api/docs/mcp",
    summary: "Always 405: its list of tools never changes",
    response: z.unknown(),
  }),
  searchGuides: operation({
    ...shared,
    id: "guides.search",
    method: "GET",
    path: "/api/docs/search",
    summary: "The parts of guides that answer a question best",
    query: z.object({ q: z.string().trim().min(1).max(200) }),
    response: z.object({
      results: z.array(
        z.object({
          address: z.string().meta({ description: "The path of the part, such as /docs/mcp/mcp-servers#limits" }),
          title: z.string().meta({ description: "The title of the guide" }),
          heading: z.string().meta({ description: "The heading of the part; empty for the beginning of a guide" }),
          excerpt: z.string(),
        }),
      ),
    }),
  }),
};
