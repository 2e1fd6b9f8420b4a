// Prints the messages of a project's triggers as they happen: npm run -s triggers:tail -- --key ak_... [--url
// http://localhost:3000]
import { parseArgs } from "node:util";

const USAGE =
  "Usage: npm run -s triggers:tail -- --key ak_... [--url http://localhost:3000]\nA key of the project is made under Settings, API keys.";

function readArguments() {
  try {
    return parseArgs({ options: { key: { type: "string" }, url: { type: "string" } } }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

const values = readArguments();
const key = values.key ?? process.env.PATCHBAY_API_KEY ?? process.env.COMPOSIO_API_KEY;
const base = (values.url ?? process.env.PATCHBAY_PUBLIC_URL ?? "http://localhost:3000").replace(/\/+$/, "");
const PAUSE_MS = 1000;

if (!key) {
  console.error(`Say which project.\n${USAGE}`);
  process.exit(2);
}

/** Prints each whole event in the text and returns what is left of it. */
function print(text) {
  const events = text.split("\n\n");
  const rest = events.pop() ?? "";
  for (const event of events) {
    const name = /^event: (.*)$/m.exec(event)?.[1];
    const data = /^data: (.*)$/m.exec(event)?.[1];
    if (name === "event" && data) console.log(data);
    if (name === "gap") console.error("Some events may have been missed; they are in the log.");
  }
  return rest;
}

async function follow() {
  const answer = await fetch(`${base}/api/v3/internal/patchbay/events/stream`, { headers: { "x-api-key": key } });
  if (!answer.ok || !answer.body) {
    console.error(`The server answered with ${answer.status}: ${await answer.text()}`);
    if (answer.status < 500) process.exit(1);
    return;
  }
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of answer.body) rest = print(rest + decoder.decode(bytes, { stream: true }));
}

for (;;) {
  await follow().catch((error) => console.error(`The server cannot be reached: ${error.message}`));
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
