/** The log of a run from this page. */
import { query } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";

/** Logs are written a moment after the answer, so a missing log is requested again; an existing log does not change. */
export const ownLog = (id: string) => ({
  ...query(logsApi.getToolLog, { params: { id } }),
  retry: 4,
  retryDelay: 400,
  staleTime: Infinity,
});
