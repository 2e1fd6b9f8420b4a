/** Checks of a trigger from its account up to the events that came. Pure. */
import { countOf } from "@/lib/contract/count-of";
import { intervalOf, isOverdue } from "../polling/poll-times";
import { isHidden, isNearby } from "../provider/can-report";
import { hookOf } from "../provider/hooks";
import { isReported, slowed } from "../renewal/plan-hook-renewal";
import type { Check } from "./check";
import type { Facts } from "./facts";

type Finding = Pick<Check, "state" | "message"> & { fix?: string; at?: Date | null };

const check = (id: Check["id"], title: string, { state, message, fix, at: time }: Finding): Check => ({
  id,
  title,
  state,
  message,
  fix: fix ?? null,
  at: time?.toISOString() ?? null,
});

const REASONS: Record<string, [message: string, fix: string]> = {
  connection_expired: [
    "Disabled because its account can no longer be used.",
    "Reconnect the account; the trigger resumes within a minute.",
  ],
  subscription_auth_failure: [
    "Disabled because the provider rejected its account three times.",
    "Have the account's user reconnect; the trigger resumes within a minute.",
  ],
  polling_failure: [
    "Disabled after days of failed polls.",
    "Fix the cause of the last error, then enable the trigger.",
  ],
};

function switchCheck({ trigger }: Facts): Check {
  const [id, title, disabledAt] = ["trigger", "Trigger enabled", trigger.disabledAt] as const;
  if (!disabledAt) return check(id, title, { state: "ok", message: "The trigger is enabled." });
  const [message, fix] = REASONS[trigger.disabledReason ?? ""] ?? [
    "Disabled manually, so its provider's events are ignored.",
    "Enable it.",
  ];
  return check(id, title, { state: "problem", message, fix, at: disabledAt });
}

function accountCheck({ account, usable, trigger }: Facts): Check {
  const [id, title] = ["account", "Account works"] as const;
  if (!account)
    return check(id, title, {
      state: "problem",
      message: `The account ${trigger.accountId} was deleted; the trigger goes with it within a minute.`,
      fix: "Connect an account and create the trigger for it.",
    });
  if (usable) return check(id, title, { state: "ok", message: `The account ${account.id} is ACTIVE.` });
  const off = account.status === "ACTIVE";
  return check(id, title, {
    state: "problem",
    message: off
      ? `The account ${account.id} or its auth config is disabled.`
      : `The account ${account.id} is ${account.status}, so the provider cannot be asked with it.`,
    fix: off ? "Enable the account and its auth config." : "Have its user reconnect.",
  });
}

function typeCheck({ type, trigger }: Facts): Check[] {
  if (type) return [];
  const message = `There is no trigger type ${trigger.slug} any more.`;
  const fix = "Delete the trigger and create one of another type.";
  return [check("type", "Trigger type exists", { state: "problem", message, fix })];
}

function pollChecks({ trigger }: Facts, time: Date): Check[] {
  const { polledAt, pollAt, lastError, failures } = trigger;
  const interval = Math.round(intervalOf(trigger));
  const seconds = isReported(trigger, time) ? slowed(interval) : interval;
  const wait = "Wait for the first poll. Items that already exist then aren't events.";
  const last: Finding = lastError
    ? {
        state: failures > 0 ? "problem" : "warning",
        message: failures > 0 ? `The last ${failures} polls failed: ${lastError}` : lastError,
        fix: "Check the account's access and the trigger's config; polling is retried with backoff.",
        at: polledAt,
      }
    : polledAt
      ? { state: "ok", message: "The last poll succeeded.", at: polledAt }
      : { state: "warning", message: "The provider has not been checked yet.", fix: wait };
  if (trigger.disabledAt) return [check("last_poll", "Last poll", last)];
  const next: Finding = isOverdue(trigger, time)
    ? {
        state: "problem",
        message: "The next poll is more than three intervals late.",
        fix: "The server restarts it automatically each minute. If that doesn't help, check that the server's jobs are running.",
        at: pollAt,
      }
    : pollAt
      ? { state: "ok", message: `Polled about every ${seconds} seconds.`, at: pollAt }
      : { state: "problem", message: "No poll is scheduled.", fix: "Disable the trigger and enable it again." };
  return [check("last_poll", "Last poll", last), check("next_poll", "Next poll", next)];
}

function addressCheck({ publicUrl, providerUrl }: Facts): Check {
  const [id, title] = ["address", "Provider can reach this server"] as const;
  if (!isHidden(publicUrl)) return check(id, title, { state: "ok", message: `Hooks point to ${publicUrl}.` });
  // An example app of the demo, or a provider in the same network.
  if (isNearby(providerUrl))
    return check(id, title, {
      state: "ok",
      message: `Hooks point to ${publicUrl}, and the provider is nearby at ${new URL(providerUrl).origin}.`,
    });
  return check(id, title, {
    state: "warning",
    message: `Hooks point to ${publicUrl}, which providers on the internet can't reach.`,
    fix: "Set PATCHBAY_PUBLIC_URL to a URL the provider can reach, then recreate the trigger.",
  });
}

function endpointCheck({ endpoint, type }: Facts): Check[] {
  const [id, title] = ["endpoint", "Signature verification"] as const;
  const fields = Object.keys(type?.run.ingress?.setup ?? {}).join(", ");
  if (!endpoint) {
    const message = "This trigger's webhook endpoint was deleted.";
    return [check(id, title, { state: "problem", message, fix: "Recreate the trigger." })];
  }
  const verify = type?.run.ingress?.verify;
  if (!verify || verify.by === "address" || (verify.by === "hmac" && verify.orAddress)) return [];
  if (endpoint.hasSecret) return [check(id, title, { state: "ok", message: "Signature verification ready." })];
  const isTriggerEndpoint = endpoint.clientId === null;
  return [
    check(id, title, {
      state: "problem",
      message: "The endpoint has no secret yet, so all its requests are rejected.",
      fix: isTriggerEndpoint
        ? "Recreate the trigger."
        : `Set the fields of the webhook endpoint: ${fields}. Enter its URL at the provider.`,
    }),
  ];
}

const ACCESS = "Check the account's access at the provider.";

/** Whether the provider reports to a trigger that is polled. Without reports it works as well, only later. */
function reportCheck({ trigger, type }: Facts, time: Date): Check[] {
  if (!type || !hookOf(type)) return [];
  const { hookError, hookEndsAt, hookHeardAt } = trigger;
  const say = (finding: Finding): Check[] => [check("hook", "Real-time reports", finding)];
  const error = hookError ? ` The last renewal failed and is tried again: ${hookError}` : "";
  if (isReported(trigger, time))
    return say({
      state: hookError ? "warning" : "ok",
      message: `The provider reports new events at once, until ${hookEndsAt?.toISOString()}; that is renewed before.${error}`,
      ...(hookError && { fix: ACCESS }),
      at: hookHeardAt,
    });
  if (hookEndsAt !== null && hookEndsAt > time)
    return say({
      state: hookError ? "warning" : "unknown",
      message: `The provider was asked to report events; until its first report, the trigger is polled.${error}`,
      ...(hookError && { fix: ACCESS }),
    });
  return say({
    state: "unknown",
    message: `The provider doesn't report events, so they arrive with the next poll.${hookError ? ` ${hookError}` : ""}`,
    fix: "For events within seconds, give this server a public https URL and, where the toolkit takes one, a webhook endpoint for the app.",
  });
}

const ANEW = "Create the hook again; its URL and secret stay the same.";

function hookCheck({ hook, trigger, type }: Facts): Check[] {
  if (!type || !hookOf(type)) return [];
  const say = (finding: Finding): Check[] => [check("hook", "Hook at the provider", finding)];
  if (trigger.hookId === null) return say({ state: "problem", message: "No hook exists at the provider.", fix: ANEW });
  if (trigger.hookError)
    return say({
      state: "problem",
      message: `The hook still has an earlier URL of this server. A new one failed: ${trigger.hookError}`,
      fix: `${ACCESS} The new hook is tried again by itself.`,
    });
  if (!hook)
    return say({
      state: "unknown",
      message: `The hook ${trigger.hookId} was created; the provider hasn't been asked about it.`,
    });
  const note = "says" in hook && hook.says ? ` ${hook.says}` : "";
  if (hook.state === "there")
    return say({ state: "ok", message: `The hook exists and is enabled at the provider.${note}` });
  if (hook.state === "off")
    return say({ state: "problem", message: `The provider disabled the hook.${note}`, fix: ANEW });
  if (hook.state === "gone")
    return say({ state: "problem", message: "The hook no longer exists at the provider.", fix: ANEW });
  return say({ state: "unknown", message: `The provider didn't confirm the hook: ${hook.reason}` });
}

function refusedCheck({ endpoint, trigger }: Facts): Check[] {
  const { lastRefusedAt: refusedAt, lastRefusal } = endpoint ?? {};
  if (!endpoint) return [];
  const title = "Rejected requests";
  if (!refusedAt)
    return [check("refused", title, { state: "ok", message: "No requests to its endpoint were rejected." })];
  const later = trigger.lastEventAt !== null && trigger.lastEventAt > refusedAt;
  return [
    check("refused", title, {
      state: later ? "warning" : "problem",
      message: `A request to its endpoint was rejected${later ? ", and later ones were accepted" : ""}: ${lastRefusal ?? ""}`,
      fix:
        endpoint.clientId === null
          ? "If the provider sent it, recreate the trigger to get a new secret."
          : "If the provider sent it, compare the endpoint's fields with the app at the provider.",
      at: refusedAt,
    }),
  ];
}

function eventsCheck({ trigger }: Facts): Check {
  const title = "Events received";
  if (trigger.eventsCount > 0) {
    const message = `${countOf(trigger.eventsCount, "event")} received.`;
    return check("events", title, { state: "ok", message, at: trigger.lastEventAt });
  }
  return check("events", title, {
    state: "warning",
    message: "No events received yet.",
    fix: "Trigger a matching event at the provider, or send a sample.",
  });
}

/** Checks of a trigger up to the events that came. */
export function sourceChecks(facts: Facts, time: Date): Check[] {
  const polled = facts.type ? facts.type.kind === "poll" : facts.trigger.endpointId === null;
  const way = polled
    ? [...pollChecks(facts, time), ...reportCheck(facts, time), ...refusedCheck(facts)]
    : [addressCheck(facts), ...endpointCheck(facts), ...hookCheck(facts), ...refusedCheck(facts)];
  return [switchCheck(facts), accountCheck(facts), ...typeCheck(facts), ...way, eventsCheck(facts)];
}
