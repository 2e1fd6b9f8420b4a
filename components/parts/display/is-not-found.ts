/** Whether the server has answered that there is no such thing. */
import { ClientError } from "@/lib/contract/client";

export const isNotFound = (error: unknown): error is ClientError =>
  error instanceof ClientError && error.status === 404;
