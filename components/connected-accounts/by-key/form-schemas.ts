/** The schema of the window for a key. Loaded after the page, because schemas are large. */
import { z } from "zod";
import { keyFields, type KeyScheme } from "./connect-with-key";

export const toKeySchema = (scheme: KeyScheme): z.ZodObject<Record<string, z.ZodType<string | undefined>>> =>
  z.object({
    user_id: z.string("Enter a user ID.").max(500, "Use at most 500 characters."),
    ...Object.fromEntries(
      keyFields(scheme).map(({ name, displayName, required, default: preset }) => {
        const text = z.string(`${displayName} is required.`);
        return [name, required && !preset ? text : text.optional()] as const;
      }),
    ),
  });
