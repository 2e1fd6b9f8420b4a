/** Asks a provider where a new connection is: which site, account or organization the person gave access to. */
import { bodyText } from "@/lib/kernel/text/decode-text";
import { fillTemplate, type ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { discoveredFields, type Discovery } from "@/lib/catalog/discovery";
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { DISCOVERED, type AccountValues } from "../account-values";
import { filledUrl, movedUrl } from "./oauth-client";
import { OAuthFailure } from "./oauth-failure";
import { isPlace, readPlaces, toWords, type Place } from "./places";
import { cleanMessage } from "./provider-error";
import { secretTexts } from "./secret-texts";

/** A person waits for the answer. */
const LIMIT_MS = 10_000;
const MAX_BYTES = 512 * 1024;
const TRIES = 2;
/** How many other places are named. */
const MAX_NAMED = 5;

export type Discovering = {
  scheme: ToolkitAuthScheme;
  app: AppCredentials;
  /** What the person or the auth config named; it wins. */
  named: AccountValues;
  /** Values discovered at an earlier sign-in; they stay, if the person still gives access to them. */
  earlier?: AccountValues;
  /** All values of the connection, with its token. */
  values: AccountValues;
  /** Whether what is named must be a place that the person gave access to. */
  checked?: boolean;
};

/** The values to store; `note` contains, for people, the chosen place and the other places. */
export type Discovered = { values: Record<string, string>; note: string };

/** Parts of stored values: those that were discovered, and those that somebody gave. */
export function splitDiscovered(
  { discover }: Pick<ToolkitAuthScheme, "discover">,
  values: AccountValues,
): { given: AccountValues; earlier: AccountValues } {
  const discoveredNames = new Set((values[DISCOVERED] ?? "").split(" "));
  const names = discoveredFields(discover);
  const isEarlier = (name: string) => names.includes(name) && discoveredNames.has(name);
  const entries = Object.entries(values);
  return {
    given: Object.fromEntries(entries.filter(([name]) => !isEarlier(name) && name !== DISCOVERED)),
    earlier: Object.fromEntries(entries.filter(([name]) => isEarlier(name))),
  };
}

/** The address of the request. It moves to an operator's own server, if it is on the provider's token server. */
function addressOf({ url = "", what }: Discovery, { scheme, app, values }: Discovering): string {
  const tokenUrl = app.values.token_url;
  const usual = scheme.oauth?.tokenUrl ?? "";
  const template = tokenUrl && tokenUrl !== usual ? movedUrl(url, usual, tokenUrl) : url;
  if (!template)
    throw new OAuthFailure(
      "refused",
      `The auth config has a token URL of its own, so nobody can be asked for the ${what}: send it in connection_data.`,
    );
  return filledUrl(template, values, `address that tells the ${what}`);
}

const cannotTell = (what: string, why: string, kind: "refused" | "unreachable" = "refused", cause?: unknown) =>
  new OAuthFailure(kind, `The provider did not tell the ${what} of this connection: ${why}`, { cause });

async function askOnce(discovery: Discovery, discovering: Discovering): Promise<Place[]> {
  const { scheme, app, values } = discovering;
  const { what } = discovery;
  const secrets = [...secretTexts(values, scheme), ...secretTexts(app.values, scheme)];
  if (!discovery.url) return readPlaces(discovery, JSON.stringify(values), secrets) ?? [];
  const headers = Object.entries(discovery.headers).map(([name, value]) => [name, fillTemplate(value, values) ?? ""]);
  const answer = await send({
    projectId: app.projectId,
    ...(app.proxy && { proxy: app.proxy }),
    method: "GET",
    url: addressOf(discovery, discovering),
    headers: { accept: "application/json", ...Object.fromEntries(headers) },
    timeoutMs: LIMIT_MS,
    maxBytes: MAX_BYTES,
    // A redirect would carry the token elsewhere.
    maxRedirects: 0,
  }).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    const kind = error.phase === "refused" ? "refused" : "unreachable";
    throw cannotTell(what, cleanMessage(error.message, secrets), kind, error);
  });
  const { status } = answer;
  if (status < 200 || status > 299)
    throw cannotTell(what, `it answered HTTP ${status}.`, status === 429 || status >= 500 ? "unreachable" : "refused");
  const places = readPlaces(discovery, bodyText(answer), secrets);
  if (!places) throw cannotTell(what, "its answer has another form than expected.");
  return places;
}

/** Asks a second time where the first answer was a temporary one: the consent would be lost with it. */
async function ask(discovery: Discovery, discovering: Discovering): Promise<Place[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(discovery, discovering);
    } catch (error) {
      if (attempt === TRIES || !(error instanceof OAuthFailure) || error.kind !== "unreachable") throw error;
    }
  }
}

const names = (places: readonly Place[]): string =>
  places.slice(0, MAX_NAMED).map(toWords).join("; ") +
  (places.length > MAX_NAMED ? `; and ${places.length - MAX_NAMED} more` : "");

function choose({ what }: Discovery, places: readonly Place[], { named, earlier = {} }: Discovering): Discovered {
  const fitting = places.filter((place) => isPlace(place, named));
  const place = fitting.find((candidate) => isPlace(candidate, earlier)) ?? fitting[0];
  if (!place)
    throw cannotTell(
      what,
      places.length === 0
        ? `the person gave access to no ${what} that can be used.`
        : `the person gave access to none with these values, but to: ${names(places)}.`,
    );
  const others = places.filter((candidate) => candidate !== place);
  const note = `The ${what} is ${toWords(place)}.`;
  return {
    values: place.values,
    note: others.length > 0 ? `${note} The person gave access to others too: ${names(others)}.` : note,
  };
}

async function discoverOne(discovery: Discovery, discovering: Discovering): Promise<Discovered> {
  const { named, earlier = {}, checked = false } = discovering;
  const fieldNames = Object.keys(discovery.fields);
  if (!checked && fieldNames.every((name) => named[name])) return { values: {}, note: "" };
  try {
    const { values, note } = choose(discovery, await ask(discovery, discovering), discovering);
    if (checked) return { values, note };
    return { values: Object.fromEntries(Object.entries(values).filter(([name]) => !named[name])), note };
  } catch (error) {
    if (!(error instanceof OAuthFailure) || checked) throw error;
    const earlierValues = Object.fromEntries(
      fieldNames.flatMap((name) => (earlier[name] ? [[name, earlier[name]]] : [])),
    );
    const isKept = error.kind === "unreachable" && fieldNames.every((name) => named[name] || earlierValues[name]);
    if (isKept) return { values: earlierValues, note: `${error.message} It stays as it was.` };
    if (discovery.optional) return { values: {}, note: error.message };
    throw error;
  }
}

/**
 * The values discovered at the provider about a connection, and the marker of discovered values.
 * @throws OAuthFailure with a sentence for people if the provider does not return a value that the connection needs
 */
export async function discoverValues(discovering: Discovering): Promise<Discovered> {
  const discoveries: Discovered[] = [];
  for (const discovery of discovering.scheme.discover ?? [])
    discoveries.push(await discoverOne(discovery, discovering));
  const values: Record<string, string> = Object.assign({}, ...discoveries.map((discovery) => discovery.values));
  const marked = Object.keys(values).join(" ");
  return {
    values: marked ? { ...values, [DISCOVERED]: marked } : {},
    note: discoveries
      .map(({ note }) => note)
      .filter(Boolean)
      .join(" "),
  };
}
