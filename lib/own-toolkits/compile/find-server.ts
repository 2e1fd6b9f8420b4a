/** The server of a document, and what of its address each connection fills in. */
import { CatalogSourceError } from "@/lib/catalog/catalog-source-error";
import type { OpenApiDocument, SourceServer } from "@/lib/catalog/compile/sources/openapi-document";
import type { AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import { isObject } from "@/lib/kernel/text/is-object";
import { isUrl } from "@/lib/kernel/text/is-url";
import { originOf } from "./origin-of";
import type { Problems } from "./problem";

export type FoundServer = { baseUrl: string; fields: AuthField[] };

const PLACE = /\{([^{}]{1,100})\}/g;
const MOST_FIELDS = 20;

const toName = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "part";

/** The address of an installation, where the document cannot know it. */
const SERVER_FIELD: AuthField = {
  ...{ name: "base_url", displayName: "Server", type: "url", required: true, isSecret: false, aliases: [] },
  description: "The address where the API begins, for instance https://api.example.com/v1",
};

function toField(name: string, variable: unknown): AuthField {
  const facts = isObject(variable) ? variable : {};
  const choices = Array.isArray(facts.enum)
    ? facts.enum.filter((choice) => typeof choice === "string").slice(0, 20)
    : [];
  const description =
    typeof facts.description === "string" ? facts.description.slice(0, 300) : "A part of the server's address";
  const usual = typeof facts.default === "string" && facts.default !== "" ? facts.default.slice(0, 200) : undefined;
  return {
    ...{ name: toName(name), displayName: name, type: "string", isSecret: false, aliases: [] },
    description: choices.length > 0 ? `${description} (${choices.join(", ")})` : description,
    required: usual === undefined,
    ...(usual === undefined ? {} : { default: usual }),
  };
}

/** An absolute address whose places stay as they are. */
const toHref = (url: string, base: string): string =>
  new URL(url, base).href.replaceAll("%7B", "{").replaceAll("%7D", "}");

/** Whether an address names the machine of whoever reads it, as examples do. */
const isPlaceholder = (url: string): boolean =>
  /^https?:\/\/(localhost|(www\.)?example\.(com|org|net))(?=[:/]|$)/i.test(url);

/** An http(s) address with a host, or one whose beginning a field fills; nothing in the host but the host. */
const isUsable = (baseUrl: string): boolean =>
  /^(?:https?:\/\/(?![/?#])|\{[A-Za-z0-9_]+\})[^\s\p{Cc}\\]*$/u.test(baseUrl) && !originOf(baseUrl).includes("@");

function fromTemplate(template: string, server: SourceServer | undefined): FoundServer {
  const names = [...new Set([...template.matchAll(PLACE)].map(([, name]) => name ?? ""))].slice(0, MOST_FIELDS);
  const variables: Record<string, unknown> = isObject(server?.variables) ? server.variables : {};
  // Names that differ in signs alone are one field.
  const byField = new Map(names.map((name) => [toName(name), name]));
  return {
    baseUrl: template.replace(PLACE, (_, name: string) => `{${toName(name)}}`).replace(/\/+$/, ""),
    fields: [...byField.values()].map((name) =>
      toField(name, Object.hasOwn(variables, name) ? variables[name] : undefined),
    ),
  };
}

/**
 * The first https server, else the first. Where the document has none of use, each connection names it.
 * @param choice the address that a person set, which comes first
 * @param source where the document is from: relative addresses belong to it
 * @throws CatalogSourceError for a choice that is no address
 */
export function findServer(
  document: OpenApiDocument,
  { choice, source }: { choice: string | undefined; source: string | undefined },
  problems: Problems,
): FoundServer {
  if (choice !== undefined) {
    const server = fromTemplate(choice, undefined);
    if (isUsable(server.baseUrl)) return server;
    throw new CatalogSourceError(
      "document",
      "/servers",
      `${JSON.stringify(choice.slice(0, 200))} is no http(s) address.`,
    );
  }
  const servers = (Array.isArray(document.servers) ? (document.servers as unknown[]) : []).filter(
    (server): server is SourceServer =>
      isObject(server) && typeof server.url === "string" && server.url.length <= 2_000,
  );
  const absolute = servers.flatMap((server) => {
    const isAbsolute = /^(https?:\/\/|\{)/i.test(server.url);
    if (isAbsolute) return [server];
    return source !== undefined && isUrl(server.url, source) ? [{ ...server, url: toHref(server.url, source) }] : [];
  });
  const usable = absolute.filter(
    (server) => !isPlaceholder(server.url) && isUsable(fromTemplate(server.url, server).baseUrl),
  );
  const server = usable.find(({ url }) => url.startsWith("https:")) ?? usable[0];
  if (server) return fromTemplate(server.url, server);
  problems.add(
    "/servers",
    "The document names no server that others can reach.",
    "Set the server's address, or let each connection name it.",
  );
  return { baseUrl: "{base_url}", fields: [SERVER_FIELD] };
}
