/**
 * Helpers for code at a gateway. The code sends its requests as display messages, and one of its threads fetches the
 * responses by asking for a line of input. So it needs no network and no key.
 */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { Origin } from "@/lib/kernel/process/log";
import { answerHelper } from "../helpers/helper-server";
import { failure, type HelperAnswer, HELPERS, type HelperName, type Helpers } from "../helpers/helpers";

/** As `inside/gateway_kernel.py` names them. */
export const HELPER_TYPE = "application/vnd.patchbay.helper+json";
const FETCH = "patchbay:answers";

const MOST_AT_ONCE = 64;
/** For one line; the gateway takes no messages above 10 MB. */
const MAX_LINE = 6 * 1024 * 1024;
/** Until an answer is there; then the code asks again, and may be interrupted meanwhile. */
const WAIT_MS = 5000;

export type HelperCalls = {
  /** Takes what the code asks. */
  take: (content: unknown) => void;
  /** Gives the answers that are there, or an end of input for any other prompt. */
  line: (prompt: string) => Promise<string>;
};

const isHelper = (name: unknown): name is HelperName => (HELPERS as readonly unknown[]).includes(name);
const TOO_LARGE = "The answer is larger than code in the workbench can take at once. Ask for less.";
const END_OF_INPUT = "\x04";

/** @param signal of the end of the run */
export function helperCalls(helpers: Helpers, signal: AbortSignal, on: Origin): HelperCalls {
  const ready: string[] = [];
  let running = 0;
  let wake = () => {};
  const put = (id: string, answer: HelperAnswer) => {
    const text = JSON.stringify([id, answer]);
    ready.push(text.length <= MAX_LINE ? text : JSON.stringify([id, failure(TOO_LARGE)]));
    wake();
  };
  const work = async (id: string, name: HelperName, body: Values) => {
    running += 1;
    try {
      put(id, await answerHelper(name, body, { helper: helpers[name], signal, on }));
    } catch {
      // Only what no text can be made of: too long, or too deep.
      put(id, failure(TOO_LARGE));
    } finally {
      running -= 1;
    }
  };
  return {
    take: (content) => {
      if (!isObject(content) || typeof content.id !== "string" || content.id.length > 100) return;
      const { id, name, body } = content;
      if (running >= MOST_AT_ONCE) return put(id, failure("Too many helpers are asked at once. Ask fewer."));
      if (!isHelper(name) || !isObject(body)) return put(id, failure("There is no such helper."));
      void work(id, name, body);
    },
    line: async (prompt) => {
      if (prompt !== FETCH) return END_OF_INPUT;
      if (ready.length === 0) await new Promise<void>((resolve) => wakeBy(resolve, (next) => (wake = next), signal));
      return takeLine(ready);
    },
  };
}

function wakeBy(resolve: () => void, set: (wake: () => void) => void, signal: AbortSignal): void {
  const timer = setTimeout(resolve, WAIT_MS);
  const done = () => {
    clearTimeout(timer);
    resolve();
  };
  set(done);
  signal.addEventListener("abort", done, { once: true });
}

/** As many answers as fit into a line; the rest stays for the next. */
function takeLine(ready: string[]): string {
  let length = 0;
  let count = 0;
  for (const text of ready) {
    length += text.length + 1;
    if (count > 0 && length > MAX_LINE) break;
    count += 1;
  }
  return `[${ready.splice(0, count).join(",")}]`;
}
