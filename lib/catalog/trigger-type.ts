/** A trigger type as data: the events of a provider, how they reach this server, and the payload built from them. */
import { z } from "zod";
import { RequestLocation, Verification } from "./verification";

/**
 * A text with `{places}`, or a JSON value of such texts (`fillTemplate` in lib/triggers/data/template lists the
 * places).
 */
const Template = z.unknown();
const Path = z.string().max(200);

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A condition on an event. All conditions of a list must hold. */
export const Condition = z.strictObject({
  header: z.string().toLowerCase().optional(),
  path: Path.optional(),
  query: z.string().optional(),
  /** One of these values. */
  is: z.union([Scalar, z.array(Scalar)]).optional(),
  not: z.union([Scalar, z.array(Scalar)]).optional(),
  exists: z.boolean().optional(),
  /** Equal to this field of the trigger's config; also true if the config has no such field. */
  config: z.string().optional(),
  /** A number not less than this field of the config; also true if the config has no such field. */
  least: z.string().optional(),
  /** Contains the field of the config; also true if the config has no such field. */
  contains: z.string().optional(),
});
export type Condition = z.infer<typeof Condition>;

export const ProviderRequest = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("GET"),
  /** On the base URL of the toolkit or of the account, or a whole address on one of the toolkit's hosts. */
  path: z.string().min(1),
  query: z.record(z.string(), Template).default({}),
  headers: z.record(z.string(), z.string()).default({}),
  body: Template.optional(),
  /** The body as a form in place of JSON. */
  form: z.boolean().default(false),
  /** The path is a whole address, on any host: only for accounts without credentials. */
  anywhere: z.boolean().default(false),
});
export type ProviderRequest = z.infer<typeof ProviderRequest>;

/** Where the secret of an endpoint comes from. */
export const SecretSource = z.discriminatedUnion("from", [
  /** Generated here and sent to the provider with the hook. */
  z.strictObject({ from: z.literal("generated") }),
  /** In the provider's answer to the new hook. */
  z.strictObject({ from: z.literal("answer"), path: Path }),
  /** In the first request to the endpoint. */
  z.strictObject({ from: z.literal("handshake") }),
  /** A person enters it as a field of the webhook endpoint. */
  z.strictObject({ from: z.literal("setup"), field: z.string() }),
  /** A value of the connection or of its app. */
  z.strictObject({ from: z.literal("connection"), field: z.string() }),
]);
export type SecretSource = z.infer<typeof SecretSource>;

/** A first request that wants a certain answer and is no event. */
export const Handshake = z.strictObject({
  when: z.array(Condition).default([]),
  methods: z.array(z.enum(["GET", "POST"])).default(["POST"]),
  text: z.string().optional(),
  json: Template.optional(),
  /** Headers that are sent back as they came. */
  echo: z.array(z.string().toLowerCase()).default([]),
  /** The value that becomes the endpoint's secret, if it has none yet. */
  keepSecret: RequestLocation.optional(),
});
export type Handshake = z.infer<typeof Handshake>;

export const SetupField = z.strictObject({
  displayName: z.string(),
  description: z.string(),
  required: z.boolean().default(true),
  secret: z.boolean().default(true),
});

/** The end of a hook that its provider ends after a time. */
const HookEnd = z.strictObject({
  /** Seconds that it lives: `{ends}` or `{endsMs}` asks for that, and it counts where the answer has no end at `at`. */
  life: z.number().int().min(600),
  at: Path.optional(),
  as: z.enum(["iso", "seconds", "milliseconds"]).default("iso"),
  /** It is renewed so many seconds before its end. */
  renewBefore: z.number().int().positive(),
  /** Without it another hook is made, and the earlier one taken away. */
  renew: ProviderRequest.optional(),
  /** The provider has one hook for an account: it is taken away with the last of its triggers. */
  shared: z.boolean().default(false),
});
export type HookEnd = z.infer<typeof HookEnd>;

/** A hook that is made at the provider for a trigger. */
const Hook = z.strictObject({
  /** Asked before it is made, if the config leaves this field out: the answer is `{answer}`. */
  before: z.strictObject({ unless: z.string(), request: ProviderRequest }).optional(),
  create: ProviderRequest,
  id: Path,
  /** Values of the answer that later requests need: `{facts.NAME}`. */
  keep: z.record(z.string(), Path).optional(),
  /** The form of `{events}`: a list, or a text with this separator. */
  join: z.string().optional(),
  delete: ProviderRequest.optional(),
  /** Checks whether the hook still exists: it does if the conditions hold; `says` describes it. */
  look: z
    .strictObject({ request: ProviderRequest, when: z.array(Condition).default([]), says: z.string().optional() })
    .optional(),
  /** Lists hooks. Those with the URL of a trigger are its own, also if nobody stored them. */
  find: z.strictObject({ request: ProviderRequest, items: Path, id: Path, url: Path }).optional(),
  /** For types that are polled: the hook reports when to poll, and polls go on without it. */
  ends: HookEnd.optional(),
});
export type Hook = z.infer<typeof Hook>;

/** What a request means for a trigger that is polled: to poll it now, or something about its hook. */
const Notice = z.strictObject({
  when: z.array(Condition).min(1),
  does: z.enum(["nothing", "look", "renew", "remake"]),
});
export type Notice = z.infer<typeof Notice>;

/** The common part of all webhook triggers of a toolkit. */
export const Ingress = z.strictObject({
  verify: Verification,
  secret: SecretSource.optional(),
  handshakes: z.array(Handshake).default([]),
  /** The provider's own id of a request or of each event in it. Two deliveries with the same id are one event. */
  eventId: z.union([RequestLocation, z.strictObject({ item: Path })]).optional(),
  /** Identical signed content is one event, whatever its id: ids in headers are not signed. */
  once: z.boolean().default(true),
  /** The path to the events of a request, if one request can contain several. "" = the body is the list. */
  events: Path.optional(),
  /** A JSON text in this field of a form is the body. */
  formField: z.string().optional(),
  /** The body is JSON in base64 at this path of what was sent. */
  decode: Path.optional(),
  /** Of a request to a trigger that is polled: the first one that fits counts, and without one it is polled. */
  notices: z.array(Notice).optional(),
  /** Fields of a webhook endpoint that a person makes; with them, hooks are not made by this server. */
  setup: z.record(z.string(), SetupField).default({}),
  /** An endpoint that serves all accounts of an app: whose an event is, asked of the provider once for each trigger. */
  owner: z
    .strictObject({
      request: ProviderRequest,
      value: Path,
      event: Path,
      /**
       * For providers where the people of one account see different things: an event that is not `open` is only for
       * this person.
       */
      person: z.strictObject({ value: Path, event: Path, open: z.array(Condition).min(1) }).optional(),
    })
    .optional(),
  /** Hooks that are made at the provider for each trigger. */
  hook: Hook.optional(),
});
export type Ingress = z.infer<typeof Ingress>;

const ChangeKind = z.enum(["added", "modified", "deleted"]);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const Poll = z.strictObject({
  /** Seconds between two polls, unless the config overrides it. */
  every: z.number().int().min(10).default(60),
  /** Asks where to begin. What was there before the trigger is no event. */
  start: z
    .strictObject({
      request: ProviderRequest,
      token: Path,
      /** If the provider refuses the first request: two others, the second with the `{answer}` of the first. */
      otherwise: z.strictObject({ request: ProviderRequest, then: ProviderRequest, token: Path }).optional(),
    })
    .optional(),
  request: ProviderRequest,
  /** `feed`: the answer is RSS, Atom or JSON Feed, and its entries are the items. */
  format: z.enum(["json", "feed"]).default("json"),
  /** Asks only for what has changed since the last answer, by its `etag` or `last-modified`. */
  conditional: z.boolean().default(false),
  /** The way to the items; "" = the answer is the list. Several ways are tried in order. */
  items: z.union([Path, z.array(Path)]),
  /** The identity of an item: a template over `{item}`. */
  id: z.string(),
  /** The time of an item. An item older than the newest item seen is no event. */
  time: Path.optional(),
  /** The position where the next poll continues. */
  token: Path.optional(),
  /**
   * The next page: the path of its token in the answer, and the parameter that sends it; without a parameter the token
   * is a URL.
   */
  next: z.strictObject({ path: Path, query: z.string().optional() }).optional(),
  /** Its items have no ids and are in the order in which they were added: each becomes `{number, value}`. */
  numbered: z.boolean().default(false),
  /** The answer is a single object. It is a new item each time its id changes. */
  single: z.boolean().default(false),
  /** Events are items that are no longer in the list, and not new items. Needs `all`. */
  removed: z.boolean().default(false),
  /**
   * Each look is compared with the look before, and `{change}` is what happened. `of` is the key of what an item
   * describes, and `id` its form: a new form of a known key is a modified item. Needs `all` or `single`.
   */
  diff: z
    .strictObject({
      of: z.string().min(1),
      events: z.array(ChangeKind).min(1),
      /** Other words for what happened, as receivers know them. */
      words: z.partialRecord(ChangeKind, z.string().min(1)).default({}),
    })
    .optional(),
  /** Each item is taken apart: each element of its list at this way becomes `{in, value}`; `in` is the item. */
  inside: Path.optional(),
  /** The time at which an item was made: what was there before the trigger is left out. For polls by token. */
  born: Path.optional(),
  /** The list has no order, so that each poll reads it to its end. */
  all: z.boolean().default(false),
  /** Statuses of an answer to a token that is too old. */
  expired: z.array(z.number().int()).default([]),
  /** Asked for each new item: its answer is `{detail}`. */
  detail: ProviderRequest.optional(),
  /** Conditions on the detail. */
  whenDetail: z.array(Condition).default([]),
  when: z.array(Condition).default([]),
});
export type Poll = z.infer<typeof Poll>;

/** A field of a payload: the paths to its value and its conversion. The first existing path counts. */
export type PayloadRule = {
  name: string;
  from: string | string[];
  as?: "base64url" | "seconds" | "milliseconds" | "text";
  /** Always this value. */
  fixed?: string | boolean;
};

/** How a type runs, as the database keeps it. */
export type TriggerRun = {
  when: Condition[];
  /** The provider's names of the events, for its hooks. */
  hookEvents: string[];
  /** The path to the events of one request of this type, if it differs from the toolkit's. */
  events?: string;
  /** In place of the toolkit's own. */
  hook?: Hook;
  /** The payload's fields; null = the whole event. */
  payload: PayloadRule[] | null;
  ingress?: Ingress;
  poll?: Poll;
  /** Alternatives of scopes, as of a tool (`scope-alternatives`); absent = not known. */
  scopes?: string[];
  /** How it was tested; absent = only against the provider's documentation. */
  tried?: "live" | "emulator";
};

export type CompiledTriggerType = {
  slug: string;
  toolkitSlug: string;
  name: string;
  description: string;
  instructions: string;
  kind: "webhook" | "poll";
  config: Record<string, unknown>;
  payload: Record<string, unknown>;
  /** A payload as it is delivered. */
  sample: Record<string, unknown>;
  /** Whether a person makes a webhook endpoint before the first trigger. */
  needsEndpoint: boolean;
  run: TriggerRun;
};

/** All trigger types of the catalog, as the compiler writes them. */
export type CompiledTriggers = { hash: string; triggers: CompiledTriggerType[] };

/** A trigger type as the database stores it: in one version of its toolkit. */
export type TriggerType = CompiledTriggerType & { version: string; isLatest: boolean };
