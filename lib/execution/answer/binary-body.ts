/** The bytes that a caller names by an address: fetched through the guard, or taken from our own storage. */
import { findDownloadTicket } from "@/lib/files/signed-url";
import { dropSpooled, readSpooled, spool, type Spooled } from "@/lib/files/spool";
import { openDownload } from "@/lib/files/stored-files";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError, send, type StreamedBody } from "@/lib/kernel/outbound/send";
import { typeOf } from "./tool-response";
import { isUrl } from "@/lib/kernel/text/is-url";

export type FetchedBody = { body: StreamedBody; contentType: string; drop: () => Promise<void> };

const refusal = (problem: string, cause?: unknown): ApiError =>
  new ApiError("BadRequest", `binary_body.url: ${problem}`, {
    suggestedFix: "Use an address that answers a GET without credentials, or send the bytes in binary_body.base64.",
    cause,
  });

/** A file of this server is not fetched over the network: its own address may be private. */
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
 * Fetches the bytes into a temporary file, which `drop` removes.
 * @throws ApiError BadRequest for an address that is not allowed, does not answer, refuses, or gives too much
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
        takes: (head) => (head.status === 200 ? "whole" : "none"),
        write: async (_, body) => {
          spooled = await spool(body);
        },
      },
    });
    if (!spooled) throw refusal(`the address answered ${status}.`);
    const taken = spooled;
    return {
      body: { byteLength: taken.size, read: () => readSpooled(taken) },
      contentType: typeOf(headers) || "application/octet-stream",
      drop: () => dropSpooled(taken),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const cause = error.cause instanceof ApiError ? error.cause : error;
    throw refusal(cause.message, error);
  }
}
