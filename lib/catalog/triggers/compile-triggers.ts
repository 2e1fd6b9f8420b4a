/**
 * Compiles and checks the trigger types of a toolkit's file: every placeholder of a template can be filled, and each
 * sample produces a valid payload. Pure.
 */
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { CatalogSourceError } from "../catalog-source-error";
import { configuredPoll } from "../configured-poll";
import { holdsAll, type IncomingEvent, placesOf, toPayload } from "../event-value";
import { listAt, pollItems } from "../list-at";
import type { CompiledTriggerType, PayloadRule, TriggerRun } from "../trigger-type";
import type { TriggerEntry, TriggerFile } from "./trigger-file";

type Schema = Record<string, unknown>;

/** `interval` of a poll in minutes, as the published triggers have it; parts of a minute are allowed here. */
const INTERVAL = {
  type: "number",
  default: 1,
  minimum: 1 / 6,
  maximum: 1440,
  title: "Interval",
  description: "Minutes between two polls; 0.17 is ten seconds",
};

const titleOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .replace(/(^| )\w/g, (letter) => letter.toUpperCase());

function configSchema({ config, poll }: TriggerEntry, title: string): Schema {
  const properties: Schema = {};
  for (const [name, { required: _, ...schema }] of Object.entries(config))
    properties[name] = { title: titleOf(name), ...schema };
  if (poll) properties.interval = { ...INTERVAL, default: poll.every / 60 };
  const required = Object.entries(config).flatMap(([name, field]) => (field.required ? [name] : []));
  return { type: "object", title, properties, ...(required.length > 0 && { required }) };
}

/** A field may be absent at the provider, so every value may be null. */
function payloadSchema({ payload, whole }: TriggerEntry, title: string): Schema {
  const properties: Schema = {};
  for (const [name, field] of Object.entries(payload)) {
    const {
      from: _from,
      as: _as,
      fixed: _fixed,
      optional: _optional,
      type,
      ...schema
    } = typeof field === "string" ? { type: field, optional: false } : field;
    const title = titleOf(name);
    properties[name] = { title, description: title, ...schema, ...(type !== "any" && { type: [type, "null"] }) };
  }
  return { type: "object", title, properties, ...(whole && { additionalProperties: true }) };
}

const rulesOf = ({ payload, whole }: TriggerEntry): PayloadRule[] | null =>
  whole
    ? null
    : Object.entries(payload).map(([name, field]) => {
        if (typeof field === "string") return { name, from: name };
        const { from = name, as, fixed } = field;
        return { name, from, ...(as && { as }), ...(fixed !== undefined && { fixed }) };
      });

const SAMPLE_TIME = "2026-01-01T12:00:00.000Z";

/** The payload of a sample; undefined if the type does not accept the sample. */
export function samplePayload(
  type: Pick<CompiledTriggerType, "run">,
  sample: TriggerEntry["sample"],
  config: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const { run } = type;
  const of = (body: unknown): IncomingEvent => ({ headers: sample.headers, query: sample.query, body });
  if (run.poll) {
    const item = pollItems(configuredPoll(run.poll, config), sample.body)[0];
    if (item === undefined || !holdsAll(run.poll.when, of(item), config)) return undefined;
    const event = sample.detail ?? item;
    const kind = run.poll.diff?.events[0];
    const change = kind && (run.poll.diff?.words[kind] ?? kind);
    if (sample.detail !== undefined && !holdsAll(run.poll.whenDetail, of(sample.detail), config)) return undefined;
    return toPayload(run.payload, event, {
      body: event,
      item,
      detail: sample.detail,
      config,
      now: SAMPLE_TIME,
      change,
    });
  }
  const way = run.events ?? run.ingress?.events;
  const events = way === undefined ? [sample.body] : (listAt(sample.body, way) ?? []);
  const event = events.find((candidate) => holdsAll(run.when, of(whenBody(run, sample.body, candidate)), config));
  return event === undefined
    ? undefined
    : toPayload(run.payload, event, { body: sample.body, item: event, header: sample.headers, config });
}

/** The input of conditions: the event, unless a type reads several events from one body. */
export const whenBody = (run: Pick<TriggerRun, "events">, body: unknown, event: unknown): unknown =>
  run.events === undefined ? event : body;

function toRun(entry: TriggerEntry, { webhook, scopes: usualScopes }: TriggerFile): TriggerRun {
  const scopes = entry.scopes ?? usualScopes;
  return {
    when: entry.when,
    hookEvents: entry.hookEvents,
    payload: rulesOf(entry),
    ...(entry.events !== undefined && { events: entry.events }),
    ...(entry.hook && { hook: entry.hook }),
    ...(entry.tried && { tried: entry.tried }),
    ...(scopes && { scopes: scopes.length > 0 ? scopes : [""] }),
    ...(entry.poll && { poll: entry.poll }),
    ...((!entry.poll || entry.hook) && { ingress: webhook }),
  } as TriggerRun;
}

/** A value that a field of a config allows. */
function exampleOf({ examples, default: usual, enum: allowed, type }: Schema): unknown {
  if (Array.isArray(examples)) return examples[0];
  if (usual !== undefined) return usual;
  if (Array.isArray(allowed)) return allowed[0];
  return { integer: 1, number: 1, boolean: true, array: [], object: {} }[String(type)] ?? "text";
}

const exampleConfig = (entry: TriggerEntry): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(entry.config).flatMap(([name, field]) => (field.required ? [[name, exampleOf(field)]] : [])),
  ),
  ...entry.sample.config,
});

/** Names of configs that templates and conditions mention. */
function mentioned(entry: TriggerEntry, run: TriggerRun): string[] {
  const conditions = [...entry.when, ...(entry.poll?.when ?? []), ...(entry.poll?.whenDetail ?? [])].flatMap(
    ({ config, contains, least }) => [config, contains, least].filter((name) => name !== undefined),
  );
  const requests = [run.hook ?? run.ingress?.hook, entry.poll].flatMap((request) => placesOf(request));
  const configFields = new Set(
    requests.filter((way) => way.startsWith("config.")).map((way) => way.split(".")[1] ?? ""),
  );
  return [...conditions, ...((run.hook ?? entry.poll) ? configFields : [])];
}

/**
 * A type of a file.
 * @throws CatalogSourceError naming the file, the type and what is wrong with it
 */
function compileOne(
  slug: string,
  toolkitSlug: string,
  entry: TriggerEntry,
  file: TriggerFile,
  path: string,
): CompiledTriggerType {
  const fail = (reason: string): never => {
    throw new CatalogSourceError(path, slug, reason);
  };
  if ((!entry.poll || entry.hook) && !file.webhook) fail("has a hook, and the file says nothing of webhooks");
  if (entry.poll?.diff && !entry.poll.all && !entry.poll.single)
    fail("compares what it does not read to its end: it needs all or single");
  const run = toRun(entry, file);
  const unknown = mentioned(entry, run).find((name) => name !== "interval" && !(name in entry.config));
  if (unknown !== undefined) fail(`names the config field ${unknown}, which it does not have`);
  const type: CompiledTriggerType = {
    slug,
    toolkitSlug,
    name: entry.name,
    description: entry.description.trim(),
    instructions: entry.instructions.trim(),
    kind: entry.poll ? "poll" : "webhook",
    config: configSchema(entry, entry.name),
    payload: payloadSchema(entry, entry.name),
    sample: {},
    needsEndpoint: !entry.poll && Object.keys(file.webhook?.setup ?? {}).length > 0,
    run,
  };
  const config = exampleConfig(entry);
  const wrong = schemaCheck(type.config)(config)[0];
  if (wrong) fail(`the config of its sample: ${wrong.path} ${wrong.message}`);
  const sample = samplePayload(type, entry.sample, config) ?? fail("does not take its own sample");
  const problem = schemaCheck(type.payload)(sample)[0];
  if (problem) fail(`the payload of its sample: ${problem.path} ${problem.message}`);
  const isOptional = (field: TriggerEntry["payload"][string] | undefined) =>
    typeof field === "object" && field.optional === true;
  const empty = Object.keys(sample).find((name) => sample[name] === null && !isOptional(entry.payload[name]));
  if (empty !== undefined) fail(`its sample leaves the field ${empty} without a value`);
  return { ...type, sample };
}

/** A type that is polled, without its hook: a toolkit with the types of several has no single way of its hooks. */
function onlyPolled(type: CompiledTriggerType): CompiledTriggerType {
  const { hook: _hook, ingress: _ingress, ...run } = type.run;
  return type.run.poll ? { ...type, run } : type;
}

/** The types of a file, for its toolkit and for those with the same types. */
export function compileTriggers(toolkitSlug: string, file: TriggerFile, path: string): CompiledTriggerType[] {
  const types = Object.entries(file.triggers).flatMap(([slug, entry]) => {
    const type = compileOne(slug, toolkitSlug, entry, file, path);
    return [type, ...entry.alsoNamed.map((other) => ({ ...type, slug: other }))];
  });
  const prefix = `${toolkitSlug.toUpperCase()}_`;
  const others = Object.entries(file.alsoIn).flatMap(([slug, other]) =>
    types.map((type) => ({ ...onlyPolled(type), toolkitSlug: slug, slug: type.slug.replace(prefix, other) })),
  );
  return [...types, ...others];
}
