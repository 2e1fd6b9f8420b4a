/** What a toolkit file changes at one argument of an operation. */
import { z } from "zod";

/** Changes one argument of a described operation, found by its name in the description. */
export const ParameterOverlay = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  /** null takes the default of the description away. */
  default: z.unknown().optional(),
  required: z.boolean().optional(),
  examples: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  /** The provider takes null, which empties the value. */
  nullable: z.literal(true).optional(),
  /** Left out, it names the objects of the body that the call has (`RequestParameter`). */
  fromBody: z.literal(true).optional(),
});
