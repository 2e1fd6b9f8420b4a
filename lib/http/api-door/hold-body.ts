/**
 * Limits the memory for bodies: those that still come, and those whose call still runs. Above a limit those that come
 * most slowly end first, so that whoever sends its bodies but for the last byte takes nobody's place.
 */
import { actorOf, type Caller } from "@/lib/access/caller";
import { bytesHeld, HeldBytes, type HoldLevel } from "@/lib/kernel/concurrency/held-bytes";
import { ApiError } from "@/lib/kernel/errors";

const BUDGET = "http.bodies";
const MB = 1024 * 1024;
const OF_ALL: HoldLevel = { name: "process", most: 256 * MB };
/** Whoever has shown no credential, all together. */
const OF_STRANGERS: HoldLevel = { name: "strangers", most: 32 * MB };
const MOST_OF_PROJECT = 128 * MB;
const MOST_OF_CALLER = 64 * MB;

/** Shorter bodies are not counted: they have no time to wait, and a connection needs as much itself. */
export const UNCOUNTED_BYTES = 16 * 1024;

const levelOfProject = (projectId: string): HoldLevel => ({ name: `project ${projectId}`, most: MOST_OF_PROJECT });

function levelsOf(caller: Caller | undefined): HoldLevel[] {
  switch (caller?.kind) {
    case "project":
      return [{ name: `caller ${actorOf(caller)}`, most: MOST_OF_CALLER }, levelOfProject(caller.projectId), OF_ALL];
    case "user":
      return [{ name: `caller ${caller.userId}`, most: MOST_OF_CALLER }, OF_ALL];
    case "organization":
      return [{ name: `caller ${caller.keyId}`, most: MOST_OF_CALLER }, OF_ALL];
    default:
      return [OF_STRANGERS, OF_ALL];
  }
}

/** Counts the bytes of one body. */
export const holdBody = (caller: Caller | undefined): HeldBytes => new HeldBytes(BUDGET, levelsOf(caller));

/**
 * Counts the bytes of a body that has come for a project, whoever sent it.
 * @throws ApiError TooManyRequests or Unavailable if there is no room for them
 */
export function holdForProject(projectId: string, bytes: number): HeldBytes {
  const level = levelOfProject(projectId);
  const memory = new HeldBytes(BUDGET, [level, OF_ALL]);
  if (memory.tryGrow(bytes)) return memory;
  memory.release();
  throw noRoom(bytesHeld(BUDGET, level.name) + bytes > level.most ? level.name : OF_ALL.name);
}

/** The error for a body that was dropped for want of room. */
export function noRoom(level: string): ApiError {
  const details = {
    suggestedFix: "Send fewer large bodies at a time, and try again in a few seconds.",
    headers: { "retry-after": "2", connection: "close" },
  };
  if (level === OF_ALL.name)
    return new ApiError("Unavailable", "The server holds too many large bodies at this moment.", details);
  const whose = level.startsWith("caller ")
    ? "this caller"
    : level.startsWith("project ")
      ? "this project"
      : "callers without a credential";
  return new ApiError("TooManyRequests", `The server holds too many large bodies of ${whose} at this moment.`, details);
}
