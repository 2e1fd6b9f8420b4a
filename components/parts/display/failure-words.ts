/** Texts for a call that failed, for the list of runs, the log and the page that made the call. Pure. */
import { NO_ANSWER } from "@/lib/execution/constants";

type Phase = keyof typeof NO_ANSWER;

export type FailureWords = {
  title: string;
  /** The next step or the error message; empty if the title is enough. */
  text: string;
  /** The provider gave no answer, so the status is this server's own. */
  isSilent?: true;
  /** The user and the toolkit of the missing account: nothing ran. */
  missing?: { user: string; toolkit: string };
};

const TITLES: Readonly<Record<Phase, (name: string) => string>> = {
  refused: (name) => `Couldn’t send the request to ${name}`,
  connect: (name) => `Couldn’t reach ${name}`,
  timeout: (name) => `${name} timed out`,
  "too-large": (name) => `The response from ${name} is too large`,
  aborted: () => "The call was canceled",
  protocol: (name) => `Lost the connection to ${name}`,
};

/** A provider that answered is named with its status. The status is not part of a name. */
const SILENT = new RegExp(`^((?:(?! answered \\d{3}\\b).){1,200}?): (${Object.values(NO_ANSWER).join("|")})\\. ?`, "s");
const MISSING = /^The user (.{1,500}) has no connected ([a-z0-9_]{1,100}) account/s;

type Failed = { error: string | null | undefined; isRefusal?: boolean; nameOf: (toolkit: string) => string };

/** `isRefusal`: this server refused the call and sent no request to the provider. */
export function toFailureWords({ error, isRefusal, nameOf }: Failed): FailureWords {
  const message = error ?? "";
  const [, user, toolkit] = MISSING.exec(message) ?? [];
  if (user !== undefined && toolkit !== undefined)
    return {
      title: `${user} has not connected ${nameOf(toolkit)}`,
      text: "Couldn’t run the tool.",
      missing: { user, toolkit },
    };
  const [opening = "", name, words] = SILENT.exec(message) ?? [];
  const phase = (Object.keys(NO_ANSWER) as Phase[]).find((candidate) => NO_ANSWER[candidate] === words);
  if (name !== undefined && phase !== undefined)
    return {
      title: TITLES[phase](name),
      text: [message.slice(opening.length), phase === "connect" && "Check that this server can reach the internet."]
        .filter(Boolean)
        .join(" "),
      isSilent: true,
    };
  return {
    title: isRefusal ? "Couldn’t run the tool" : "The tool failed",
    text: message || "The provider gave no reason.",
  };
}

/** This server's own note on a request without an answer. The status is the server's, not the provider's. */
export function toNoted(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  const { status_code: _, ...noted } = data as Record<string, unknown>;
  return noted;
}
