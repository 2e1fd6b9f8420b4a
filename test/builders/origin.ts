/** For whom tests write into the log. */
import type { Origin } from "@/lib/kernel/process/log";

export const ON = { requestId: "req_ofAnyTest0" } satisfies Origin;
