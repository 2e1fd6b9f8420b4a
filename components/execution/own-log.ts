/** The log of a run that was made here. */
import { query } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";

/** Logs are written a moment after the answer, so a missing one is asked for again; what is there does not change. */
export const ownLog = (id: string) => ({
  ...query(logsApi.getToolLog, { params: { id } }),
  retry: 4,
  retryDelay: 400,
  staleTime: Infinity,
});
