/** What anybody may ask of the server itself. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

export const Health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    database: z.enum(["ok", "unreachable"]),
    catalog: z.object({ toolkits: z.number().int(), tools: z.number().int(), version: z.string() }),
    worker: z.enum(["running", "stopped"]),
    workbench: z.enum(["available", "unavailable"]),
  })
  .meta({ id: "Health" });

export const healthApi = {
  getHealth: operation({
    id: "getHealth",
    method: "GET",
    path: "/api/health",
    own: true,
    tag: "Server",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "Whether the server works",
    response: Health,
  }),
  getOpenApi: operation({
    id: "getOpenApi",
    method: "GET",
    path: "/api/openapi.json",
    own: true,
    tag: "Server",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "This API as an OpenAPI document",
    response: z.record(z.string(), z.unknown()),
  }),
};
