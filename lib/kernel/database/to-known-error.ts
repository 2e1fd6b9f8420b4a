/** The answers to callers if the database is away, busy or slow: errors that domain code does not handle. */
import { DatabaseBusy, DatabaseTimeout, DatabaseUnavailable, type StorageFull, toStorageFull } from "./db-errors";
import { noteStorageFull } from "./is-storage-full";
import { ApiError } from "../errors";

const unavailable = (error: DatabaseUnavailable): ApiError =>
  new ApiError(
    "Unavailable",
    error.done === "nothing"
      ? "The database isn't responding."
      : "The database stopped responding during this request, so it may or may not have been completed.",
    {
      slug: "DatabaseUnavailable",
      suggestedFix:
        error.done === "nothing"
          ? "Send the request again in a few seconds."
          : "Look whether it was done before you send it again.",
      headers: { "retry-after": "2", ...(error.done === "unknown" && { "x-should-retry": "false" }) },
      cause: error,
    },
  );

const busy = (error: DatabaseBusy): ApiError =>
  new ApiError("Unavailable", "The server has more to do than its database takes at a time; nothing was done.", {
    slug: "DatabaseBusy",
    suggestedFix: "Send the request again in a few seconds.",
    headers: { "retry-after": "5" },
    cause: error,
  });

const tooSlow = ({ waitedFor, done, cause }: DatabaseTimeout): ApiError =>
  new ApiError(
    "Unavailable",
    [
      waitedFor === "lock"
        ? "Another change holds what this request needs, and did not end in time."
        : "The database took too long for a step of this request, and the step was ended.",
      done === "nothing"
        ? "Nothing of the step was done."
        : "What was sent to the provider before it may have been done.",
    ].join(" "),
    {
      slug: waitedFor === "lock" ? "DatabaseLockTimeout" : "DatabaseTimeout",
      suggestedFix:
        done === "nothing"
          ? "Send the request again in a few seconds."
          : "Look whether it was done before you send it again.",
      headers: { "retry-after": "5", ...(done === "unknown" && { "x-should-retry": "false" }) },
      cause,
    },
  );

const full = ({ what, done, cause }: StorageFull): ApiError =>
  new ApiError(
    "Unavailable",
    [
      what === "disk"
        ? "The server's disk is full, so this request could not be stored."
        : "The server's database has no memory left for this request.",
      done === "nothing"
        ? "Nothing of the step was done."
        : "What was sent to the provider before it may have been done.",
    ].join(" "),
    {
      slug: "StorageFull",
      suggestedFix:
        done === "nothing"
          ? "Tell the operator of this server, and send the request again when there is room."
          : "Tell the operator of this server, and look whether it was done before you send it again.",
      headers: { "retry-after": "30", ...(done === "unknown" && { "x-should-retry": "false" }) },
      cause,
    },
  );

/** The error for the caller, with a message of its own; undefined for errors that are bugs of this server. */
export function toKnownError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  if (error instanceof DatabaseTimeout) return tooSlow(error);
  if (error instanceof DatabaseBusy) return busy(error);
  const withoutRoom = toStorageFull(error);
  if (!withoutRoom) return undefined;
  noteStorageFull();
  return full(withoutRoom);
}

/** Whether the log already has this outage, once for all requests that fail because of it. */
export const isAnnounced = (error: unknown): boolean => error instanceof DatabaseUnavailable && error.announced;
