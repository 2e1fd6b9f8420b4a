/** A failure has the same title on all pages. */
import { expect, it } from "vitest";
import { toUnreachable } from "@/lib/execution/answer/tool-response";
import type { OutboundError } from "@/lib/kernel/outbound/outbound-error";
import { NO_ANSWER } from "@/lib/execution/constants";
import { toFailureWords } from "./failure-words";

const nameOf = (slug: string) => (slug === "resend" ? "Resend" : slug);
const words = (error: string | null, isRefusal = false) => toFailureWords({ error, isRefusal, nameOf });

it("a provider that gave no answer is named with what happened, in each phase", () => {
  const titles = (Object.keys(NO_ANSWER) as (keyof typeof NO_ANSWER)[]).map((phase) => {
    const { error } = toUnreachable("Resend", { phase, message: "Why.", facts: {} } as OutboundError);
    const failure = words(error);
    expect(failure.isSilent, phase).toBe(true);
    expect(failure.text).toContain("Why.");
    return failure.title;
  });
  expect(titles).toContain("Couldn’t reach Resend");
  expect(new Set(titles).size).toBe(titles.length);
});

it("a user without an account is told by name of the toolkit, and that nothing ran", () => {
  expect(words("The user user-9 has no connected resend account.", true)).toEqual({
    title: "user-9 has not connected Resend",
    text: "Couldn’t run the tool.",
    missing: { user: "user-9", toolkit: "resend" },
  });
});

it("what the provider answered is the tool's failure, also where it speaks of being reached", () => {
  expect(words("Resend answered 502 Bad Gateway: it could not be reached.")).toEqual({
    title: "The tool failed",
    text: "Resend answered 502 Bad Gateway: it could not be reached.",
  });
  expect(words("Send one more argument.", true).title).toBe("Couldn’t run the tool");
  expect(words(null).text).toBe("The provider gave no reason.");
});
