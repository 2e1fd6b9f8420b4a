/** An inbox that reports through subscriptions, as Microsoft Graph documents it. */
import { now } from "@/lib/kernel/time/clock";
import { report } from "../../builders/loopback-triggers";
import type { Provider } from "../loopback-provider";

type Subscription = {
  id: string;
  changeType: string;
  notificationUrl: string;
  lifecycleNotificationUrl: string;
  resource: string;
  expirationDateTime: string;
  clientState: string;
};

export type Graph = {
  subscriptions: () => Subscription[];
  /** How many subscriptions were ever made. */
  count: () => number;
  /** Puts a message into the inbox, and reports it. */
  receive: (id: string) => Promise<number[]>;
  /** Sends a lifecycle notification to each subscription. */
  tell: (lifecycleEvent: string) => Promise<number[]>;
  /** Forgets its subscriptions, without a word. */
  forget: () => void;
  isSilent: boolean;
};

/** The longest life of a subscription to messages: under seven days. */
const MOST_MS = 10_080 * 60_000;

export function startGraph(provider: Provider): Graph {
  const subscriptions = new Map<string, Subscription>();
  const messages: { id: string; receivedDateTime: string }[] = [];
  let count = 0;
  const live = () =>
    [...subscriptions.values()].filter(({ expirationDateTime: end }) => Date.parse(end) > now().getTime());

  const notify = async (subscription: Subscription, url: string, more: object): Promise<number> => {
    const { id, clientState, resource, expirationDateTime } = subscription;
    const facts = { subscriptionId: id, subscriptionExpirationDateTime: expirationDateTime, clientState, resource };
    const raw = JSON.stringify({ value: [{ ...facts, tenantId: "t1", ...more }] });
    return (await report(url, raw, { "content-type": "application/json" })).status;
  };

  const isTooLong = (end: string) => Date.parse(end) - now().getTime() > MOST_MS;
  async function subscribe(input: Subscription) {
    const problem = { error: { message: "Subscription validation request failed." } };
    if (isTooLong(input.expirationDateTime) || input.clientState.length > 128) return { status: 400, body: problem };
    const token = "Validation: Testing client application reachability 4<2";
    const url = `${input.notificationUrl}?validationToken=${encodeURIComponent(token)}`;
    const { status, text, headers } = await report(url, "", { "content-type": "text/plain; charset=utf-8" });
    const isPlain = headers.get("content-type")?.startsWith("text/plain") ?? false;
    if (status !== 200 || text !== token || !isPlain) return { status: 400, body: problem };
    const subscription = { ...input, id: `sub-${++count}` };
    subscriptions.set(subscription.id, subscription);
    return { status: 201, body: subscription };
  }

  function change(method: string, id: string, input: Partial<Subscription>) {
    const subscription = live().find((candidate) => candidate.id === id);
    if (!subscription) return { status: 404, body: { error: { code: "ResourceNotFound", message: "Not found" } } };
    if (method === "DELETE") subscriptions.delete(id);
    if (method === "DELETE") return { status: 204 };
    if (isTooLong(input.expirationDateTime ?? "")) return { status: 400, body: { error: { message: "Too long" } } };
    Object.assign(subscription, input);
    return { status: 200, body: subscription };
  }

  function list(url: URL) {
    const skip = Number(url.searchParams.get("$skip") ?? 0);
    const all = messages.map((message) => ({ ...message, subject: `About ${message.id}` }));
    const value = all.reverse().slice(skip, skip + 50);
    const next = `${provider.baseUrl}/me/mailFolders/inbox/messages?$skip=${skip + 50}`;
    return { status: 200, body: { value, ...(all.length > skip + 50 && { "@odata.nextLink": next }) } };
  }

  provider.answer = (request, response) => {
    const url = new URL(request.url, provider.baseUrl);
    const input = (request.body ? JSON.parse(request.body) : {}) as Subscription;
    const [, id] = /^\/subscriptions\/(.+)$/.exec(url.pathname) ?? [];
    const work = async (): Promise<{ status: number; body?: unknown }> => {
      if (id !== undefined) return change(request.method, id, input);
      return url.pathname === "/subscriptions" ? subscribe(input) : list(url);
    };
    void work().then(({ status, body }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body)),
    );
  };
  const graph: Graph = {
    subscriptions: live,
    count: () => count,
    receive: async (messageId) => {
      messages.push({ id: messageId, receivedDateTime: now().toISOString() });
      if (graph.isSilent) return [];
      const more = {
        changeType: "created",
        resourceData: { "@odata.type": "#Microsoft.Graph.Message", id: messageId },
      };
      return Promise.all(live().map((subscription) => notify(subscription, subscription.notificationUrl, more)));
    },
    tell: (lifecycleEvent) =>
      Promise.all(
        live().map((subscription) => notify(subscription, subscription.lifecycleNotificationUrl, { lifecycleEvent })),
      ),
    forget: () => subscriptions.clear(),
    isSilent: false,
  };
  return graph;
}
