/** A second copy of the app for tests; see second-copy.ts for what its lines ask. */
import { createInterface } from "node:readline";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { findCallerByApiKey } from "@/lib/access/keys/api-keys";
import { findCallerByUserKey } from "@/lib/access/keys/find-caller-by-user-key";
import type { ProjectCaller } from "@/lib/access/caller";
import { findCallerBySignIn } from "@/lib/access/sign-in/sign-in-caller";
import { changeGeneration } from "@/lib/access/announce-change";
import { policiesOf } from "@/lib/policies/project-policies";
import { holdTime } from "@/test/setup/hold-time";
import { soon } from "@/test/builders/owners";

// It learns of changes by messages only: its caches do not expire. Callers are cached once messages arrive.
holdTime();
await soon(
  async () => changeGeneration(),
  (generation) => generation !== null,
);

function callerOf(kind: string, credential: string): Promise<ProjectCaller | null> {
  if (kind === "userKey")
    return findCallerByUserKey(credential, { organizationId: undefined, projectId: undefined }, true);
  return kind === "key" ? findCallerByApiKey(credential) : findCallerBySignIn(credential);
}

/** Answers at once, and again when the caller's access ended. */
async function watch(kind: string, credential: string): Promise<void> {
  const caller = await callerOf(kind, credential);
  if (caller) onAccessEnd(caller, () => console.log("ended"));
  console.log(caller ? "watching" : "null");
}

for await (const line of createInterface({ input: process.stdin })) {
  const [verb = "", kind = "", credential = ""] = line.split("\t");
  if (verb === "policies") console.log(JSON.stringify((await policiesOf(kind)).rules.map(({ name }) => name)));
  else if (verb === "watch") await watch(kind, credential);
  else
    console.log(
      await callerOf(kind, credential).then(
        (caller) => caller?.projectId ?? "null",
        (error: Error) => error.message,
      ),
    );
}
process.exit(0);
