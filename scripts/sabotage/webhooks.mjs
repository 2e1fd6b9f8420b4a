// Guards of events and their deliveries: proof, tenants, once, order, shares, and who may listen.
const DELIVERY = ["lib/webhooks/delivery/delivery.db.test.ts"];
const RECOVERY = ["lib/webhooks/delivery/recovery.db.test.ts"];
const FAIRNESS = ["lib/webhooks/delivery/fairness.db.test.ts"];
const RECORD = ["lib/webhooks/events/record-event.db.test.ts"];
const SOCKET = ["lib/realtime/realtime.db.test.ts"];
const ATTACKER = ["test/attacker/attacker.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const webhooks = [
  {
    name: "a delivery is signed without its time, so that an old one is believed again",
    file: "lib/webhooks/delivery/sign-message.ts",
    from: "`${id}.${seconds}.${body}`",
    to: "`${id}.${seconds && body}`",
    tests: DELIVERY,
  },
  {
    name: "the secret of before signs after its time",
    file: "lib/webhooks/subscriptions/secrets.ts",
    from: "previousUntil > now()",
    to: "previousUntil !== now()",
    tests: DELIVERY,
  },
  {
    name: "a delivery follows the redirect of its receiver",
    file: "lib/webhooks/delivery/send-attempt.ts",
    from: "maxRedirects: 0,",
    to: "maxRedirects: 3,",
    tests: DELIVERY,
  },
  {
    name: "a signature that is still believed stands in the log",
    file: "lib/webhooks/delivery/send-attempt.ts",
    from: "requestHeaders: headers,",
    to: 'requestHeaders: { ...headers, "webhook-signature": signature },',
    tests: DELIVERY,
  },
  {
    name: "a test receiver stores requests of a project that stores no payloads",
    file: "lib/webhooks/delivery/receive-test.ts",
    from: "if (stores)",
    to: "if (String(stores))",
    tests: ["lib/webhooks/delivery/test-receiver.db.test.ts"],
  },
  {
    name: "an event of a provider is written down twice",
    file: "lib/webhooks/events/record-event.ts",
    from: "keyOf(event, event.providerEventId)",
    to: "keyOf(event, undefined)",
    tests: RECORD,
  },
  {
    name: "a deleted receiver gets events",
    file: "lib/webhooks/events/record-event.ts",
    from: "s.deleted_at IS NULL\n      AND CASE",
    to: "true\n      AND CASE",
    tests: RECORD,
  },
  {
    name: "an event reaches the receivers of other projects",
    file: "lib/webhooks/events/record-event.ts",
    from: "WHERE s.project_id = $1 AND",
    to: "WHERE $1 <> '' AND",
    tests: RECORD,
  },
  {
    name: "an event of another project is read by its id",
    file: "lib/webhooks/log/list-events.ts",
    from: "findFirst({ where: { projectId, id }, include: ATTEMPTS })",
    to: "findFirst({ where: { id }, include: ATTEMPTS })",
    tests: ATTACKER,
  },
  {
    name: "two copies deliver events of one trigger at once",
    file: "lib/webhooks/delivery/claim-deliveries.ts",
    from: "WHERE lane NOT IN (SELECT lane FROM busy) AND",
    to: "WHERE lane <> '' AND",
    tests: RECOVERY,
  },
  {
    name: "an event is taken although another copy sends of its trigger",
    file: "lib/webhooks/events/record-event.ts",
    from: "AND (t.id, own.lane) NOT IN (SELECT id, lane FROM busy)",
    to: "AND own.lane <> ''",
    tests: ["lib/webhooks/delivery/take-at-once.db.test.ts"],
  },
  {
    name: "what a copy gives back comes after what came later",
    file: "lib/webhooks/delivery/claim-deliveries.ts",
    from: "CASE WHEN receiver.open THEN least(created_at, now()) END",
    to: "CASE WHEN receiver.open THEN now() END",
    tests: RECOVERY,
  },
  {
    name: "a later event passes those of a slow lane that are given back",
    file: "lib/webhooks/delivery/receiver-work.ts",
    from: "if (isBroken(this.claim)) this.claim =",
    to: "if (this.claim === null) this.claim =",
    tests: ["lib/webhooks/delivery/take-at-once.db.test.ts"],
  },
  {
    name: "a lane with many hides the others",
    file: "lib/webhooks/delivery/claim-deliveries.ts",
    from: "FROM lanes WHERE n < ${OTHER_LANES}",
    to: "FROM lanes WHERE n < 0",
    tests: RECOVERY,
  },
  {
    name: "one project takes all slots of deliveries",
    file: "lib/webhooks/delivery/receiver-work.ts",
    from: 'share: "free"',
    to: "share: 256",
    tests: FAIRNESS,
  },
  {
    name: "a copy that stops begins new deliveries",
    file: "lib/webhooks/delivery/receiver-work.ts",
    from: "if (this.isOver() || performance",
    to: "if (performance",
    tests: FAIRNESS,
  },
  {
    name: "the channel of another project is opened",
    file: "lib/realtime/authorize-channel.ts",
    from: "if (channel !== channelOf(projectId))",
    to: "if (channel === projectId)",
    tests: SOCKET,
  },
  {
    name: "a proof opens the channel to another connection",
    file: "lib/realtime/authorize-channel.ts",
    from: "JSON.stringify([actor, socketId, channel])",
    to: "JSON.stringify([actor, channel])",
    tests: SOCKET,
  },
  {
    name: "a client of the websocket says as much as it wants",
    file: "lib/realtime/live-socket.ts",
    from: "if (this.isFlood()) return",
    to: "if (this.isFlood() && false) return",
    tests: SOCKET,
  },
  {
    name: "triggers whose own URL hangs take the slots of the webhook",
    file: "lib/webhooks/delivery/receiver-work.ts",
    from: "const name = `${this.subscriptionId} ${place}`;",
    to: "const name = this.subscriptionId;",
    tests: FAIRNESS,
  },
];
