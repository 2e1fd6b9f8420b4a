/**
 * Earlier answers of tools that only read, for callers that ask for them. The account, the permissions and the policies
 * of the call are checked as always; only the request to the provider is left out.
 */
import type { CatalogTool as Tool } from "@/lib/catalog/read/catalog";
import type { CacheWish } from "@/lib/contract/cache-wish";
import { fingerprintOf } from "@/lib/kernel/idempotency/answer-once";
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { processMemory } from "@/lib/kernel/process-memory";
import { now } from "@/lib/kernel/time/clock";
import type { ToolOutcome } from "./answer/tool-response";
import type { ExecutionCaller } from "./execution-facts";
import type { Sender } from "./sending/sender";
import { addWarning, type Trace } from "./sending/trace";

/** Characters of all answers of this process, and of one. */
const [MOST_CHARACTERS, MOST_OF_ONE] = [32 * 1024 * 1024, 1024 * 1024];
const LONGEST_MS = 3_600_000;

/** An answer as JSON, so that nobody changes it. */
type Entry = { time: number; json: string };

const answers = () =>
  processMemory(
    "execution.answers",
    () =>
      new CountedCache<string, Entry>("execution_answers", {
        maxSize: MOST_CHARACTERS,
        sizeCalculation: ({ json }) => json.length + 200,
        ttl: LONGEST_MS,
      }),
  );

type Call = { tool: Tool; args: Readonly<Record<string, unknown>>; budget: unknown };
type Within = { caller: ExecutionCaller; sender: Sender; trace: Trace; userId: string | undefined };

/**
 * Credentials are a part of the key, those of `custom_auth_params` too: an account that was connected again can be
 * another person at the provider.
 */
function keyOf({ tool, args, budget }: Call, { caller, sender: { access }, userId }: Within): string {
  const { slug, version, run, laidOver } = tool;
  const place = [caller.projectId, userId ?? access.account?.userId, access.account?.id];
  const { baseUrl, values, secrets, parameters, placed, body } = access;
  const credentials = [baseUrl, values, secrets, parameters, [...(placed ?? [])], body];
  return fingerprintOf([place, slug, version, run, laidOver, args, budget, credentials]);
}

/** Why the answers of a call are not kept; null if they are. */
function reasonAgainst({ tool }: Call, { caller }: Within): string | null {
  if (!tool.tags.includes("readOnlyHint")) return `${tool.slug} can change something, so it ran`;
  if (!caller.settings.storePayloads) return "the project stores no answers, so the tool ran";
  return null;
}

/**
 * The answer of an earlier call, or that of a new one, which is then kept. Answers with files are not kept, because
 * their addresses end.
 */
export async function throughCache(
  wish: CacheWish | null | undefined,
  call: Call,
  within: Within,
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const { sender, trace } = within;
  if (!wish || sender.dry) return run();
  const reason = reasonAgainst(call, within);
  if (reason !== null) {
    addWarning(trace, `cache: ${reason}.`);
    return run();
  }
  const key = keyOf(call, within);
  const entry = answers().get(key);
  const ageMs = entry ? now().getTime() - entry.time : Infinity;
  if (entry && ageMs >= 0 && ageMs <= wish.max_age_seconds * 1000) {
    trace.cached = { since: new Date(entry.time), ageMs };
    return JSON.parse(entry.json) as ToolOutcome;
  }
  const time = now().getTime();
  const outcome = await run();
  if (!outcome.successful || trace.addresses) return outcome;
  const json = JSON.stringify(outcome);
  if (json.length <= MOST_OF_ONE) answers().set(key, { time, json });
  return outcome;
}
