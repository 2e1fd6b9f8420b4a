/** Makes a response as small as its caller wants: only some fields, and a limit of tokens; the rest goes to a file. */
import { cutText } from "@/lib/kernel/text/storable";
import type { z } from "zod";
import { createAnswerFile } from "@/lib/files/stored-files";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { tokensOfText } from "@/lib/kernel/text/about-tokens";
import type { ResponseShape } from "../meta-tools/contract";
import { pick, toWanted } from "./pick";

type Limits = z.output<typeof ResponseShape>;
type Answer = { data: Record<string, unknown>; successful: boolean };
type FileOrigin = { projectId: string; toolkitSlug: string; toolSlug: string };

const CHARACTERS_A_TOKEN = 4;

type Shaped = { told: unknown /** The whole as JSON, where it is too large. */; whole?: string };

export type Shape = (data: unknown) => Shaped;

/** The beginning of a response that is too large. */
const preview = (json: string, tokens: number): Record<string, unknown> => ({
  preview: cutText(json, tokens * CHARACTERS_A_TOKEN),
  message: `This is the beginning of about ${tokensOfText(json)} tokens; max_tokens was ${tokens}.`,
});

/**
 * The function that makes answers smaller; undefined if the caller asks for nothing.
 * @throws ApiError Unprocessable for invalid paths
 */
export function toShape(limits: Limits | null | undefined): Shape | undefined {
  const { fields, max_tokens: most } = limits ?? {};
  if (!fields && most === undefined) return undefined;
  const wantedFields = fields && toWanted(fields);
  return (data) => {
    if (wantedFields && isFileAnswer(data)) return { told: { ...data, message: NO_FIELDS } };
    const picked = wantedFields ? pick(data, wantedFields) : data;
    if (most === undefined) return { told: picked };
    const whole = JSON.stringify(picked) ?? "null";
    return tokensOfText(whole) <= most ? { told: picked } : { told: preview(whole, most), whole };
  };
}

const NO_FIELDS = "The answer is a file, of which no fields can be picked. Download it, or ask for less at a time.";

/** Whether a file replaces the whole response. */
const isFileAnswer = (data: unknown): data is Values =>
  isObject(data) && isObject(data.response_data) && typeof data.response_data.s3key === "string";

async function storeWhole(origin: FileOrigin, whole: string): Promise<Record<string, unknown>> {
  const { key, url, size, expiresAt } = await createAnswerFile(origin, {
    name: "response.json",
    mimetype: "application/json",
    body: [Buffer.from(whole.toWellFormed())],
  });
  return {
    remote_file_info: { file_path: key, url, mimetype: "application/json", size, expires_at: expiresAt.toISOString() },
  };
}

/**
 * Makes an answer as small as the caller asked. A failed answer stays as it is, because its error must stay readable.
 * If no file can be stored, the answer stays whole: the answer of an execution is never lost.
 */
export async function shapeAnswer<T extends Answer>(
  answer: T,
  shape: Shape | undefined,
  origin: FileOrigin,
  on: Origin,
): Promise<T> {
  if (!shape || !answer.successful) return answer;
  const { told: summary, whole } = shape(answer.data);
  if (whole === undefined) return { ...answer, data: summary as Answer["data"] };
  try {
    return { ...answer, data: { ...(summary as Answer["data"]), ...(await storeWhole(origin, whole)) } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500)
      log.error(on, "a large answer could not be stored", { error });
    return { ...answer, data: JSON.parse(whole) as Answer["data"] };
  }
}
