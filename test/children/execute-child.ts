/**
 * Executes a tool in a process of its own, when a message arrives, with an Idempotency-Key. Sends the answer, or the
 * error's status and slug.
 */
import { executeTool, type ExecutionInput } from "@/lib/execution/execute-tool";
import { ApiError } from "@/lib/kernel/errors";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { ON } from "../builders/origin";

const [projectId = "", slug = "", idempotencyKey = "", input = "{}", times = "1"] = process.argv.slice(2);
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));
const answers = await Promise.all(
  Array.from({ length: Number(times) }, async () => {
    try {
      return await executeTool(
        { projectId, settings: { storePayloads: true } },
        slug,
        JSON.parse(input) as ExecutionInput,
        { ...ON, source: {}, idempotencyKey },
      );
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, slug: error.details.slug };
      throw error;
    }
  }),
);
process.send?.(JSON.stringify(answers));
await runStops(() => undefined);
process.disconnect();
