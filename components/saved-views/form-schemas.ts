/** The schema of the window that names a view. Loaded after the page, because schemas are large. */
import { z } from "zod";

export const ViewName = z.object({ name: z.string("Required.").trim().max(80, "Use at most 80 characters.") });
