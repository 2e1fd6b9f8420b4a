/** Returns whether the server answered that the object does not exist. */
import { ClientError } from "@/lib/contract/client";

export const isNotFound = (error: unknown): error is ClientError =>
  error instanceof ClientError && error.status === 404;
