/**
 * Makes a process that has run a test file as if it were new: loading the packages again for each of hundreds of files
 * takes longer than most of their tests. The packages stay loaded; the modules of the app do not.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import { vi } from "vitest";
import { testProgram } from "./test-program";

/** What a file can change in its process and what counts for the next one; as it was before the first file. */
type First = { env: NodeJS.ProcessEnv; folder: string; globals: Map<string, PropertyDescriptor> };

const KEY = Symbol.for("patchbay.test.first");
/** Where `lib/kernel/process-memory` keeps what exists once per process. */
const MEMORY = Symbol.for("patchbay.memory");
const thread = globalThis as unknown as { [KEY]?: First; [MEMORY]?: Map<string, unknown> };
/** Functions that a test can replace, to hold time or to listen. */
const REPLACED = ["fetch", "setTimeout", "setInterval", "setImmediate", "Date", "crypto", "performance"];

const readFirst = (): First => ({
  env: { ...process.env },
  folder: process.cwd(),
  globals: new Map(
    REPLACED.flatMap((name) => {
      const property = Object.getOwnPropertyDescriptor(globalThis, name);
      return property ? [[name, property] as const] : [];
    }),
  ),
});

/**
 * Ends the asynchronous contexts of the file before. Node.js copies each context that was ever entered into each new
 * promise: those of a hundred files took a fifth of a worker's time.
 */
function endContexts(memory: Map<string, unknown>): void {
  for (const value of memory.values())
    for (const context of [value, ...Object.values(value ?? {})])
      if (context instanceof AsyncLocalStorage) context.disable();
}

/** Call it before the first module of the app is loaded. */
export function makeAsNew(): void {
  const first = (thread[KEY] ??= readFirst());
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env))
    if (!(name in first.env) && !name.startsWith("VITEST")) delete process.env[name];
  for (const [name, value] of Object.entries(first.env)) if (!name.startsWith("VITEST")) process.env[name] = value;
  for (const [name, property] of first.globals) Object.defineProperty(globalThis, name, property);
  if (process.cwd() !== first.folder) process.chdir(first.folder);
  // The earlier memory is left to the modules of the file before: what they still do stays with their own database.
  endContexts(thread[MEMORY] ?? new Map());
  thread[MEMORY] = new Map([["own-toolkits.program", testProgram("compile-worker.ts")]]);
  syncBuiltinESMExports();
  vi.resetModules();
}
