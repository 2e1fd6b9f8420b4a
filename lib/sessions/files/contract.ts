/** The files of a session's workbench, and the helpers for code in a sandbox of one's own. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/page";
import { sessionParams } from "../contract";

const timestamp = z.iso.datetime();
const mountParams = sessionParams.extend({ mount_id: z.string().max(200) });
const mountPath = z.string().min(1).max(1000);
const Mounted = { mount_relative_path: z.string(), sandbox_mount_prefix: z.string() };
const mounts = { tag: "Sessions", auth: "project" } as const;

export const mountsApi = {
  listMountItems: operation({
    ...mounts,
    id: "toolRouter.session.files.list",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/mounts/{mount_id}/items",
    permission: "sessions:read",
    audit: "none",
    sessionKey: true,
    summary: "The files of a session's workbench",
    params: mountParams,
    query: z.object({ ...pageQuery, mount_relative_prefix: z.string().max(1000).optional() }),
    response: z.object({
      items: z.array(z.object({ ...Mounted, size: z.number(), last_modified: timestamp })),
      next_cursor: z.string().optional(),
    }),
  }),
  createMountUpload: operation({
    ...mounts,
    id: "toolRouter.session.files.createUploadURL",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/mounts/{mount_id}/upload_url",
    permission: "sessions:write",
    audit: "session_file.upload",
    sessionKey: true,
    summary: "Where to put a file for a session's workbench",
    params: mountParams,
    body: z.object({ mount_relative_path: mountPath, mimetype: z.string().max(200).optional() }),
    response: z.object({ ...Mounted, upload_url: z.string(), expires_at: timestamp }),
  }),
  createMountDownload: operation({
    ...mounts,
    id: "toolRouter.session.files.createDownloadURL",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/mounts/{mount_id}/download_url",
    permission: "sessions:read",
    audit: "none",
    sessionKey: true,
    summary: "Where to get a file of a session's workbench",
    params: mountParams,
    body: z.object({ mount_relative_path: mountPath }),
    response: z.object({ ...Mounted, download_url: z.string(), expires_at: timestamp }),
  }),
  deleteMountItem: operation({
    ...mounts,
    id: "toolRouter.session.files.delete",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/mounts/{mount_id}/delete",
    permission: "sessions:write",
    audit: "session_file.delete",
    summary: "Delete a file of a session's workbench",
    params: mountParams,
    body: z.object({ mount_relative_path: mountPath }),
    response: z.object(Mounted),
  }),
  getWorkbenchHelpers: operation({
    ...mounts,
    id: "getWorkbenchHelpers",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/workbench_helpers",
    own: true,
    permission: "sessions:read",
    audit: "none",
    sessionKey: true,
    summary: "The helpers of the workbench as a Python file for a sandbox of one's own",
    description:
      "They read BACKEND_URL, COMPOSIO_TOOLROUTER_SESSION_ID and COMPOSIO_WORKBENCH_ACCESS_KEY " +
      "(an access key of the session) from the environment.",
    params: sessionParams,
    response: z.string(),
  }),
};
