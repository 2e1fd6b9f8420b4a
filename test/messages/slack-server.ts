/** A Slack on this machine: it takes messages of one bot, knows its people, and signs what they press. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const BOT_TOKEN = "xoxb-a-bot-token-0123456789";
export const SIGNING_SECRET = "a-signing-secret-0123456789";

type Fields = Record<string, string>;
type Sign = "is_email_confirmed" | "deleted" | "is_bot" | "is_restricted" | "is_ultra_restricted";
type Person = { email: string; team_id?: string } & { [Name in Sign]?: boolean };
export type Slack = {
  url: string;
  calls: { method: string; fields: Fields }[];
  people: Map<string, Person>;
  /** The next answers of a method, in place of its own. */
  fails: Map<string, { status?: number; error: string }>;
  close: () => Promise<void>;
};

const OWN_TEAM = "T1";

function reply({ people }: Slack, method: string, { user = "" }: Fields): object {
  if (method === "auth.test") return { ok: true, team_id: OWN_TEAM };
  if (method !== "users.info") return { ok: true, channel: "C1", ts: "1764590400.000100" };
  const person = people.get(user);
  if (!person) return { ok: false, error: "user_not_found" };
  const { email, team_id = OWN_TEAM, ...more } = person;
  return { ok: true, user: { id: user, team_id, ...more, profile: { email } } };
}

export async function startSlack(): Promise<Slack> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const method = request.url?.split("/").at(-1) ?? "";
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      slack.calls.push({ method, fields });
      const failure = slack.fails.get(method);
      const isBot = request.headers.authorization === `Bearer ${BOT_TOKEN}`;
      const body = !isBot
        ? { ok: false, error: "invalid_auth" }
        : failure
          ? { ok: false, error: failure.error }
          : reply(slack, method, fields);
      response.writeHead(failure?.status ?? 200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const slack: Slack = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    ...{ calls: [], people: new Map(), fails: new Map() },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return slack;
}

type Press = { user: string; action: string; value: string };

/** The body of a press as Slack sends it. */
export const toPress = ({ user, action, value }: Press): string =>
  new URLSearchParams({
    payload: JSON.stringify({
      ...{ type: "block_actions", team: { id: OWN_TEAM }, user: { id: user, team_id: OWN_TEAM } },
      ...{ channel: { id: "C1" }, message: { ts: "1764590400.000100" } },
      actions: [{ action_id: action, value, type: "button" }],
    }),
  }).toString();

/** The headers with which Slack signs a body. */
export function signed(body: string, { secret = SIGNING_SECRET, seconds = Date.now() / 1000 } = {}): Fields {
  const time = String(Math.floor(seconds));
  const hmac = createHmac("sha256", secret).update(`v0:${time}:${body}`).digest("hex");
  return {
    "content-type": "application/x-www-form-urlencoded",
    ...{ "x-slack-request-timestamp": time, "x-slack-signature": `v0=${hmac}` },
  };
}
