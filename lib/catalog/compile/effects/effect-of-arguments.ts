/** Effects that a tool's arguments or its own words show, whatever verb its slug has. Pure. */
import type { CompiledTool } from "../../compiled-toolkit";
import type { ToolSchema } from "../../tool-schema";
import { words, type Effect } from "./effects";
import { boundaryOf, wordsOf } from "./find-verb";

const BUYS = /^(?:purchases?|buys?|orders? and pays?)\b/i;
/** Where a call that reads puts its result. */
const DESTINATION =
  /^(?:bigquery_?destination|gcs_?destination|output_?(?:config|bucket|uri|gcs_?\w*)|destination_?(?:uri|bucket|config|table))$/i;

const membersOf = (schema: ToolSchema): Record<string, ToolSchema> =>
  schema.properties ?? (schema.items ? membersOf(schema.items) : {});

/** A list of requests that the provider carries out: any of them can delete. */
function carriesRequests(name: string, schema: ToolSchema): boolean {
  const members = Object.keys(schema.items ? membersOf(schema.items) : {});
  return (
    /^(?:actions|requests|operations|batch|data)$/i.test(name) &&
    members.includes("method") &&
    members.some((member) => /^(?:relative_)?(?:path|url|uri)$/i.test(member))
  );
}

const DELETES = /^(?:delete|remove)[A-Z_]/;
const CHANGES = /^(?:add|create|insert|update|replace)[A-Z_]/;
/** `deleteTime` is a value of the item and no change. */
const IS_TIME = /(?:Time|_time|Date|_date|_at|At)$/;

/** A list of changes (`{"deleteSheet": {...}}`) that can hold deletions. */
function carriesDeletions(name: string, schema: ToolSchema): boolean {
  if (!/^(?:actions|requests|operations)$/i.test(name)) return false;
  const kinds = Object.keys(schema.items ? membersOf(schema.items) : {}).filter((kind) => !IS_TIME.test(kind));
  return kinds.some((kind) => DELETES.test(kind)) && kinds.some((kind) => CHANGES.test(kind));
}

/** The effect that the request shows plainly; undefined if it shows none. */
export function effectOfArguments({ name, description, inputSchema, run }: CompiledTool): Effect | undefined {
  const { request } = run;
  if (request?.method !== "POST" && request?.method !== "PUT") return undefined;
  const entries = Object.entries(inputSchema.properties);
  const all = [
    ...entries,
    ...entries.flatMap(([key, schema]) => (key === "data" ? Object.entries(membersOf(schema)) : [])),
  ];
  if (all.some(([key, schema]) => carriesRequests(key, schema) || carriesDeletions(key, schema))) return "other";
  if (BUYS.test(name) || BUYS.test(description)) return "create";
  return undefined;
}

/** Whether a call that is described as reading writes its result to a place of the caller's. */
export const writesElsewhere = ({ inputSchema }: CompiledTool): boolean =>
  Object.keys(inputSchema.properties).some((key) => DESTINATION.test(key));

/** `rowIndex`, `table_start_index`: the place of a row, a column or a text, and no name that stays with it. */
const POSITION = /(?:^|[a-z_])(?:start|row|column)_?index$/i;

/** Whether a deletion names its object by the place: what follows moves there, and a second call deletes that. */
export const deletesByPosition = (verb: string, { inputSchema }: CompiledTool): boolean =>
  (verb === "delete" || verb === "remove") &&
  Object.entries(inputSchema.properties).some(([key, schema]) =>
    [key, ...Object.keys(membersOf(schema))].some((name) => POSITION.test(name)),
  );

const ADDS = words("add attach append insert upload");
/** Members of sets: a set contains each once, so that adding it again changes nothing. */
const ONCE = words(
  `member members collaborator collaborators assignee assignees reviewer reviewers participant participants follower
  followers watcher watchers owner owners permission permissions favorite favorites star reaction reactions student
  students teacher teachers label labels tag tags user users person people team teams group groups role roles contact
  contacts category categories subscriber subscribers profile profiles recipient recipients author authors vote guest
  guests principal principals dependency dependencies dependents topic topics repository repositories droplets server
  volume iso disk network lead leads channel channels allowlist feed cache`,
);

/** Whether a call adds something again each time that it is repeated: a POST by its verb, others by their words. */
export function addsEachTime(slug: string, { name, description, run }: CompiledTool): boolean {
  if (/\b(?:is|are) appended\b/.test(description)) return true;
  if (run.request?.method !== "POST") return false;
  if (BUYS.test(name) || BUYS.test(description)) return true;
  const [verb = "", ...object] = wordsOf(slug);
  if (verb === "update" && object[0] === "or" && object[1] === "create") return true;
  if (!ADDS.has(verb)) return false;
  const end = boundaryOf(object);
  const near = end === -1 ? object : object.slice(0, end);
  return !ONCE.has(near.at(-1) ?? "");
}
