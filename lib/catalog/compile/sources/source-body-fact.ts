/** A fact in a toolkit's file about a request body that a description omits or describes wrongly. */
import { z } from "zod";

/**
 * What the body of a request really is: `none`; `open`, an object whose members the description does not name;
 * `answer`, the model that the operation (else the reading of the same path) answers with; or a schema written out.
 */
export const SourceBodyFact = z.union([
  z.enum(["none", "open", "answer"]),
  z.strictObject({
    contentType: z
      .string()
      .regex(/^[a-z]+\/[\w.+-]+$/, "a media type")
      .default("application/json"),
    required: z.boolean().default(true),
    schema: z.record(z.string(), z.unknown()),
  }),
]);
export type SourceBodyFact = z.infer<typeof SourceBodyFact>;
