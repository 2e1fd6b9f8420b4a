/** The helpers for code in a developer's own sandbox: the same functions, over HTTP instead of a socket. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { processMemory } from "@/lib/kernel/process-memory";
import { INSIDE } from "./host/folders";

const PARTS = ["workbench_helpers.py", "helpers_over_http.py"];

/** One file of Python. It holds no key: the environment of the sandbox does. */
export const helpersFile = (): Promise<string> =>
  processMemory("workbench.helpers-file", () =>
    memoize(async () => {
      const parts = await Promise.all(PARTS.map((name) => readFile(path.join(INSIDE, name), "utf8")));
      return parts.join("\n\n");
    }),
  )();
