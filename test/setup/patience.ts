/** How long tests wait for an effect: until shortly before their own limit, as a busy machine is only slow. */

const PATIENCE_MS = 150_000;

/** For `vi.waitFor`, whose own limit of a second would be the machine's. */
export const PATIENT = { timeout: PATIENCE_MS, interval: 20 };
