/** One check of a diagnosis. */
import type { z } from "zod";
import type { TriggerDiagnosis } from "./contract";

export type Check = z.input<typeof TriggerDiagnosis>["checks"][number];
