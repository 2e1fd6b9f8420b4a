/** A process that takes a job and does not finish it; for tests that kill it. */
import { startQueue } from "@/lib/kernel/jobs/queue";

await startQueue([
  {
    kind: { name: "test.hang", work: "providers" },
    run: () => {
      console.log("taken");
      return new Promise<never>(() => undefined);
    },
  },
]);
