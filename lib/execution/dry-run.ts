/** A dry run: the request that an execution would send, without its secrets, in place of the provider's answer. */
import { redact, REDACTED, redactUrl } from "@/lib/kernel/redact";
import type { HttpRequest } from "./http-tool";
import type { Access } from "./open-access";
import type { Trace } from "./trace";

/** Ends an execution before anything is sent; the request is in its trace. */
export class DryRun extends Error {}

/** Headers and query parameters that carry credentials, whatever they are called. */
function credentialPlaces({ scheme, parameters }: Access): (place: string, name: string) => boolean {
  const taken = new Set([
    ...(scheme?.apply ?? []).map((rule) => `${rule.in} ${rule.name.toLowerCase()}`),
    ...parameters.map((parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`),
  ]);
  return (place, name) => taken.has(`${place} ${name.toLowerCase()}`);
}

function shownUrl(url: string, access: Access, isTaken: ReturnType<typeof credentialPlaces>): string {
  const shown = new URL(url);
  for (const name of new Set(shown.searchParams.keys()))
    if (isTaken("query", name)) shown.searchParams.set(name, REDACTED);
  return redactUrl(shown.href, access.secrets);
}

function shownBody(body: HttpRequest["body"], secrets: readonly string[]): unknown {
  if (typeof body !== "string") return body && `[${body.byteLength} bytes]`;
  try {
    return redact(JSON.parse(body), secrets);
  } catch {
    return redact(body, secrets);
  }
}

/** What people may see of a request that carries credentials. */
export function toShownRequest({ method, url, headers, body }: HttpRequest, access: Access): Record<string, unknown> {
  const isTaken = credentialPlaces(access);
  const shown = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isTaken("header", name) ? REDACTED : value]),
  );
  return {
    method,
    url: shownUrl(url, access, isTaken),
    headers: redact(shown, access.secrets),
    ...(body !== undefined && { body: shownBody(body, access.secrets) }),
  };
}

/** Keeps the first request of a dry run; a composite tool's later ones depend on answers that nobody has. */
export function keepDryRun(trace: Trace, request: HttpRequest, access: Access): DryRun {
  trace.dryRun ??= toShownRequest(request, access);
  return new DryRun("A dry run sends nothing.");
}
