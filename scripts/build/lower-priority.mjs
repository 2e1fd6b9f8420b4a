// Preloaded into a program that runs together with others: it leaves the processors to those that something waits for.
import { setPriority } from "node:os";

const LOWER = 5;

try {
  setPriority(LOWER);
} catch {
  // Some sandboxes forbid the call, which only saves time.
}
