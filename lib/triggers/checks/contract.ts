/** Diagnosis of a trigger without events: each step between its provider and its receivers is checked. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { flagQuery } from "@/lib/contract/page";

const tag = "Triggers";
const base = "/api/v3/internal/patchbay/triggers/{triggerId}";
const params = z.object({ triggerId: z.string().max(200) });

const CHECKS = [
  "trigger",
  "account",
  "type",
  "last_poll",
  "next_poll",
  "address",
  "endpoint",
  "hook",
  "refused",
  "events",
  "receivers",
  "deliveries",
] as const;
export const CHECK_STATES = ["ok", "warning", "problem", "unknown"] as const;

const Check = z.object({
  id: z.enum(CHECKS),
  title: z.string(),
  state: z.enum(CHECK_STATES),
  message: z.string().meta({ description: "What was found" }),
  fix: z.string().nullable().meta({ description: "What to do; null where nothing is to be done" }),
  at: z.iso.datetime().nullable().meta({ description: "When what was found happened" }),
});

export const TriggerDiagnosis = z
  .object({
    trigger_id: z.string(),
    trigger_name: z.string(),
    type: z.enum(["webhook", "poll"]).nullable(),
    checked_at: z.iso.datetime(),
    state: z.enum(CHECK_STATES).meta({ description: "The worst of its checks" }),
    checks: z.array(Check).meta({ description: "From the provider to the receivers" }),
  })
  .meta({ id: "TriggerDiagnosis" });

export const triggerChecksApi = {
  diagnoseTrigger: operation({
    id: "diagnoseTrigger",
    method: "GET",
    path: `${base}/diagnosis`,
    tag,
    auth: "project",
    permission: "triggers:read",
    audit: "none",
    own: true,
    summary: "Diagnose why no event arrived, from the trigger's provider to its webhook endpoints",
    params,
    query: z.object({
      ask_provider: flagQuery.meta({
        description: "Ask the provider whether the hook is still there, where its API can tell; yes unless it is false",
      }),
    }),
    response: TriggerDiagnosis,
  }),
  renewTriggerHook: operation({
    id: "renewTriggerHook",
    method: "POST",
    path: `${base}/hook`,
    tag,
    auth: "project",
    permission: "triggers:write",
    audit: "trigger.renew_hook",
    own: true,
    summary: "Create the hook of a trigger again that its provider no longer has, or has switched off",
    description: "The address and the secret stay the same. A hook that the provider still has is left as it is.",
    params,
    response: z.object({ trigger_id: z.string(), renewed: z.boolean() }),
  }),
  sendTriggerSample: operation({
    id: "sendTriggerSample",
    method: "POST",
    path: `${base}/sample`,
    tag,
    auth: "project",
    permission: "webhooks:write",
    audit: "trigger.sample",
    own: true,
    summary: "Send a sample event of a trigger to those who would get a real one",
    description: "Without `data` it is the sample of the trigger's type, which fits the schema of its payload.",
    params,
    body: z
      .object({
        data: z.record(z.string().max(300), z.unknown()).optional(),
        subscription_id: z.string().max(100).optional().meta({ description: "Send it to this subscription alone" }),
      })
      .nullish(),
    response: z.object({
      event_id: z.string(),
      receivers: z.number().int().meta({ description: "Subscriptions that it is sent to" }),
    }),
  }),
};
