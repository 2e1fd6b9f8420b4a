/** Signed URLs of this server for one upload or download. They contain the permission and its expiry. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { derivedKey } from "@/lib/kernel/process/vault";

/** `mount` puts a file into the workbench of a session; its `fileId` contains the file and its place there. */
export type Ticket = { projectId: string; fileId: string; may: "put" | "get" | "mount" };

/** How long a signed URL is valid, in seconds. */
export const URL_SECONDS = 3600;

const PATH = "/api/v3/internal/patchbay/files/";

const sign = (text: string): string =>
  createHmac("sha256", derivedKey("file addresses")).update(text).digest("base64url");

/** A file name as the last part of the URL, only for people to read. */
const toPathPart = (name: string): string =>
  encodeURIComponent([...name.toWellFormed().replace(/[/\\]/g, "_").replace(/^\.+/, "_")].slice(-60).join("")) ||
  "file";

/** The address for a ticket, absolute, valid for `seconds`. */
export function toSignedUrl({ projectId, fileId, may }: Ticket, name: string, seconds: number): string {
  const payload = Buffer.from(
    JSON.stringify([projectId, fileId, may, Math.floor(inSeconds(seconds).getTime() / 1000)]),
  ).toString("base64url");
  return `${env().publicUrl}${PATH}${payload}.${sign(payload)}/${toPathPart(name)}`;
}

const refusal = (message: string): ApiError =>
  new ApiError("Forbidden", message, {
    suggestedFix:
      "Request a new URL: upload URLs come from POST /api/v3/files/upload/request, download URLs from a tool's response.",
  });

/** Reads a ticket and checks its signature, but not its time. */
function open(text: string): { projectId: string; fileId: string; allowed: Ticket["may"]; expires: number } {
  const [payload = "", signature = ""] = text.split(".");
  const expected = Buffer.from(sign(payload));
  const signatureBytes = Buffer.from(signature);
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))
    throw refusal("The signature of this address is not valid.");
  const [projectId, fileId, allowed, expires] = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as [
    string,
    string,
    Ticket["may"],
    number,
  ];
  return { projectId, fileId, allowed, expires };
}

/**
 * The project and file of a ticket.
 * @throws ApiError Forbidden for a changed ticket
 */
export const projectOfTicket = (text: string): string => open(text).projectId;

/**
 * Whether a ticket is for a file of a session's workbench.
 * @throws ApiError Forbidden for a changed ticket
 */
export const isMountTicket = (text: string): boolean => open(text).allowed === "mount";

/**
 * Reads a ticket that `toSignedUrl` wrote.
 * @throws ApiError Forbidden for a ticket that was changed, has expired, or allows something else
 */
export function readTicket(text: string, may: Ticket["may"]): Ticket {
  const { projectId, fileId, allowed, expires } = open(text);
  if (expires * 1000 <= now().getTime()) throw refusal("This address has expired.");
  if (allowed !== may) throw refusal(`This address allows ${allowed === "get" ? "a download" : "an upload"} only.`);
  return { projectId, fileId, may };
}

/** The ticket in a download address of this server; null for any other address. */
export function findDownloadTicket(url: string): string | null {
  const prefix = env().publicUrl + PATH;
  return url.startsWith(prefix) ? (url.slice(prefix.length).split(/[/?#]/)[0] ?? null) : null;
}
