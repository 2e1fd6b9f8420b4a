/** Checks of a trigger from its account up to the events that came. Pure. */
import { isIP } from "node:net";
import { isPublicAddress } from "@/lib/kernel/outbound/address-policy";
import { isLocalName, toHost } from "@/lib/kernel/outbound/find-addresses";
import { isUrl } from "@/lib/kernel/text/is-url";
import { configOf } from "../instances/require-trigger";
import { intervalOf, isOverdue } from "../polling/poll-times";
import { hookOf } from "../provider/hooks";
import type { Check } from "./check";
import { countOf } from "./count-of";
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
    "It was switched off, because its account can no longer be used.",
    "Connect the account again; the trigger then continues within a minute.",
  ],
  subscription_auth_failure: [
    "It was switched off, because the provider refused its account three times.",
    "Have the account's user consent again; the trigger then continues within a minute.",
  ],
  polling_failure: [
    "It was switched off after days of failing polls.",
    "Look at the last error, fix its cause, and enable the trigger.",
  ],
};

function switchCheck({ trigger }: Facts): Check {
  const [id, title, disabledAt] = ["trigger", "Trigger is on", trigger.disabledAt] as const;
  if (!disabledAt) return check(id, title, { state: "ok", message: "The trigger is on." });
  const [message, fix] = REASONS[trigger.disabledReason ?? ""] ?? [
    "It was switched off by a caller, so events of its provider are not taken.",
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
      fix: "Connect an account and set the trigger up for it.",
    });
  if (usable) return check(id, title, { state: "ok", message: `The account ${account.id} is ACTIVE.` });
  const off = account.status === "ACTIVE";
  return check(id, title, {
    state: "problem",
    message: off
      ? `The account ${account.id} or its auth config is disabled.`
      : `The account ${account.id} is ${account.status}, so the provider cannot be asked with it.`,
    fix: off ? "Enable the account and its auth config." : "Have its user connect again.",
  });
}

function typeCheck({ type, trigger }: Facts): Check[] {
  if (type) return [];
  const message = `There is no trigger type ${trigger.slug} any more.`;
  const fix = "Delete the trigger and set one of another type up.";
  return [check("type", "Trigger type exists", { state: "problem", message, fix })];
}

function pollChecks({ trigger }: Facts, time: Date): Check[] {
  const { polledAt, pollAt, lastError, failures } = trigger;
  const seconds = Math.round(intervalOf(configOf(trigger)));
  const wait = "Wait for the first look: what is there at that moment is no event, only what comes later is.";
  const last: Finding = lastError
    ? {
        state: failures > 0 ? "problem" : "warning",
        message: failures > 0 ? `The last ${failures} polls failed: ${lastError}` : lastError,
        fix: "Check the account's access and the trigger's config; the provider is asked again with growing pauses.",
        at: polledAt,
      }
    : polledAt
      ? { state: "ok", message: "The last poll succeeded.", at: polledAt }
      : { state: "warning", message: "The provider was not asked yet.", fix: wait };
  if (trigger.disabledAt) return [check("last_poll", "Last poll", last)];
  const next: Finding = isOverdue(trigger, time)
    ? {
        state: "problem",
        message: "The next poll is late by more than three intervals.",
        fix: "The server restarts it automatically each minute. If that does not help, see whether the server's jobs run.",
        at: pollAt,
      }
    : pollAt
      ? { state: "ok", message: `The provider is asked about every ${seconds} seconds.`, at: pollAt }
      : { state: "problem", message: "No next poll is planned.", fix: "Disable the trigger and enable it again." };
  return [check("last_poll", "Last poll", last), check("next_poll", "Next poll", next)];
}

/** Whether an address looks like one that only this network knows. */
function isHidden(address: string): boolean {
  const host = toHost(new URL(address).hostname);
  return isIP(host) ? !isPublicAddress(host) : isLocalName(host) || !host.includes(".");
}

function addressCheck({ publicUrl, providerUrl }: Facts): Check {
  const [id, title] = ["address", "Provider can reach this server"] as const;
  if (!isHidden(publicUrl)) return check(id, title, { state: "ok", message: `Hooks are made for ${publicUrl}.` });
  // An example app of the demo, or a provider in the same network.
  if (providerUrl !== undefined && isUrl(providerUrl) && isHidden(providerUrl))
    return check(id, title, {
      state: "ok",
      message: `Hooks are made for ${publicUrl}, and the provider is near it at ${new URL(providerUrl).origin}.`,
    });
  return check(id, title, {
    state: "warning",
    message: `Hooks are made for ${publicUrl}, which a provider on the internet cannot reach.`,
    fix: "Set PATCHBAY_PUBLIC_URL to an address that the provider reaches, and set the trigger up anew.",
  });
}

function endpointCheck({ endpoint, type }: Facts): Check[] {
  const [id, title] = ["endpoint", "Endpoint can prove requests"] as const;
  const fields = Object.keys(type?.run.ingress?.setup ?? {}).join(", ");
  if (!endpoint) {
    const message = "The webhook endpoint of this trigger is gone.";
    return [check(id, title, { state: "problem", message, fix: "Delete the trigger and set it up again." })];
  }
  const verify = type?.run.ingress?.verify;
  if (!verify || verify.by === "address" || (verify.by === "hmac" && verify.orAddress)) return [];
  if (endpoint.hasSecret) return [check(id, title, { state: "ok", message: "The endpoint has its secret." })];
  const isTriggerEndpoint = endpoint.clientId === null;
  return [
    check(id, title, {
      state: "problem",
      message: "The endpoint has no secret yet, so each request to it is refused.",
      fix: isTriggerEndpoint
        ? "Delete the trigger and set it up again."
        : `Set the fields of the webhook endpoint: ${fields}. Enter its address at the provider.`,
    }),
  ];
}

const ANEW = "Create the hook again: its address and secret stay the same.";

function hookCheck({ hook, trigger, type }: Facts): Check[] {
  if (!type || !hookOf(type)) return [];
  const say = (finding: Finding): Check[] => [check("hook", "Hook at the provider", finding)];
  if (trigger.hookId === null)
    return say({ state: "problem", message: "No hook was made at the provider.", fix: ANEW });
  if (!hook)
    return say({ state: "unknown", message: `The hook ${trigger.hookId} was made; the provider was not asked of it.` });
  const note = "says" in hook && hook.says ? ` ${hook.says}` : "";
  if (hook.state === "there") return say({ state: "ok", message: `The provider has the hook, switched on.${note}` });
  if (hook.state === "off")
    return say({ state: "problem", message: `The provider has switched the hook off.${note}`, fix: ANEW });
  if (hook.state === "gone") return say({ state: "problem", message: "The provider has no such hook.", fix: ANEW });
  return say({ state: "unknown", message: `The provider did not say whether the hook is there: ${hook.reason}` });
}

function refusedCheck({ endpoint, trigger }: Facts): Check[] {
  const { lastRefusedAt: refusedAt, lastRefusal } = endpoint ?? {};
  if (!endpoint) return [];
  const title = "Refused requests";
  if (!refusedAt) return [check("refused", title, { state: "ok", message: "No request to its endpoint was refused." })];
  const later = trigger.lastEventAt !== null && trigger.lastEventAt > refusedAt;
  return [
    check("refused", title, {
      state: later ? "warning" : "problem",
      message: `A request to its endpoint was refused${later ? ", and later ones were taken" : ""}: ${lastRefusal ?? ""}`,
      fix:
        endpoint.clientId === null
          ? "If the provider sent it, set the trigger up anew, which makes a new secret."
          : "If the provider sent it, compare the endpoint's fields with those of the app at the provider.",
      at: refusedAt,
    }),
  ];
}

function eventsCheck({ trigger }: Facts): Check {
  const title = "Events so far";
  if (trigger.eventsCount > 0) {
    const message = `${countOf(trigger.eventsCount, "event")} came.`;
    return check("events", title, { state: "ok", message, at: trigger.lastEventAt });
  }
  return check("events", title, {
    state: "warning",
    message: "No event came yet.",
    fix: "Cause an event at the provider that matches the trigger's config, or send a sample.",
  });
}

/** Checks of a trigger up to the events that came. */
export function sourceChecks(facts: Facts, time: Date): Check[] {
  const polled = facts.type ? facts.type.kind === "poll" : facts.trigger.endpointId === null;
  const way = polled
    ? pollChecks(facts, time)
    : [addressCheck(facts), ...endpointCheck(facts), ...hookCheck(facts), ...refusedCheck(facts)];
  return [switchCheck(facts), accountCheck(facts), ...typeCheck(facts), ...way, eventsCheck(facts)];
}
