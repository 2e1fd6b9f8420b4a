/** How small the answer of a call must be. */
import { z } from "zod";

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
