/** The messages about waiting calls, and their servers, end with the project. */
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** The data of this room that belong to a project. */
export const MESSAGES_OF_PROJECT = [
  batchDelete("approval_message", OF_PROJECT),
  batchDelete("project_mail", OF_PROJECT),
  batchDelete("project_slack", OF_PROJECT),
];
