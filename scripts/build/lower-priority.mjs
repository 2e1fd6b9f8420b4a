// Preloaded into a program that works beside others: it leaves them the processors, as something waits for theirs.
import { setPriority } from "node:os";

const LOWER = 5;

try {
  setPriority(LOWER);
} catch {
  // Some sandboxes forbid the call, which only saves time.
}
