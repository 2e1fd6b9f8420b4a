/**
 * Answers that are files, or too large to return inline: they are stored while they arrive, and returned as a signed
 * URL.
 */
import type { FailureRule } from "@/lib/catalog/refusals-file";
import type { HandlerFile } from "@/lib/catalog/tool-handler";
import { createAnswerFile, type AnswerFile } from "@/lib/files/stored-files";
import type { FileOrigin } from "@/lib/files/storage-key";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError } from "@/lib/kernel/outbound/send";
import type { OutboundResponse, BodySink } from "@/lib/kernel/outbound/outbound-request";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import { toFileName } from "./file-name";
import { isBinaryType, isFailure, parseBody, toOutcome, typeOf, type ToolOutcome } from "./tool-response";
import { addWarning, type Trace } from "../sending/trace";

/**
 * How `data` refers to a file. Official clients download every `s3url` they find; `s3key` serves as another tool's
 * argument.
 */
type FileReference = { s3url: string; mimetype: string; name: string; size: number; s3key: string };

/** Stores bodies as files; `file` is the last stored file. */
export type AnswerSink = BodySink & {
  file: AnswerFile | undefined;
  keep: (file: HandlerFile) => Promise<AnswerFile>;
  /** Adds a warning for the caller. */
  warn: (text: string) => void;
};

const MIMETYPE = /^[\w.+-]+\/[\w.+-]+$/;

/**
 * A sink that stores the answers of one execution. The signed URLs of the files stay out of the log, and the secrets of
 * the access out of the files.
 * @param sender holds the current access, which can be renewed before the answer comes
 * @param options `binary`: the tool declares that it returns bytes. `anyStatus`: error answers of bytes are stored too
 */
export function answerSink(
  place: FileOrigin,
  trace: Trace,
  sender: { readonly access: { readonly secrets: readonly string[] } },
  { binary = false, anyStatus = false }: { binary?: boolean; anyStatus?: boolean } = {},
): AnswerSink {
  const store = async (
    name: string,
    type: string,
    body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<AnswerFile> => {
    const hider = hiderOf(sender.access.secrets);
    try {
      const file = await createAnswerFile(place, {
        name: hider.text(name),
        mimetype: MIMETYPE.test(type) ? type : "application/octet-stream",
        body: hider.stream(body),
      });
      trace.addresses = [...(trace.addresses ?? []), file.url];
      return file;
    } catch (error) {
      if (error instanceof ApiError && error.kind === "PayloadTooLarge")
        throw new OutboundError("too-large", error.message.replace("The file", "The answer"), {}, { cause: error });
      throw error;
    }
  };
  const sink: AnswerSink = {
    file: undefined,
    accepts: ({ status, headers }) => {
      // When a request is sent again, the file of its first answer no longer counts.
      sink.file = undefined;
      if ((isFailure(status) && !anyStatus) || status === 204 || status === 304 || headers["content-length"] === "0")
        return "none";
      return binary || isBinaryType(typeOf(headers)) ? "whole" : "overflow";
    },
    write: async (head, body) => {
      sink.file = await store(toFileName(head), typeOf(head.headers), body);
    },
    keep: async ({ name, mimetype, bytes }) => (sink.file = await store(name, mimetype, [bytes])),
    warn: (text) => addWarning(trace, text),
  };
  return sink;
}

/** A stored file as it appears in `data`. */
export const toReference = ({ url, mimetype, name, size, key }: AnswerFile): FileReference => ({
  s3url: url,
  mimetype,
  name,
  size,
  s3key: key,
});

/** Stores what is answered as a file: bytes, and JSON of too many values. */
export const keepBody = (
  sink: AnswerSink,
  response: OutboundResponse,
  { contentType, bytes }: { contentType: string; bytes: Buffer },
): Promise<AnswerFile> => sink.keep({ name: toFileName(response), mimetype: contentType, bytes });

/** The outcome of a tool. Bytes, and answers that are too large, become a file under `response_data`. */
export async function toFiledOutcome(
  provider: string,
  response: OutboundResponse,
  sink: AnswerSink,
  {
    secrets,
    binary = false,
    failures,
  }: { secrets: readonly string[]; binary?: boolean | undefined; failures?: readonly FailureRule[] | undefined },
): Promise<ToolOutcome> {
  if (sink.file) return { data: { response_data: toReference(sink.file) }, error: null, successful: true };
  const parsed = parseBody(response, secrets, binary && !isFailure(response.status));
  if ((parsed.kind !== "binary" && parsed.kind !== "large") || isFailure(response.status))
    return toOutcome(provider, response.status, parsed, failures);
  if (parsed.kind === "large") sink.warn(`The answer holds ${parsed.excess}, so it is a file.`);
  const response_data = toReference(await keepBody(sink, response, parsed));
  return { data: { response_data }, error: null, successful: true };
}

const isFile = (value: unknown): value is HandlerFile =>
  value !== null && typeof value === "object" && (value as HandlerFile).bytes instanceof Uint8Array;

/** Stores the files among the values of a composite tool's answer. */
export async function withStoredFiles(outcome: ToolOutcome, sink: AnswerSink): Promise<ToolOutcome> {
  const files = Object.entries(outcome.data).filter((entry): entry is [string, HandlerFile] => isFile(entry[1]));
  if (files.length === 0) return outcome;
  const references = await Promise.all(
    files.map(async ([name, file]) => [name, toReference(await sink.keep(file))] as const),
  );
  return { ...outcome, data: { ...outcome.data, ...Object.fromEntries(references) } };
}
