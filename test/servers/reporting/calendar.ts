/** A calendar that reports through channels, as Google Calendar documents it. */
import { now } from "@/lib/kernel/time/clock";
import { report } from "../../builders/loopback-triggers";
import type { Provider } from "../loopback-provider";

type Channel = { id: string; token: string; address: string; resourceId: string; expiration: number; messages: number };

export type Calendar = {
  /** The channels that were not stopped and have not ended. */
  channels: () => Channel[];
  /** How many channels were ever made. */
  count: () => number;
  /** Puts an event into the calendar, and reports it unless nothing is reported now. */
  add: (id: string) => Promise<void>;
  /** The calendar answers 503 and reports nothing. */
  isDown: boolean;
  /** Messages get lost. */
  isSilent: boolean;
  /** Happens once, between the next answer of the list and its arrival. */
  onList: (() => Promise<unknown>) | undefined;
};

const json = (body: unknown, status = 200) => ({ status, body });

export function startCalendar(provider: Provider): Calendar {
  const channels = new Map<string, Channel>();
  const events: { id: string; seq: number }[] = [];
  let count = 0;
  const isLive = ({ expiration }: Channel) => expiration > now().getTime();
  const send = (channel: Channel, state: string) =>
    report(channel.address, "", {
      "x-goog-channel-id": channel.id,
      "x-goog-channel-token": channel.token,
      "x-goog-channel-expiration": new Date(channel.expiration).toUTCString(),
      "x-goog-resource-id": channel.resourceId,
      "x-goog-resource-uri": `${provider.baseUrl}/calendar/v3/calendars/primary/events`,
      "x-goog-resource-state": state,
      "x-goog-message-number": String(++channel.messages),
    });

  function watch(body: Record<string, unknown>) {
    const { id, type, address, token, params } = body as Record<string, string> & { params: { ttl: string } };
    if (type !== "web_hook" || !address?.startsWith("https:")) return json({ error: { message: "Bad address" } }, 400);
    if (!id || channels.has(id)) return json({ error: { message: "Channel id not unique" } }, 400);
    const expiration = now().getTime() + Number(params.ttl) * 1000;
    const channel = { id, token: token ?? "", address, resourceId: `resource-${++count}`, expiration, messages: 0 };
    channels.set(id, channel);
    setImmediate(() => void send(channel, "sync"));
    const { resourceId } = channel;
    return json({ kind: "api#channel", id, resourceId, token, expiration: String(expiration) });
  }

  function list(query: URLSearchParams) {
    const nextSyncToken = String(events.length);
    const since = query.get("syncToken");
    if (since === null) return json({ items: [], nextSyncToken });
    const items = events.filter(({ seq }) => seq > Number(since));
    return json({ items: items.map(({ id, seq }) => toEvent(id, seq)), nextSyncToken });
  }

  const toEvent = (id: string, seq: number) => ({
    id,
    status: "confirmed",
    summary: `About ${id}`,
    updated: new Date(1_764_590_400_000 + seq).toISOString(),
  });

  const answer = (method: string, url: URL, body: string): { status: number; body?: unknown } => {
    const input = body ? (JSON.parse(body) as Record<string, string>) : {};
    if (calendar.isDown) return json({ error: { message: "Backend error" } }, 503);
    if (url.pathname.endsWith("/events/watch")) return watch(input);
    if (url.pathname.endsWith("/channels/stop")) {
      const channel = channels.get(input.id ?? "");
      if (channel?.resourceId !== input.resourceId) return json({ error: { message: "Channel not found" } }, 404);
      channels.delete(channel?.id ?? "");
      return { status: 204 };
    }
    return method === "GET" ? list(url.searchParams) : json({}, 404);
  };
  provider.answer = (request, response) => {
    const { status, body } = answer(request.method, new URL(request.url, provider.baseUrl), request.body);
    const write = () =>
      response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
    const { onList } = calendar;
    if (request.method !== "GET" || !onList) return void write();
    calendar.onList = undefined;
    void onList().then(write);
  };
  const calendar: Calendar = {
    channels: () => [...channels.values()].filter(isLive),
    count: () => count,
    add: async (id) => {
      events.push({ id, seq: events.length + 1 });
      if (calendar.isDown || calendar.isSilent) return;
      for (const channel of calendar.channels()) await send(channel, "exists");
    },
    isDown: false,
    isSilent: false,
    onList: undefined,
  };
  return calendar;
}
