/** What a project taught the search ends with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project. */
export const FINDING_OF_PROJECT = [batchDelete("wrong_result", OF_PROJECT), batchDelete("own_recipe", OF_PROJECT)];
