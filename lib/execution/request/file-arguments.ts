/** Opens file arguments: `{name, mimetype, s3key}` names an upload, which is read from storage when it is sent. */
import type { HandlerFile } from "@/lib/catalog/tool-handler";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { requireFile } from "@/lib/files/stored-files";
import { ApiError } from "@/lib/kernel/errors";
import { shownName } from "./argument-problems";
import type { FileContent, Files } from "./request-body";

const NO_FILES: Files = new Map();

type Uploaded = { s3key: string; name?: unknown; mimetype?: unknown };

const isUploaded = (value: unknown): value is Uploaded =>
  value !== null && typeof value === "object" && typeof (value as Uploaded).s3key === "string";

/** The names of the arguments that a request sends as files. */
function fileKeys({ body }: ToolRequest): string[] {
  if (!body) return [];
  if (body.mode !== "flat") return body.mode === "file" ? [body.key] : [];
  return body.fields.filter((field) => field.as === "file").map((field) => field.key);
}

/** Whether a value, or one of a list, names an upload of ours. */
const namesUpload = (value: unknown): boolean =>
  isUploaded(value)
    ? typeof (value as { mimetype?: unknown }).mimetype === "string"
    : Array.isArray(value) && value.length > 0 && value.every(namesUpload);

/**
 * An upload in an argument that takes no file would be sent as JSON: the provider cannot read it, and it contains a key
 * of this server.
 * @throws ApiError Unprocessable naming the argument
 */
function refuseStrayFiles(keys: readonly string[], args: Readonly<Record<string, unknown>>): void {
  for (const name in args) {
    if (keys.includes(name) || typeof args[name] !== "object" || !namesUpload(args[name])) continue;
    const problem = `${shownName(name)}: takes no file.`;
    throw new ApiError("Unprocessable", problem, {
      errors: [problem],
      suggestedFix:
        keys.length > 0 ? `Give the file as ${keys.join(" or ")}.` : "Give a value as the tool's schema describes it.",
    });
  }
}

const textOr = (value: unknown, fallback: string): string =>
  typeof value === "string" && value !== "" ? value : fallback;

async function openArgument(projectId: string, label: string, value: unknown): Promise<FileContent> {
  if (!isUploaded(value)) {
    const problem =
      `${label}: expected an uploaded file, for example ` +
      '{"name": "report.pdf", "mimetype": "application/pdf", "s3key": "the key of the upload"}.';
    throw new ApiError("Unprocessable", problem, {
      errors: [problem],
      suggestedFix: "Upload the file with POST /api/v3/files/upload/request, then send its key as s3key.",
    });
  }
  try {
    const file = await requireFile(projectId, value.s3key);
    return {
      name: textOr(value.name, file.name),
      mimetype: textOr(value.mimetype, file.mimetype),
      bytes: { byteLength: file.size, read: file.read },
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.kind, `${label}: ${error.message}`, error.details);
  }
}

/**
 * Opens the files among a tool's arguments. A text in place of a file is sent as the content.
 * @throws ApiError NotFound for a key that this project does not have, Unprocessable for a value that is no file, or
 *   for a file in an argument that takes no file
 */
export async function openFiles(
  projectId: string,
  request: ToolRequest,
  args: Readonly<Record<string, unknown>>,
): Promise<Files> {
  const fileNames = fileKeys(request);
  refuseStrayFiles(fileNames, args);
  const keys = fileNames.filter(
    (key) => args[key] !== undefined && args[key] !== null && typeof args[key] !== "string",
  );
  if (keys.length === 0) return NO_FILES;
  return new Map(
    await Promise.all(
      keys.map(
        async (key): Promise<[string, FileContent[]]> => [
          key,
          await Promise.all([args[key]].flat().map((value) => openArgument(projectId, key, value))),
        ],
      ),
    ),
  );
}

/**
 * Reads a whole file argument into memory, for handlers, which put it into messages.
 * @throws ApiError as `openFiles`
 */
export async function readFileArgument(projectId: string, value: unknown): Promise<HandlerFile> {
  const { name, mimetype, bytes } = await openArgument(projectId, "The file", value);
  if (bytes instanceof Uint8Array) return { name, mimetype, bytes };
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes.read()) chunks.push(chunk);
  return { name, mimetype, bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) };
}
