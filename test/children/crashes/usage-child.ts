/**
 * Makes mixed calls in a process of its own until it is killed or has made so many, with several tools, users, sessions
 * and keys. Some of them fail or are refused. Sends the number of its executions after each hundred.
 */
import { executeTool, type ExecutionInput } from "@/lib/execution/execute-tool";
import { ApiError } from "@/lib/kernel/errors";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { ON } from "../../builders/origin";

const AT_ONCE = 16;
const PER_MESSAGE = 100;
const TOOLS = ["LOOPBACK_READ", "LOOPBACK_CREATE_ISSUE", "LOOPBACK_LIST"];
/** The last one has no account. */
const USERS = ["ada", "bob", "nobody"];

const [projectId = "", amount = "0"] = process.argv.slice(2);

/** Returns whether an execution began, which then has a row in the log. */
async function call(n: number): Promise<boolean> {
  const by = { kind: "apiKey", keyId: `key_${n % 3}` };
  const args = n % 7 === 0 ? { q: "fails", owner: "fails", title: "fails" } : { q: "x", owner: "x", title: "x" };
  const input = { user_id: USERS[n % 5 === 0 ? 2 : n % 2], arguments: args, dry_run: n % 11 === 0 };
  const facts = { ...ON, source: {}, ...(n % 4 !== 0 && { sessionId: `trs_${n % 4}` }) };
  const caller = { projectId, by, settings: { storePayloads: n % 2 === 0 } };
  try {
    await executeTool(caller, TOOLS[n % 3] ?? "", input as ExecutionInput, facts);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

let next = 0;
let answers = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < Number(amount)) {
      if (!(await call(next++))) continue;
      answers += 1;
      if (answers % PER_MESSAGE === 0) process.send?.(answers);
    }
  }),
);
await runStops(() => undefined);
process.disconnect();
