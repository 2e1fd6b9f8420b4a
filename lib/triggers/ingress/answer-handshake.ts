/** The answers to first requests of providers, which are no events. */
import { fillTemplate, fillText, holdsAll, type IncomingEvent, textAt } from "@/lib/catalog/event-value";
import type { Handshake, Ingress } from "@/lib/catalog/trigger-type";
import { keepSecret } from "../provider/hooks";

/** What the provider gets. */
export type IngressAnswer = { status: number; text: string; json: boolean; headers: Record<string, string> };

export const answer = (more: Partial<IngressAnswer> = {}): IngressAnswer => ({
  status: 200,
  text: "",
  json: false,
  headers: {},
  ...more,
});

/** The answer to a first check of the provider; undefined for everything else. */
export async function answerHandshake(
  { projectId, id, ingress }: { projectId: string; id: string; ingress: Ingress },
  event: IncomingEvent,
  method: string,
): Promise<IngressAnswer | undefined> {
  const fits = ({ methods, when }: Handshake): boolean =>
    methods.some((allowedMethod) => allowedMethod === method) && holdsAll(when, event, {});
  const handshake = ingress.handshakes.find(fits);
  if (!handshake) return undefined;
  const secret = handshake.keepSecret && textAt(handshake.keepSecret, event);
  if (secret !== undefined && secret.length <= 1000) await keepSecret(projectId, id, secret);
  const scope = { body: event.body, query: event.query, header: event.headers };
  const headers = Object.fromEntries(
    handshake.echo.flatMap((name) => (event.headers[name] === undefined ? [] : [[name, event.headers[name]]])),
  ) as Record<string, string>;
  if (handshake.json !== undefined)
    return answer({ text: JSON.stringify(fillTemplate(handshake.json, scope)), json: true, headers });
  return answer({ text: handshake.text === undefined ? "" : fillText(handshake.text, scope), headers });
}
