/**
 * Loads `binary_body.url`: over the network within the rules for outbound requests, or from this server's own files.
 */
import { findDownloadTicket } from "@/lib/files/signed-url";
import { dropSpooled, readSpooled, spool, type Spooled } from "@/lib/files/spool";
import { openDownload } from "@/lib/files/stored-files";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { StreamedBody } from "@/lib/kernel/outbound/outbound-request";
import { typeOf } from "./tool-response";
import { isUrl } from "@/lib/kernel/text/is-url";

export type FetchedBody = { body: StreamedBody; contentType: string; drop: () => Promise<void> };

const refusal = (problem: string, cause?: unknown): ApiError =>
  new ApiError("BadRequest", `binary_body.url: ${problem}`, {
    suggestedFix: "Use a URL that responds to a GET without credentials, or send the bytes in binary_body.base64.",
    cause,
  });

/** Reads a file of this server from storage: over the network its own address may be private, and refused. */
async function fromStorage(projectId: string, ticket: string): Promise<FetchedBody> {
  const file = await openDownload(ticket);
  if (file.projectId !== projectId) throw refusal("there is no such file in this project.");
  return {
    body: { byteLength: file.size, read: file.read },
    contentType: file.mimetype,
    drop: () => Promise.resolve(),
  };
}

/**
 * Downloads the bytes into a temporary file; `drop` deletes it.
 * @throws ApiError BadRequest for a URL that is not allowed, does not answer, refuses, or is too large
 */
export async function fetchBody(projectId: string, url: string, signal?: AbortSignal): Promise<FetchedBody> {
  const ticket = findDownloadTicket(url);
  if (ticket) return fromStorage(projectId, ticket);
  if (!isUrl(url)) throw refusal("is not a valid URL.");
  let spooled: Spooled | undefined;
  try {
    const { status, headers } = await send({
      projectId,
      method: "GET",
      url,
      ...(signal && { signal }),
      sink: {
        accepts: (head) => (head.status === 200 ? "whole" : "none"),
        write: async (_, body) => {
          spooled = await spool(body);
        },
      },
    });
    if (!spooled) throw refusal(`the address answered ${status}.`);
    const file = spooled;
    return {
      body: { byteLength: file.size, read: () => readSpooled(file) },
      contentType: typeOf(headers) || "application/octet-stream",
      drop: () => dropSpooled(file),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const cause = error.cause instanceof ApiError ? error.cause : error;
    throw refusal(cause.message, error);
  }
}
