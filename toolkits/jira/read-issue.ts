/** One issue as a person reads it: words instead of documents, names instead of objects, and how it can move on. */
import { attempt, type HandlerTools, type ToolHandler } from "@/lib/catalog/tool-handler";
import { fromRichText } from "./from-rich-text";
import { issuePath } from "./issue-text";

type Named = { name?: string; displayName?: string; value?: string } | null | undefined;
type Related = { key?: string; fields?: { summary?: string; status?: Named; issuetype?: Named } };
type Link = {
  type?: { name?: string; inward?: string; outward?: string };
  inwardIssue?: Related;
  outwardIssue?: Related;
};
type Fields = {
  [name: string]: unknown;
  parent?: Related;
  subtasks?: Related[];
  issuelinks?: Link[];
  attachment?: { id?: string; filename?: string; mimeType?: string; size?: number }[];
};
type Comment = { id?: string; author?: Named; body?: unknown; created?: string };
type Transition = { id: string; name: string; to?: { name?: string } };
type ReadArguments = { issue_id_or_key?: string; max_comments?: number };

const FIELDS =
  "summary,status,issuetype,priority,resolution,assignee,reporter,labels,components,fixVersions,project,parent," +
  "subtasks,issuelinks,attachment,created,updated,duedate,description";

const nameOf = (value: unknown): string | null => {
  const { displayName, name, value: word } = (value ?? {}) as NonNullable<Named>;
  return displayName ?? name ?? word ?? null;
};
const namesOf = (values: unknown): string[] =>
  Array.isArray(values) ? values.flatMap((value) => (typeof value === "string" ? value : (nameOf(value) ?? []))) : [];

const toRelated = ({ key, fields }: Related) => ({
  key,
  summary: fields?.summary,
  status: nameOf(fields?.status),
  type: nameOf(fields?.issuetype),
});

/** How a link reads from this issue: "blocks ENG-2". */
const toLink = ({ type, inwardIssue, outwardIssue }: Link) => ({
  relation: (outwardIssue ? type?.outward : type?.inward) ?? type?.name,
  ...toRelated(outwardIssue ?? inwardIssue ?? {}),
});

const toFacts = (fields: Fields) => ({
  summary: fields.summary,
  type: nameOf(fields.issuetype),
  status: nameOf(fields.status),
  priority: nameOf(fields.priority),
  resolution: nameOf(fields.resolution),
  assignee: nameOf(fields.assignee),
  reporter: nameOf(fields.reporter),
  project: nameOf(fields.project),
  labels: namesOf(fields.labels),
  components: namesOf(fields.components),
  fix_versions: namesOf(fields.fixVersions),
  due_date: fields.duedate ?? null,
  created: fields.created,
  updated: fields.updated,
  description: fromRichText(fields.description),
  parent: fields.parent ? toRelated(fields.parent) : null,
  subtasks: (fields.subtasks ?? []).map(toRelated),
  links: (fields.issuelinks ?? []).map(toLink),
  attachments: (fields.attachment ?? []).map(({ id, filename, mimeType, size }) => ({ id, filename, mimeType, size })),
});

/** The newest comments, oldest first as they are read. */
async function readComments(path: string, count: number, { call }: HandlerTools) {
  if (count === 0) return [];
  const query = { orderBy: "-created", maxResults: count };
  const { data } = await call({ method: "GET", path: `${path}/comment`, query });
  const comments = (data as { comments?: Comment[] }).comments ?? [];
  return comments
    .map(({ id, author, body, created }) => ({ id, author: nameOf(author), created, text: fromRichText(body) }))
    .reverse();
}

async function readTransitions(path: string, { call }: HandlerTools) {
  const { data } = await call({ method: "GET", path: `${path}/transitions` });
  const transitions = (data as { transitions?: Transition[] }).transitions ?? [];
  return transitions.map(({ id, name, to }) => ({ id, name, to_status: to?.name }));
}

/** Reads an issue by its key or ID. `problems` contains why comments or transitions could not be read. */
export const readIssue: ToolHandler = async (args: ReadArguments, tools) => {
  const path = issuePath(args.issue_id_or_key);
  const { data } = await tools.call({ method: "GET", path, query: { fields: FIELDS } });
  const { id, key, fields = {} } = data as { id?: string; key?: string; fields?: Fields };
  const comments = await attempt(() => readComments(path, args.max_comments ?? 20, tools));
  const transitions = await attempt(() => readTransitions(path, tools));
  const problems = [
    ...(comments.problem === undefined ? [] : [`The comments were not read: ${comments.problem}`]),
    ...(transitions.problem === undefined ? [] : [`The transitions were not read: ${transitions.problem}`]),
  ];
  const site = tools.values.base_url?.replace(/\/+$/, "");
  return {
    id,
    key,
    ...(site && key && { url: `${site}/browse/${key}` }),
    ...toFacts(fields),
    comments: comments.problem === undefined ? comments.value : [],
    transitions: transitions.problem === undefined ? transitions.value : [],
    problems,
  };
};
