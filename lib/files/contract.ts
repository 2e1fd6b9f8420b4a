/** Files that tools take and return. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { page, pageQuery } from "@/lib/contract/page";
import { MAX_ID, MAX_URL } from "@/lib/contract/texts";

/** Slugs become parts of a storage key, so only these characters are taken. */
const slug = z
  .string()
  .trim()
  .max(120)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,119}$/, "must be a slug of letters, digits, dashes and underscores");

const mimetype = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\w.+!#$&^-]+\/[\w.+!#$&^-]+(\s*;[\x20-\x7e]*)?$/, "must be a media type such as image/png");

export const FileUpload = z.object({
  /** Size in bytes. With it, the upload can go directly to a bucket; without it, it goes through this server. */
  size: z.number().int().min(0).optional(),
  toolkit_slug: slug.toLowerCase(),
  tool_slug: slug.toUpperCase(),
  filename: z.string().min(1).max(500),
  mimetype,
  /** The MD5 hash of the content, in hex. */
  md5: z
    .string()
    .trim()
    .toLowerCase()
    .max(32)
    .regex(/^[0-9a-f]{32}$/, "must be the MD5 of the content as 32 hex digits"),
});

export const FileRow = z
  .object({
    toolkit_slug: z.string(),
    tool_slug: z.string(),
    filename: z.string(),
    mimetype: z.string(),
    md5: z.string(),
    /** The value that a tool takes as s3key. */
    key: z.string(),
    /** Bytes; absent while the content is not known to be there. */
    size: z.number().int().optional(),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: "FileRow" });

const ticketPath = "/api/v3/internal/patchbay/files/{ticket}/{filename}";
const ticketParams = z.object({ ticket: z.string().max(2000), filename: z.string().max(MAX_URL) });

export const filesApi = {
  requestFileUpload: operation({
    id: "postFilesUploadRequest",
    method: "POST",
    path: "/api/v3/files/upload/request",
    tag: "Files",
    auth: "project",
    permission: "files:write",
    audit: "none",
    summary: "Request an upload URL for a file",
    description:
      "Send the content there with PUT and its media type as content-type, " +
      "and the key as s3key in a tool's arguments. " +
      "The same content for the same tool has the same key. " +
      "An address straight to a bucket takes exactly the announced size.",
    body: FileUpload,
    response: z.object({
      id: z.string(),
      key: z.string(),
      new_presigned_url: z.string(),
      /** The older spelling. */
      newPresignedUrl: z.string(),
      type: z.literal("new"),
      metadata: z.object({ storage_backend: z.enum(["s3", "azure_blob_storage"]) }),
    }),
  }),
  listFiles: operation({
    id: "getFilesList",
    method: "GET",
    path: "/api/v3/files/list",
    tag: "Files",
    auth: "project",
    permission: "files:read",
    audit: "none",
    summary: "List files",
    description: "Uploads and answers of tools, newest first.",
    query: z.object({
      ...pageQuery,
      toolkit_slug: z.string().max(MAX_ID).optional(),
      tool_slug: z.string().max(MAX_ID).optional(),
    }),
    response: page(FileRow),
  }),
  putFileContent: operation({
    id: "putPatchbayFileContent",
    method: "PUT",
    path: ticketPath,
    tag: "Files",
    auth: "link",
    permission: "link",
    audit: "none",
    own: true,
    summary: "Upload a file's content",
    description: "The address is the new_presigned_url of an upload request and expires.",
    params: ticketParams,
    response: z.unknown(),
  }),
  getFileContent: operation({
    id: "getPatchbayFileContent",
    method: "GET",
    path: ticketPath,
    tag: "Files",
    auth: "link",
    permission: "link",
    audit: "none",
    own: true,
    summary: "Download a file",
    description: "The address is the s3url of a tool's answer and expires.",
    params: ticketParams,
    response: z.unknown(),
  }),
};
