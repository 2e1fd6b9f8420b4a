/**
 * Calls of operations as a program makes them: each answer fits its contract, and the API reference shows it.
 * `RECORD=1` writes the answers to the file that the reference reads.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { inRoot } from "../../scripts/paths.mjs";
import { signIn } from "../fixtures/browser";
import { run } from "../harness/run";
import { makeObjects, TOOL } from "./make-objects";
import { Recorder, readEverything, type Recorded } from "./record-answers";
import { setUpReader } from "./set-up-reader";
import { toExample } from "./to-stable";

const FILE = inRoot("docs/reference/answers.json");
/** Operations with an answer; others need something that a test run does not have. */
const LEAST = 150;

type Objects = Awaited<ReturnType<typeof makeObjects>> & { session: string; approval: string };

const asId = (id: string) => ({ id, nano_id: id, nanoid: id });

/** The values of the places in a path. */
const valuesOf = (objects: Objects): Parameters<typeof readEverything>[1] => [
  [/\/auth_configs\//, asId(objects.config)],
  [/\/connected_accounts\//, asId(objects.account)],
  [/\/users\//, { user_id: "ada" }],
  [/\/own_toolkits\//, { slug: objects.toolkit }],
  [/\/toolkits\//, { slug: "github" }],
  [/\/tools\/|\/added_tools\//, { slug: TOOL, tool_slug: TOOL }],
  [/\/triggers_types\//, { slug: "GITHUB_COMMIT_EVENT" }],
  [/\/sessions?\//, { session_id: objects.session }],
  [/\/mcp\/servers\//, { serverId: objects.server }],
  [/\/mcp\//, { id: objects.server, appKey: "stripe" }],
  [/\/webhook_subscriptions\//, asId(objects.subscription)],
  [/\/events\//, asId(objects.event)],
  [/\/inboxes\//, { inbox_id: objects.inbox }],
  [/\/approvals\//, asId(objects.approval)],
  [/\/logs\/tool_execution\/|\/action_execution\/log\//, asId(objects.log)],
];

/** In the order of the ids, so that a new answer is a new line. */
function toExamples(answers: ReadonlyMap<string, Recorded>): Record<string, Recorded> {
  const examples: Record<string, Recorded> = {};
  for (const [id, { status, body }] of [...answers].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const example = toExample(body);
    if (example !== null) examples[id] = { status, body: example };
  }
  return examples;
}

const toFile = (examples: Record<string, Recorded>): string => {
  const lines = Object.entries(examples).map(([id, answer]) => `${JSON.stringify(id)}:${JSON.stringify(answer)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
};

const membersOf = ({ status, body }: Recorded): string => [status, ...Object.keys(body ?? {}).sort()].join(" ");

test("the answers of the API fit their contracts, and are those that the reference shows", async ({ page }) => {
  const reader = await setUpReader(page);
  await signIn(page, run());
  const recorder = new Recorder(page, reader);
  const { SESSION: session = "", APPROVAL: approval = "" } = reader.environment;
  const objects = await makeObjects(recorder, session, approval);
  await readEverything(recorder, valuesOf({ ...objects, session, approval }));
  expect(recorder.problems).toEqual([]);
  const examples = toExamples(recorder.answers);
  if (process.env.RECORD) writeFileSync(FILE, toFile(examples));
  const reference = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Recorded>;
  const changed = Object.entries(reference)
    .filter(([id, answer]) => !examples[id] || membersOf(examples[id]) !== membersOf(answer))
    .map(([id]) => id);
  expect(changed, "RECORD=1 writes them again").toEqual([]);
  expect(Object.keys(examples).length).toBeGreaterThanOrEqual(LEAST);
  expect(Object.keys(reference).length).toBeGreaterThanOrEqual(LEAST);
});
