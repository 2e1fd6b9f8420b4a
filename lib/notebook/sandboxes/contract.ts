/** The sandboxes that run, for those who look after them. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { Running, WorkbenchLimits } from "../contract";

const time = z.iso.datetime();

const Sandbox = z
  .object({
    id: z.string(),
    project: z.object({ id: z.string(), name: z.string() }),
    session_id: z.string(),
    user_id: z.string().nullable().meta({ description: "Whose session it is; null for one that is gone" }),
    started_at: time,
    used_at: time,
    stops_at: time.nullable().meta({ description: "When it is put away if nobody uses it; null while something runs" }),
    running: z.array(Running),
    memory_bytes: z.number(),
    most_memory_bytes: z.number(),
    disk_bytes: z.number(),
  })
  .meta({ id: "Sandbox" });

const Sandboxes = z.object({
  items: z.array(Sandbox),
  limits: WorkbenchLimits,
  workbench: z
    .object({ status: z.enum(["available", "unavailable", "checking"]), reason: z.string(), fix: z.string() })
    .meta({ description: "Whether this server has a workbench; texts are empty where nothing is wrong" }),
});

const some = z.object({
  ids: z.array(z.string().max(200)).max(1000).optional().meta({ description: "Which; all of them without it" }),
});
const Stopped = z.object({ stopped: z.number().int() });
const tag = "Workbench";
const base = "/api/v3/internal/patchbay/sandboxes";

export const sandboxesApi = {
  listSandboxes: operation({
    id: "listSandboxes",
    method: "GET",
    path: base,
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "The project's sandboxes that run on this server",
    response: Sandboxes,
  }),
  stopSandboxes: operation({
    id: "stopSandboxes",
    method: "POST",
    path: `${base}/stop`,
    own: true,
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "sandbox.stop",
    summary: "Stop sandboxes of the project; their files stay",
    body: some,
    response: Stopped,
  }),
  listEverySandbox: operation({
    id: "listEverySandbox",
    method: "GET",
    path: `${base}/all`,
    own: true,
    tag,
    auth: "session",
    permission: "instance:read",
    audit: "none",
    summary: "The sandboxes of all projects that run on this server; for the operator",
    response: Sandboxes,
  }),
  stopEverySandbox: operation({
    id: "stopEverySandbox",
    method: "POST",
    path: `${base}/all/stop`,
    own: true,
    tag,
    auth: "session",
    permission: "instance:write",
    audit: "sandbox.stop_any",
    summary: "Stop sandboxes of any project; their files stay; for the operator",
    body: some,
    response: Stopped,
  }),
};
