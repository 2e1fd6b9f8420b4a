/** Moves an issue through its workflow by the name of a transition, or of the status it leads to. */
import { attempt, type HandlerTools, type ToolHandler } from "@/lib/catalog/tool-handler";
import { issuePath, richText } from "./issue-text";
import { soughtFields } from "./sought-fields";

type TransitionArguments = {
  issue_id_or_key?: string;
  transition?: string;
  comment?: string;
  resolution?: string;
  assignee_name?: string;
  fields?: Record<string, unknown>;
};
type Choice = { name?: string; value?: string };
type ScreenField = { required?: boolean; hasDefaultValue?: boolean; name?: string; allowedValues?: Choice[] };
type Transition = { id: string; name: string; to?: { name?: string }; fields?: Record<string, ScreenField> };

const MAX_CHOICES = 20;

function findTransition(transitions: readonly Transition[], words: string): Transition | undefined {
  const target = words.trim().toLowerCase();
  return (
    transitions.find(({ id, name }) => id === target || name.toLowerCase() === target) ??
    transitions.find(({ to }) => to?.name?.toLowerCase() === target)
  );
}

async function readStatus(id: string | undefined, { call }: HandlerTools): Promise<string> {
  const { data } = await call({ method: "GET", path: issuePath(id), query: { fields: "status" } });
  return (data as { fields?: { status?: { name?: string } } } | undefined)?.fields?.status?.name ?? "";
}

/** Names what the transition's screen requires, before Jira refuses the whole of it. */
function assertFilled(
  { name, fields = {} }: Transition,
  values: Record<string, unknown>,
  { fail }: HandlerTools,
): void {
  const missing = Object.entries(fields).flatMap(([id, { required, hasDefaultValue, name: label, allowedValues }]) => {
    if (!required || hasDefaultValue || id in values) return [];
    const choices = (allowedValues ?? []).flatMap((choice) => choice.name ?? choice.value ?? []);
    const words = choices.length > 0 ? `: one of ${choices.slice(0, MAX_CHOICES).join(", ")}` : "";
    return [`${label ?? id} (${id})${words}`];
  });
  if (missing.length > 0)
    fail(`The transition ${JSON.stringify(name)} asks for ${missing.join("; ")}. Give it in resolution or fields.`);
}

/** Sends the transition; a comment that its screen does not take is added after it. */
async function send(
  args: TransitionArguments,
  transition: Transition,
  fields: Record<string, unknown>,
  tools: HandlerTools,
) {
  const path = issuePath(args.issue_id_or_key);
  const body = { transition: { id: transition.id }, ...(Object.keys(fields).length > 0 && { fields }) };
  const comment = args.comment ? { body: richText("comment", args.comment, tools.fail) } : undefined;
  const post = (more: object) =>
    tools.call({ method: "POST", path: `${path}/transitions`, body: { ...body, ...more } });
  if (!comment) return void (await post({}));
  const first = await attempt(() => post({ update: { comment: [{ add: comment }] } }));
  if (first.problem === undefined) return undefined;
  if (first.status !== 400 || !/comment/i.test(first.problem)) return tools.fail(first.problem);
  await post({});
  const second = await attempt(() => tools.call({ method: "POST", path: `${path}/comment`, body: comment }));
  return second.problem;
}

/** The answer for an issue that has the status already; `problems` names what was not written. */
function toUnchanged(
  { issue_id_or_key: issue, comment, resolution, assignee_name, fields }: TransitionArguments,
  status: string,
) {
  const isLeftOut = [comment, resolution, assignee_name, fields].some((value) => value !== undefined);
  const problem =
    "The issue has this status already, so nothing was written to it, not even the comment or the fields.";
  return {
    issue,
    transition: "",
    from_status: status,
    status,
    changed: false,
    ...(isLeftOut && { problems: [problem] }),
  };
}

/** Takes an issue through its workflow. An issue that has the status already stays as it is. */
export const transitionIssue: ToolHandler = async (args: TransitionArguments, tools) => {
  const { issue_id_or_key: issue, transition: words = "" } = args;
  if (args.comment) richText("comment", args.comment, tools.fail);
  const before = await readStatus(issue, tools);
  const { data } = await tools.call({
    method: "GET",
    path: `${issuePath(issue)}/transitions`,
    query: { expand: "transitions.fields" },
  });
  const transitions = (data as { transitions?: Transition[] }).transitions ?? [];
  const transition = findTransition(transitions, words);
  if (before.toLowerCase() === words.trim().toLowerCase() && (transition?.to?.name ?? before) === before)
    return toUnchanged(args, before);
  if (!transition) {
    const choices = transitions.map(({ name, to }) =>
      to?.name && to.name !== name ? `${name} (to ${to.name})` : name,
    );
    return tools.fail(
      `The issue has no transition ${JSON.stringify(words)} now. It is ${before || "in no status"}, and it has ` +
        `${choices.join(", ") || "none"}.`,
    );
  }
  const sought = await soughtFields(args, { issueKey: issue }, tools);
  const fields = { ...sought, ...(args.resolution && { resolution: { name: args.resolution } }), ...args.fields };
  assertFilled(transition, fields, tools);
  const problem = await send(args, transition, fields, tools);
  return {
    issue,
    transition: transition.name,
    from_status: before,
    status: transition.to?.name ?? "",
    changed: true,
    ...(problem && { problems: [`The issue was moved, but its comment failed: ${problem}`] }),
  };
};
