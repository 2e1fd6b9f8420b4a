/** Executes several tools by one call with an Idempotency-Key, in a process of its own that a test can kill. */
import { runMetaTool } from "@/lib/sessions/meta-tools/run-meta-tool";
import { ON } from "../builders/origin";
import { plainSession } from "../builders/plain-session";

const [projectId = "", sessionId = "", idempotencyKey = "", args = "{}"] = process.argv.slice(2);
await runMetaTool("COMPOSIO_MULTI_EXECUTE_TOOL", JSON.parse(args) as Record<string, unknown>, {
  caller: { projectId, settings: { storePayloads: true } },
  session: { ...plainSession(projectId, "ada"), id: sessionId },
  facts: { ...ON, source: {}, idempotencyKey },
});
process.disconnect();
