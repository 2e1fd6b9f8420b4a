/** The process memory of the code under test, for tests that change a setting while they run. */
const thread = globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>;

/** By the names that the code gives. */
export const remembered = (thread[Symbol.for("patchbay.memory")] ??= new Map<string, unknown>());

/** Makes the next read of the settings read them again. */
export const forgetSettings = (): void => void remembered.delete("env");
