/** Names of toolkits: a small list for pages that know toolkits only by slug. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

export const toolkitNamesApi = {
  listToolkitNames: operation({
    id: "listToolkitNames",
    method: "GET",
    path: "/api/v3/internal/patchbay/toolkit_names",
    own: true,
    tag: "Toolkits",
    auth: "project",
    permission: "toolkits:read",
    audit: "none",
    summary: "List the name of each toolkit the project can use",
    response: z.object({ names: z.record(z.string(), z.string()).meta({ description: "Names by slug" }) }),
  }),
};
