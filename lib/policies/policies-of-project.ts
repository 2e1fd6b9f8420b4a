/** The policies of a project end with it. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

export const POLICIES_OF_PROJECT = [batchDelete("policy_rule", OF_PROJECT)];
