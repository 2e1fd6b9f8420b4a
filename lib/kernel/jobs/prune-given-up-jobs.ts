/** Jobs that were given up: kept for a while for whoever looks for the reason, then deleted. */
import { batchDelete, deleteInBatches } from "../database/delete-in-batches";

const GIVEN_UP = batchDelete(
  "graphile_worker._private_jobs",
  "NOT is_available AND locked_at IS NULL AND run_at < now() - interval '30 days'",
);

/** Deletes jobs whose last attempt failed a month ago. Returns how many. */
export const pruneGivenUpJobs = (): Promise<number> => deleteInBatches(GIVEN_UP, []);
