/** A project as readable files: exported without secrets, and imported into another project. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { flagQuery } from "@/lib/contract/page";

const shared = { own: true, tag: "Projects", auth: "project" } as const;
const base = "/api/v3/internal/patchbay/project";
const count = z.number().int();

/** The media type of the files in one: a tar, compressed with gzip. */
export const ARCHIVE_TYPE = "application/gzip";

export const projectCopyApi = {
  exportProject: operation({
    ...shared,
    id: "exportProject",
    method: "GET",
    path: `${base}/export`,
    permission: "project:read",
    audit: "project.export",
    summary: "Export the project as files without secrets: a .tar.gz with one JSON file for each kind",
    response: z.unknown(),
  }),
  importProject: operation({
    ...shared,
    id: "importProject",
    method: "POST",
    path: `${base}/import`,
    permission: "project_config:write",
    audit: "project.import",
    summary: "Import exported files (.tar.gz) into the project: all of them, or none",
    description:
      "What the files have and the project has not is made: auth configs without their secrets, triggers and webhook " +
      "subscriptions switched off. What came from an earlier import of the same items is brought up to date. " +
      "Nothing is deleted. Settings that protect the project are changed in a session of an owner or admin.",
    query: z.object({ check: flagQuery.meta({ description: "Only shows what an import would do" }) }),
    response: z.object({
      /** Nothing was changed. */
      check: z.boolean(),
      changes: z.array(
        z.object({ file: z.string(), created: count, updated: count, unchanged: count, left_out: count }),
      ),
      /** What people have to do before all of it works; the first 200. */
      to_do: z.array(z.object({ file: z.string(), from: z.string(), id: z.string().nullable(), text: z.string() })),
      to_do_total: count,
    }),
  }),
};
