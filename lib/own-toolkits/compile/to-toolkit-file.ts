/** The facts of a document, an integration.yaml and the settings, in the form of a toolkit's file. */
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { type AuthEntry, type ProvidersFile, ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { CurrentUserEntry } from "@/lib/catalog/current-user";
import type { AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import { isObject } from "@/lib/kernel/text/is-object";
import { findAuth } from "./find-auth";
import type { CompileInput } from "./compile-input";
import { findServer, type FoundServer } from "./find-server";
import type { IntegrationFile } from "../integration-file";
import type { Problems } from "./problem";
import type { Integration } from "./read-integration";

/** Only for errors. */
export const DOCUMENT_FILE = "document";
/** Replaced when the toolkit is stored. */
const NO_VERSION = "20000101_00";

const textOf = (value: unknown, most: number): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value)
        .replace(/\p{Cc}+/gu, " ")
        .trim()
        .slice(0, most)
    : "";

/** Fields that an entry does not have yet. */
const addFields = (entry: AuthEntry, fields: readonly AuthField[]): AuthEntry => ({
  ...entry,
  connectionFields: [
    ...entry.connectionFields,
    ...fields.filter(
      ({ name }) => ![...entry.connectionFields, ...entry.authConfigFields].some((field) => field.name === name),
    ),
  ],
});

/** The request that proves credentials, if the file names one that can be sent. */
function toCurrentUser(file: IntegrationFile, problems: Problems): { currentUser?: unknown } {
  const path = file.endpoints?.get_current_user_endpoint?.replace(/\{\{\s*(\w+)\s*\}\}/g, "{$1}");
  if (path === undefined || path === "") return {};
  const entry = { method: "GET", path };
  if (CurrentUserEntry.safeParse(entry).success) return { currentUser: CurrentUserEntry.parse(entry) };
  problems.add("/endpoints/get_current_user_endpoint", "This endpoint cannot be asked.", "Write a path or an address.");
  return {};
}

function addFacts({ file }: Integration, problems: Problems) {
  if (file.callback_url !== undefined)
    problems.add(
      "/callback_url",
      "Providers send people back to this server's own address, not to callback_url.",
      "Register the address that the auth config shows with the provider.",
    );
  return {
    ...(file.logo === undefined ? {} : { logo: file.logo }),
    ...(file.docs === undefined ? {} : { guideUrl: file.docs }),
    ...toCurrentUser(file, problems),
  };
}

function findFacts(
  document: OpenApiDocument,
  { settings, slug, url, discovered }: CompileInput & { slug: string },
  integration: Integration | undefined,
  problems: Problems,
): { server: FoundServer; entries: AuthEntry[]; providers: ProvidersFile } {
  const choice = settings.base_url ?? integration?.baseUrl;
  const isAlone = integration !== undefined && document.paths === undefined && document.servers === undefined;
  const server =
    isAlone && choice === undefined
      ? { baseUrl: "", fields: [] }
      : findServer(document, { choice, source: url }, problems);
  if (integration) {
    // A place of the address can be a field that the file describes, or a value of the token's answer.
    const fields = choice !== undefined && integration.baseUrl === choice ? [] : server.fields;
    return { ...integration, server: { ...server, fields } };
  }
  const base = server.baseUrl.includes("{") ? undefined : server.baseUrl;
  const auth = findAuth(document, { key: slug, base, problems, discovered: new Map(discovered) });
  return { server, ...auth };
}

/** @throws ZodError for facts that no toolkit can have, which is a mistake of ours */
export function toToolkitFile(
  document: OpenApiDocument,
  input: CompileInput & { slug: string },
  integration: Integration | undefined,
  problems: Problems,
): { file: ToolkitFile; providers: ProvidersFile } {
  const { settings, slug } = input;
  const info = isObject(document.info) ? document.info : {};
  const title = textOf(info.title, 200);
  if (title === "" && settings.name === undefined && !integration)
    problems.add("/info/title", "The document has no title.", "Give info.title, or set a name.");
  const { server, entries, providers } = findFacts(document, input, integration, problems);
  // Operations without their own servers are sent to the toolkit's.
  document.servers = [];
  const name = settings.name ?? (integration?.file.name || title || slug);
  const baseUrl = server.baseUrl === "" ? {} : { baseUrl: server.baseUrl };
  const description = settings.description ?? integration?.file.description ?? textOf(info.description, 2_000);
  const file = ToolkitFile.parse({
    ...(integration ? addFacts(integration, problems) : {}),
    ...{ name, version: NO_VERSION, categories: ["custom"], ...baseUrl, headers: integration?.headers ?? {} },
    description: description || `${name}, from its own description`,
    auth: entries.map((entry) => addFields(entry, server.fields)),
    ...(settings.logo ? { logo: settings.logo } : {}),
    ...(settings.app_url ? { appUrl: settings.app_url } : {}),
    sources:
      document.paths === undefined
        ? []
        : [{ package: "own", file: `${DOCUMENT_FILE}.json`, fromConnection: integration?.fromConnection ?? {} }],
  });
  return { file, providers };
}
