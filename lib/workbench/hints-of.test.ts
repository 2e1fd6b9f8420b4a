/** Hints name failures that a second try does not cure. */
import { expect, it } from "vitest";
import { hintsOf } from "./hints-of";

const nothing = { text: "", lines: 0, bytes: 0, file: null, cut: false };
const failed = (message: string) => ({
  stdout: nothing,
  stderr: nothing,
  error: { name: "Error", message, traceback: `Traceback\n${message}` },
});

it.each([
  "<urlopen error [Errno -3] Temporary failure in name resolution>",
  "[Errno -2] Name or service not known",
  "OSError: [Errno 101] Network is unreachable",
])("explains that there is no network: %s", (message) => {
  expect(hintsOf(failed(message))).toEqual([expect.stringContaining("web_search")]);
});

it("explains that nothing can be installed, also if only the output has the reason", () => {
  const text = "error: externally-managed-environment\n";
  expect(hintsOf({ stdout: { ...nothing, text }, stderr: nothing, error: null })).toEqual([
    expect.stringContaining("workbench:install"),
  ]);
});

it("explains no other failures", () => {
  expect(hintsOf(failed("name 'x' is not defined"))).toEqual([]);
});
