/** GitHub: a pull request from a branch, with reviewers, labels and assignees in one call. */
import { attempt, type HandlerTools, type ToolHandler } from "@/lib/catalog/tool-handler";
import { repositoryPath, type Repository } from "./repository-path";

type PullArguments = Repository & {
  branch?: string;
  base?: string;
  title?: string;
  body?: string;
  draft?: boolean;
  maintainer_can_modify?: boolean;
  reviewers?: string[];
  team_reviewers?: string[];
  labels?: string[];
  assignees?: string[];
};
type Pull = { number: number; html_url?: string; state?: string; draft?: boolean; title?: string; node_id?: string };
type Named = { login?: string; name?: string; slug?: string };

/**
 * Title and text from the newest commit of the branch: its first line, and the rest. A branch of a fork is read there,
 * because a branch of the same name in this repository is another one.
 */
async function readMessage(root: string, branch: string, { call, fail }: HandlerTools): Promise<[string, string]> {
  const [, login, name = branch] = /^([^:]*):(.*)$/s.exec(branch) ?? [];
  const place = login === undefined ? root : `/repos/${encodeURIComponent(login)}/${root.split("/")[3] ?? ""}`;
  const commit = await attempt(() => call({ method: "GET", path: `${place}/commits/${encodeURIComponent(name)}` }));
  if (commit.problem !== undefined)
    return fail(`Give a title: the newest commit of ${branch} could not be read. ${commit.problem}`);
  const message = (commit.value.data as { commit?: { message?: string } }).commit?.message ?? "";
  const [title = "", ...rest] = message.split("\n");
  return [title.trim() || name, rest.join("\n").trim()];
}

async function readDefaultBranch(root: string, { call }: HandlerTools): Promise<string> {
  return ((await call({ method: "GET", path: root })).data as { default_branch?: string }).default_branch ?? "main";
}

/** The open pull request of the branch; null without one. */
async function findOpen(root: string, head: string, base: string, { call }: HandlerTools): Promise<Pull | null> {
  const { data } = await call({
    method: "GET",
    path: `${root}/pulls`,
    query: { head, base, state: "open", per_page: 1 },
  });
  return (data as Pull[])[0] ?? null;
}

async function openPull(root: string, args: PullArguments, base: string, tools: HandlerTools) {
  const branch = args.branch ?? "";
  const owner = decodeURIComponent(root.split("/")[2] ?? "");
  const open = await findOpen(root, branch.includes(":") ? branch : `${owner}:${branch}`, base, tools);
  if (open) return { pull: open, isNew: false };
  const [title, body] = args.title ? [args.title, ""] : await readMessage(root, branch, tools);
  const { data } = await tools.call({
    method: "POST",
    path: `${root}/pulls`,
    body: {
      head: branch,
      base,
      title,
      body: args.body ?? body,
      draft: args.draft ?? false,
      maintainer_can_modify: args.maintainer_can_modify ?? true,
    },
  });
  return { pull: data as Pull, isNew: true };
}

/** Adds one kind of people or labels; a sentence if something was refused or silently left out. */
async function addTo(
  what: string,
  names: readonly string[] | undefined,
  path: string,
  body: Record<string, unknown>,
  { tools, read }: { tools: HandlerTools; read: (data: unknown) => Named[] },
): Promise<string[]> {
  if (!names?.length) return [];
  const added = await attempt(() => tools.call({ method: "POST", path, body }));
  if (added.problem !== undefined) return [`${what} failed: ${added.problem}`];
  const present = new Set(
    read(added.value.data).flatMap(({ login, name, slug }) => [login, name, slug].map((text) => text?.toLowerCase())),
  );
  const missing = names.filter((name) => !present.has(name.toLowerCase()));
  return missing.length > 0 ? [`${what} that GitHub left out: ${missing.join(", ")}.`] : [];
}

type Requested = { requested_reviewers?: Named[]; requested_teams?: Named[]; assignees?: Named[] };

async function addPeople(root: string, number: number, args: PullArguments, tools: HandlerTools): Promise<string[]> {
  const issue = `${root}/issues/${number}`;
  const { reviewers = [], team_reviewers: teams = [], labels, assignees } = args;
  const reviewRequest = {
    ...(reviewers.length > 0 && { reviewers }),
    ...(teams.length > 0 && { team_reviewers: teams }),
  };
  return [
    ...(await addTo(
      "Reviewers",
      [...reviewers, ...teams],
      `${root}/pulls/${number}/requested_reviewers`,
      reviewRequest,
      {
        tools,
        read: (data) => [
          ...((data as Requested).requested_reviewers ?? []),
          ...((data as Requested).requested_teams ?? []),
        ],
      },
    )),
    ...(await addTo("Labels", labels, `${issue}/labels`, { labels }, { tools, read: (data) => data as Named[] })),
    ...(await addTo(
      "Assignees",
      assignees,
      `${issue}/assignees`,
      { assignees },
      {
        tools,
        read: (data) => (data as Requested).assignees ?? [],
      },
    )),
  ];
}

/** Opens a pull request for a branch, or finds its open pull request, and adds people and labels to it. */
export const pullRequestFromBranch: ToolHandler = async (args: PullArguments, tools) => {
  const root = repositoryPath(args);
  const base = args.base || (await readDefaultBranch(root, tools));
  if (args.branch === base) return tools.fail(`branch and base are both ${base}. Give another branch.`);
  const { pull, isNew } = await openPull(root, args, base, tools);
  const problems = await addPeople(root, pull.number, args, tools);
  const { number, html_url, state, draft, title, node_id } = pull;
  return { number, html_url, state, draft, title, node_id, base, head: args.branch, created: isNew, problems };
};
