/** How small the answer of a call must be. */
import { z } from "zod";

const MOST_STEPS = 30;

/** One step of a path: `.name` or `name`, `[0]`, `[*]`, `.*`, `["name"]` or `['name']`. */
const STEP = /\.?([\p{L}_][\p{L}\p{N}_-]*|\*)|\[(\d{1,9}|\*)\]|\["([^"\\]{0,200})"\]|\['([^'\\]{0,200})'\]/uy;

/** The steps of a path; null if the text is no path. A leading `$` is allowed. */
export function stepsOf(path: string): string[] | null {
  const steps: string[] = [];
  STEP.lastIndex = path.startsWith("$") ? 1 : 0;
  if (STEP.lastIndex === path.length) return null;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (!match || steps.length >= MOST_STEPS) return null;
    steps.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? "");
  }
  return steps;
}

/** Patchbay's own. Without any of its fields, the answer stays whole. */
export const ResponseShape = z
  .strictObject({
    fields: z
      .array(z.string().trim().min(1).max(200))
      .min(1)
      .max(50)
      .optional()
      .meta({ description: "Only these fields of the answer's data: items[*].name, user.email, rows[0]" }),
    max_tokens: z
      .number()
      .int()
      .min(50)
      .max(1_000_000)
      .optional()
      .meta({ description: "Of data that takes more, the beginning, and the whole in a file (remote_file_info)" }),
    html: z.literal("text").optional().meta({ description: "Texts in HTML become plain text" }),
    blobs: z
      .literal("files")
      .optional()
      .meta({ description: "Texts in base64, from 1,000 characters on, become files with an address" }),
    format: z
      .enum(["json", "compact", "toon"])
      .optional()
      .meta({
        description:
          "compact leaves out members without a value (null, empty texts, lists and objects); " +
          "toon gives the data as one text, data.toon",
      }),
  })
  .meta({ id: "ResponseShape" });
export type ResponseShape = z.output<typeof ResponseShape>;

/** As a setting: it holds for calls that ask for nothing themselves. Wrong paths are refused when it is set. */
export const DefaultResponse = ResponseShape.extend({
  fields: ResponseShape.shape.fields
    .unwrap()
    .refine((paths) => paths.every((path) => stepsOf(path) !== null), "must be paths such as items[*].name")
    .optional(),
}).meta({ id: "DefaultResponse" });
