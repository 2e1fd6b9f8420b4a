/** Checks a receiver of events, and reports all problems at once. */
import { countOf } from "@/lib/contract/count-of";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { EVENT_TYPES, isEventType, type WebhookVersion } from "../event-types";

/** The refusal of one value; undefined where it is right. */
function eventProblem(type: string, version: WebhookVersion): ApiError | undefined {
  if (!isEventType(type))
    return new ApiError("BadRequest", `enabled_events: there are no events of the kind ${type}.`, {
      suggestedFix: `Use some of: ${Object.keys(EVENT_TYPES).join(", ")}.`,
    });
  const versions: readonly string[] = EVENT_TYPES[type].versions;
  if (versions.includes(version)) return undefined;
  return new ApiError("BadRequest", `enabled_events: ${type} is sent in the form ${versions.join(", ")} only.`, {
    suggestedFix: "Create the subscription with version V3, or leave this kind out.",
  });
}

/** The refusal of an address that nothing is sent to. */
function urlProblem(url: string): ApiError | undefined {
  try {
    assertReachable(url, "webhook_url", "webhooks");
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** @throws ApiError BadRequest that names all problems, if there are any */
function throwAll(problems: readonly (ApiError | undefined)[]): void {
  const [first, ...more] = problems.filter((problem) => problem !== undefined);
  if (!first) return;
  if (more.length === 0) throw first;
  const fixes = [first, ...more].flatMap(({ details }) => details.suggestedFix ?? []);
  throw new ApiError(
    "BadRequest",
    `${first.message} ${countOf(more.length, "more value is", "more values are")} invalid.`,
    {
      suggestedFix: [...new Set(fixes)].join(" "),
      errors: [first, ...more].flatMap(({ message, details }) => details.errors ?? [message]),
    },
  );
}

/** @throws ApiError BadRequest: events that are unknown or not sent in the version */
export const assertKnownEvents = (events: readonly string[], version: WebhookVersion): void =>
  throwAll(events.map((eventName) => eventProblem(eventName, version)));

/**
 * @param url left out where it stays as it is
 * @throws ApiError BadRequest: an address that nothing is sent to, events that are unknown or not sent in the version
 */
export function assertReceiver(url: string | undefined, events: readonly string[], version: WebhookVersion): void {
  throwAll([
    url === undefined ? undefined : urlProblem(url),
    ...events.map((eventName) => eventProblem(eventName, version)),
  ]);
}
