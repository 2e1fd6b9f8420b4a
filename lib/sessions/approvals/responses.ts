/** The responses of a client to questions about its calls. */
import type { z } from "zod";
import type { InputResponses } from "../meta-tools/contract";

export type Responses = NonNullable<z.output<typeof InputResponses>>;
