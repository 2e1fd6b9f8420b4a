/** The names that programs from before version 3 know errors by. */
import { ApiError } from "@/lib/kernel/errors";

export const ACTION_NOT_FOUND = "ActionNotFoundError";

/** Runs `work`; what it does not find is named `name`, as `AppNotFoundError`. */
export async function withNamedError<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NotFound") throw error;
    throw new ApiError("NotFound", error.message, { ...error.details, slug: name });
  }
}
