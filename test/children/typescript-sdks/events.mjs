// Triggers, webhooks, logs and usage.
import { createHmac } from "node:crypto";

const TYPE = "GMAIL_NEW_GMAIL_MESSAGE";

export async function driveEvents(recorder, composio, drive) {
  const step = recorder.run.bind(recorder);
  const { triggers } = composio;
  await step(
    "triggers.listTypes",
    () => triggers.listTypes({ toolkits: ["gmail"] }),
    ({ items }) => items.some(({ slug }) => slug === TYPE),
  );
  await step(
    "triggers.listEnum",
    () => triggers.listEnum(),
    (slugs) => JSON.stringify(slugs).includes(TYPE),
  );
  await step(
    "triggers.getType",
    () => triggers.getType(TYPE),
    ({ slug }) => slug === TYPE,
  );
  const { triggerId } = await step(
    "triggers.create",
    () => triggers.create(drive.user, TYPE, { triggerConfig: {} }),
    (answer) => answer.triggerId.startsWith("ti_"),
  );
  const count = async (change) => (
    await change?.(), (await triggers.listActive({ triggerIds: [triggerId] })).items.length
  );
  await step(
    "triggers.listActive",
    () => count(),
    (total) => total === 1,
  );
  await step(
    "triggers.disable",
    () => count(() => triggers.disable(triggerId)),
    (total) => total === 0,
  );
  await step(
    "triggers.enable",
    () => count(() => triggers.enable(triggerId)),
    (total) => total === 1,
  );
  await step(
    "triggers.update",
    () => count(() => triggers.update(triggerId, { status: "enable" })),
    (total) => total === 1,
  );
  await step(
    "triggers.delete",
    () => count(() => triggers.delete(triggerId)),
    (total) => total === 0,
  );
  await readEvents(step, triggers);
  if (triggers.setWebhookSubscription)
    await step("triggers.setWebhookSubscription", () =>
      triggers.setWebhookSubscription({ webhookUrl: "https://app.example/hook" }),
    );
  if (composio.webhooks) await driveWebhooks(step, composio.webhooks);
  if (!composio.logs) return;
  const { logs } = await step(
    "logs.search",
    () => composio.logs.search({ limit: 5 }),
    (page) => page.logs.length > 0,
  );
  await step("logs.get", () => composio.logs.get(logs[0].id));
  const { usage } = composio.experimental;
  await step("experimental.usage.summary", () => usage.summary({ entityTypes: ["tool_calls"] }));
  await step(
    "experimental.usage.breakdown",
    () => usage.breakdown("tool_calls", { groupBy: "tool_slug" }),
    ({ groups }) => groups.length > 0,
  );
}

async function driveWebhooks(step, { subscriptions, endpoints }) {
  const { id } = await step(
    "webhooks.subscriptions.set",
    () => subscriptions.set({ webhookUrl: "https://app.example/events", enabledEvents: ["composio.trigger.message"] }),
    (hook) => hook.id,
  );
  await step(
    "webhooks.subscriptions.list",
    () => subscriptions.list(),
    ({ items }) => items.some((hook) => hook.id === id),
  );
  await step(
    "webhooks.subscriptions.get",
    () => subscriptions.get(id),
    (hook) => hook.id === id,
  );
  await step("webhooks.subscriptions.update", () =>
    subscriptions.update(id, { webhookUrl: "https://app.example/other" }),
  );
  await step(
    "webhooks.subscriptions.rotateSecret",
    () => subscriptions.rotateSecret(id),
    ({ secret }) => secret,
  );
  await step("webhooks.subscriptions.listEventTypes", () => subscriptions.listEventTypes());
  await step("webhooks.subscriptions.delete", () => subscriptions.delete(id));
  const end = await step(
    "webhooks.endpoints.create",
    () => endpoints.create({ toolkitSlug: "slack", clientId: "app-ts" }),
    (answer) => answer.id,
  );
  await step(
    "webhooks.endpoints.list",
    () => endpoints.list({ toolkitSlug: "slack" }),
    ({ items }) => items.length > 0,
  );
  await step(
    "webhooks.endpoints.get",
    () => endpoints.get(end.id),
    (answer) => answer.id === end.id,
  );
  const data = { signing_secret: "a-signing-secret-0123" };
  await step("webhooks.endpoints.replace", () => endpoints.replace(end.id, { data }));
  await step("webhooks.endpoints.update", () => endpoints.update(end.id, { data }));
}

/** An app reads what a webhook brings. */
async function readEvents(step, triggers) {
  const metadata = {
    log_id: "log_1",
    trigger_slug: TYPE,
    trigger_id: "ti_1",
    connected_account_id: "ca_1",
    auth_config_id: "ac_1",
    user_id: "ada",
  };
  const event = {
    id: "msg_1",
    timestamp: "2026-11-01T00:00:00Z",
    type: "composio.trigger.message",
    metadata,
    data: { subject: "Hello" },
  };
  const [payload, secret, timestamp] = [JSON.stringify(event), "a-secret", String(Math.floor(Date.now() / 1000))];
  const signature = `v1,${createHmac("sha256", secret).update(`msg_1.${timestamp}.${payload}`).digest("base64")}`;
  const isHello = (answer) => JSON.stringify(answer).includes("Hello");
  await step(
    "triggers.verifyWebhook",
    () => triggers.verifyWebhook({ id: "msg_1", payload, secret, signature, timestamp }),
    isHello,
  );
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signature };
  if (triggers.parse)
    await step("triggers.parse", () => triggers.parse({ body: payload, headers }, { verifySecret: secret }), isHello);
}
