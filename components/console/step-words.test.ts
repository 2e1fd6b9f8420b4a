/** Tests the console's texts for people who do not know the names of meta tools. */
import { describe, expect, it } from "vitest";
import { sessionNames, stepName, toPlanLine, withoutKnown } from "./step-words";

const NAMES: Record<string, string> = { resend: "Resend", github: "GitHub" };
const nameOf = (slug: string) => NAMES[slug] ?? slug;

it("steps say what is done with which app; a tool of an app is named by its slug alone", () => {
  expect(stepName({ tool: "COMPOSIO_MANAGE_CONNECTIONS", sent: { toolkits: ["github", "resend"] } }, nameOf)).toBe(
    "Connect GitHub, Resend",
  );
  expect(stepName({ tool: "COMPOSIO_WAIT_FOR_CONNECTIONS", sent: {} }, nameOf)).toBe("Wait for an app");
  expect(stepName({ tool: "GITHUB_CREATE_AN_ISSUE", sent: {} }, nameOf)).toBeUndefined();
});

it("lines of a plan lose their marks and keep what these mean", () => {
  expect(toPlanLine("[Prerequisite] [Step]: Connect Resend")).toBe("First: connect Resend");
  expect(toPlanLine("[Required] [Step]: RESEND_SEND_EMAIL: Send the mail")).toBe("RESEND_SEND_EMAIL: Send the mail");
  expect(toPlanLine("[Fallback (if that does not work)] [Fallback]: X_Y: Ask")).toBe("If that does not work: X_Y: Ask");
  expect(toPlanLine("[Optional (if it helps)] [Next Step]: Read it")).toBe("If it helps: read it");
  expect(toPlanLine("Plain words")).toBe("Plain words");
});

describe("sessions", () => {
  const session = (id: string, created_at: string, toolkits: string[] | null = null) => ({
    session_id: id,
    word: `word-${id}`,
    created_at,
    toolkits,
  });
  const timeOf = (time: string) => time;

  it("are named by their time, the one of this page first of all; only twins by their short name too", () => {
    const sessions = [
      session("a", "03:22"),
      session("b", "03:20"),
      session("c", "03:20", []),
      session("d", "03:10", ["github"]),
    ];
    expect([...sessionNames(sessions, "a", { timeOf, nameOf }).values()]).toEqual([
      "This run, 03:22",
      "Session from 03:20, word-b",
      "Session from 03:20, word-c, only no app",
      "Session from 03:10, only GitHub",
    ]);
  });
});

it("a meta tool asks for nothing that the page knows, a tool of an app for all that it takes", () => {
  const schema = { type: "object", properties: { queries: {}, session: {}, session_id: {}, model: {} } };
  expect(withoutKnown("COMPOSIO_SEARCH_TOOLS", schema).properties).toEqual({ queries: {} });
  expect(withoutKnown("OPENAI_ASK", schema)).toBe(schema);
});
