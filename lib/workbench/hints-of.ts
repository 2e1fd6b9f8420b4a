/** Hints for an agent about failures that look temporary but are not. Pure. */
import { INSTALL_FULL } from "./host/packages";
import type { RunAnswer } from "./run-answer";

/** Only the end of each stream is searched, where errors are. */
const READ = 20_000;

const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /name resolution|Name or service not known|Could not resolve host|Network is unreachable|nodename nor servname/,
    "Code reaches no network here, but for hosts that the project allows, so trying again does not help. " +
      "Use run_composio_tool, proxy_execute or web_search.",
  ],
  [
    /externally-managed-environment|are you root\?/,
    "Nothing can be installed into this system. " +
      `Use the installed ones; the operator can add more with ${INSTALL_FULL}.`,
  ],
];

/** The sentences that fit what a run has said. */
export function hintsOf({ stdout, stderr, error }: Pick<RunAnswer, "stdout" | "stderr" | "error">): string[] {
  const output = [stdout.text, stderr.text, error?.traceback ?? "", error?.message ?? ""]
    .map((text) => text.slice(-READ))
    .join("\n");
  return HINTS.flatMap(([failure, hint]) => (failure.test(output) ? [hint] : []));
}
