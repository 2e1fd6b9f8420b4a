/** An action on everything that matches the filters of a list, in pieces: `next` of a piece continues it. */
import { z } from "zod";
import { MAX_CURSOR } from "./page";

export const afterPiece = z
  .string()
  .max(MAX_CURSOR)
  .optional()
  .meta({ description: "next of the piece before, with the same action and filter" });

/** The result of a piece. */
export const PieceResult = z
  .object({
    done: z.number().int(),
    failed: z
      .array(z.object({ id: z.string(), name: z.string(), message: z.string() }))
      .meta({ description: "Each refused one, with the reason as a sentence" }),
    next: z.string().nullable().meta({ description: "Send it as after to go on; null at the end" }),
    total_items: z.number().int().meta({ description: "How many match the filter now" }),
  })
  .meta({ id: "PieceResult" });
