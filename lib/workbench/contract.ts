/** Sandboxes that run Python and bash for sessions, their files, and the hosts that code can reach. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const tag = "Workbench";
const path = "/api/v3/internal/patchbay/workbench/egress";

const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/;
const OWN_MACHINE = /(^|\.)localhost$/;
const LARGEST_PORT = 65_535;

/** Whether an entry can name a host elsewhere: not this machine, not a whole top-level domain, and a valid port. */
function canBeReached(entry: string): boolean {
  const [name = "", port] = entry.split(":");
  if (OWN_MACHINE.test(name) || (name.startsWith("*.") && !name.slice(2).includes("."))) return false;
  return port === undefined || (Number(port) > 0 && Number(port) <= LARGEST_PORT);
}

const hosts = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(260)
      .regex(HOST, "must be a host such as api.example.com, *.example.com or mirror.example.com:8443")
      .refine(canBeReached, "must not be localhost or a whole top-level domain, and its port is from 1 to 65535"),
  )
  .max(100)
  .transform((all) => [...new Set(all)]);

export const WorkbenchEgress = z
  .object({
    enabled: z.boolean().meta({ description: "Whether the operator allows a way out at all" }),
    hosts: z.array(z.string()),
    blocked: z
      .array(
        z.object({
          host: z.string(),
          port: z.number(),
          session_id: z.string(),
          reason: z.string(),
          tries: z.number(),
          last_at: z.iso.datetime(),
        }),
      )
      .meta({ description: "What code tried to reach and may not, the last first" }),
  })
  .meta({ id: "WorkbenchEgress" });

export const workbenchApi = {
  getWorkbenchEgress: operation({
    id: "getWorkbenchEgress",
    method: "GET",
    path,
    own: true,
    tag,
    auth: "project",
    permission: "project:read",
    audit: "none",
    summary: "Get the hosts that workbench code can reach, and what was blocked",
    response: WorkbenchEgress,
  }),
  setWorkbenchEgress: operation({
    id: "setWorkbenchEgress",
    method: "PUT",
    path,
    own: true,
    tag,
    auth: "session",
    permission: "project:write",
    audit: "workbench_egress.set",
    summary: "Set which hosts code in the workbench may reach",
    description:
      "Over https on port 443, or on the port that is given. Without the operator's PATCHBAY_WORKBENCH_EGRESS nothing goes out.",
    body: z.object({ hosts }),
    response: WorkbenchEgress,
  }),
};
