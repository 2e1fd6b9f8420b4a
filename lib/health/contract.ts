/** The health of the server, and whether it is ready for requests. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

export const Health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    live_versions: z.array(z.object({ version: z.string(), build: z.string(), copies: z.number().int() })).meta({
      description:
        "The versions of all copies on this database that were alive in the last 90 seconds; " +
        "more than one during an update. `build` is a hash of the program and its migrations; " +
        "the log names the copies",
    }),
    database: z.enum(["ok", "unreachable"]),
    storage: z.enum(["ok", "full"]).meta({
      description:
        "Whether the disks of the database and of the data folder took all that was written in the last minute",
    }),
    catalog: z
      .object({ toolkits: z.number().int(), tools: z.number().int(), version: z.string() })
      .meta({ description: "What the catalog has; deprecated tools, which can still be called, are not counted" }),
    worker: z.enum(["running", "stopped"]),
    stalled: z.array(z.string()).meta({
      description:
        "Loops of this copy that have not looked for work for half a minute (jobs of a class, deliveries of events); " +
        "while there is one, the copy is not ready",
    }),
    stopping: z.boolean().meta({
      description: "Whether this copy is about to stop, so that it still answers but is not ready",
    }),
    processes: z
      .array(
        z.object({
          process: z.number().int(),
          state: z.enum(["starting", "running"]),
          since: z.string(),
          restarts: z.number().int(),
        }),
      )
      .meta({
        description:
          "The processes of this copy behind its port (PATCHBAY_PROCESSES), since when each is in its state, " +
          "and how often it was started again; the status is degraded while one does not run",
      }),
    quiet: z
      .object({ since: z.string(), backup_made_at: z.string() })
      .nullable()
      .meta({
        description:
          "Since when this server is quiet after a restore, and when the backup was made: it renews no tokens, " +
          "polls nothing and delivers nothing until an owner wakes it. Null for a server that is awake.",
      }),
    sealing: z.object({ left: z.number().int().nullable(), counted_at: z.string().nullable() }).meta({
      description:
        "Stored values that are still sealed with an earlier secret, and when they were counted; null until then. " +
        "At 0 the earlier secret can be removed from PATCHBAY_SECRET_PREVIOUS.",
    }),
    execution_log: z.object({ waiting: z.number().int(), dropped: z.number().int() }).meta({
      description:
        "Executions of this copy that wait for the database to take their rows, " +
        "and those that were dropped since its start because it did not; " +
        "the status is degraded for a minute after each",
    }),
    workbench: z.enum(["available", "unavailable"]),
    workbench_problems: z.array(z.string()).meta({
      description: "What keeps the workbench from running, each with what to do about it; empty while it runs",
    }),
    workbench_notes: z
      .array(z.string())
      .meta({ description: "What the operator should know of a workbench that runs" }),
    workbench_limits: z
      .object({
        sandboxes: z.number().int(),
        memory_bytes: z.number(),
        disk_bytes: z.number(),
        seconds: z.number(),
        idle_seconds: z.number(),
        processes: z.number().int(),
        nice: z.number().int(),
      })
      .nullable()
      .meta({
        description:
          "Of this machine and of one of its sandboxes: " +
          "bytes, seconds of a run and without use, processes with threads, and their nice value; " +
          "null where code runs at a gateway or nowhere",
      }),
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
    summary: "Whether the server lives, and what stands behind it",
    description:
      "200 as long as the server answers at all, within two seconds: " +
      "for whoever restarts it. `status` says whether the database answers too.",
    response: Health,
  }),
  getReadiness: operation({
    id: "getReadiness",
    method: "GET",
    path: "/api/health/ready",
    own: true,
    tag: "Server",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "Whether the server can take calls",
    description:
      "The same as /api/health, with the status 503 " +
      "while the database is away, rows of the execution log are dropped, a loop is stalled or the copy is about to stop: " +
      "for whoever spreads calls over several copies. " +
      "A full disk alone is 200 and degraded, because reading and executing go on.",
    response: Health,
  }),
  getNewerRelease: operation({
    id: "getNewerRelease",
    method: "GET",
    path: "/api/v3/internal/patchbay/newer_release",
    own: true,
    tag: "Server",
    auth: "session",
    permission: "instance:read",
    audit: "none",
    summary: "The newest release file at the operator's place for them; for the operator",
    description: "Only the names of files at PATCHBAY_RELEASE_FILE are read; nothing is asked over a network.",
    response: z.object({
      running: z.string(),
      newer: z.object({ version: z.string(), file: z.string(), command: z.string() }).nullable().meta({
        description: "A newer version than the one that runs, for this platform, and the command that installs it",
      }),
      problem: z.string().nullable().meta({ description: "Why the place cannot be read" }),
    }),
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
