/** A mailbox that reports through a topic of Pub/Sub, as Gmail documents it: signed pushes to one URL of an app. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { now } from "@/lib/kernel/time/clock";
import { type Reply, report } from "../../builders/loopback-triggers";
import type { Provider } from "../loopback-provider";

export const [TOPIC, SENDER] = ["projects/engines/topics/mail", "push@engines.iam.gserviceaccount.com"];

export type Push = { email: string; to: string; claims?: Record<string, unknown>; stranger?: boolean };

export type Mailbox = {
  /** By the person's key: whether Gmail publishes what happens in the mailbox. */
  watched: () => string[];
  watches: () => number;
  /** Puts a message into a person's mailbox, without a push. */
  receive: (key: string, id: string) => void;
  /** A push of the topic's subscription; `claims` replace those of its token. */
  push: (push: Push) => Promise<Reply>;
};

const WEEK_MS = 604_800_000;
const EMAILS: Record<string, string> = { "key-of-ada": "ada@example.com", "key-of-eva": "eva@example.com" };

export async function startMailbox(provider: Provider): Promise<Mailbox> {
  const pairs = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const keys = [{ ...(await exportJWK(pairs[0]?.publicKey as CryptoKey)), kid: "k1", alg: "RS256", use: "sig" }];
  const boxes = new Map(Object.keys(EMAILS).map((key) => [key, [] as string[]]));
  const watched = new Set<string>();
  let watches = 0;

  function answer(method: string, url: URL, key: string, body: string): unknown {
    const messages = boxes.get(key) ?? [];
    const [historyId, path] = [String(100 + messages.length), url.pathname.replace("/gmail/v1/users/me/", "")];
    if (url.pathname === "/certs") return { keys };
    if (path === "profile") return { emailAddress: EMAILS[key], historyId };
    if (path === "watch" && method === "POST") {
      if ((JSON.parse(body) as { topicName?: string }).topicName !== TOPIC) return undefined;
      watched.add(key);
      watches += 1;
      return { historyId, expiration: String(now().getTime() + WEEK_MS) };
    }
    if (path === "stop" && method === "POST") return watched.delete(key) ? {} : {};
    if (path === "history") {
      const since = Number(url.searchParams.get("startHistoryId")) - 100;
      const history = messages.slice(since).map((id) => ({ messagesAdded: [{ message: { id } }] }));
      return { history, historyId };
    }
    const id = path.replace("messages/", "");
    const headers = [{ name: "Subject", value: `About ${id}` }];
    return { id, threadId: id, internalDate: "1764590400000", payload: { headers } };
  }
  provider.answer = (request, response) => {
    const key = (request.headers.authorization ?? "").replace("Bearer ", "");
    const body = answer(request.method, new URL(request.url, provider.baseUrl), key, request.body);
    response
      .writeHead(body === undefined ? 400 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(body ?? { error: { message: "Invalid topicName" } }));
  };

  const sign = (to: string, claims: Record<string, unknown>, stranger: boolean) => {
    const [iss, iat] = ["https://accounts.google.com", Math.floor(now().getTime() / 1000)];
    const usual = { email: SENDER, email_verified: true, aud: to, iss, iat, exp: iat + 3600, sub: "1001" };
    const token = new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: "RS256", kid: "k1" });
    return token.sign(pairs[stranger ? 1 : 0]?.privateKey as CryptoKey);
  };
  return {
    watched: () => [...watched],
    watches: () => watches,
    receive: (key, id) => void boxes.get(key)?.push(id),
    push: async ({ email, to, claims = {}, stranger = false }) => {
      const data = Buffer.from(JSON.stringify({ emailAddress: email, historyId: "101" })).toString("base64");
      const raw = JSON.stringify({ message: { data, messageId: "m1", publishTime: now().toISOString() } });
      const authorization = `Bearer ${await sign(to, claims, stranger)}`;
      return report(to, raw, { "content-type": "application/json", authorization });
    },
  };
}
