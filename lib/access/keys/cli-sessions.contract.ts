/** The sign-in of a command line: a program asks, a signed-in person confirms, and the program gets a key once. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_ID } from "@/lib/contract/texts";

/** How long a person has to confirm. */
export const CLI_SESSION_SECONDS = 600;

const time = z.iso.datetime();
const Scope = z.enum(["project", "user"], "must be project or user");
const Status = z.enum(["pending", "linked"]);

/** How long a key works that a command line gets. */
export const CLI_KEY_DAYS = 90;

const MAX_SOURCE = 40;
const NAME = /^[A-Za-z0-9 ._@/-]*$/;
const Source = z
  .string()
  .trim()
  .max(MAX_SOURCE, `must have at most ${MAX_SOURCE} characters`)
  .regex(NAME, "must consist of letters, digits, spaces and . _ @ / -");

const id = z.string().min(1).max(MAX_ID);
const Code = z.string().trim().min(1, "must be the code in your terminal").max(20, "must be the code in your terminal");
const path = "/api/v3/internal/patchbay/cli_sessions";
const ofProgram = { tag: "Command line", auth: "none", permission: "public", audit: "none" } as const;
const ofPerson = { own: true, tag: "Command line", method: "POST", auth: "session" } as const;

export const cliSessionsApi = {
  createCliSession: operation({
    ...ofProgram,
    id: "cli.createSession",
    method: "POST",
    path: "/api/v3/cli/create-session",
    summary: "Ask for a key: a signed-in person confirms it at /?cliKey={id} within 10 minutes",
    body: z.object({
      scope: Scope.default("project").meta({
        description: "project: an API key of the person's current project; user: a key of the person",
      }),
      source: Source.optional().meta({ description: "The name of the program, which the person reads" }),
    }),
    response: z.object({ id: z.string(), code: z.string(), expiresAt: time, status: Status, scope: Scope }),
  }),
  getCliSession: operation({
    ...ofProgram,
    id: "cli.getSession",
    method: "GET",
    path: "/api/v3/cli/get-session",
    summary: "Ask whether a person has confirmed; the first answer after that contains the key, later ones do not",
    query: z.object({ id }),
    response: z.object({
      id: z.string(),
      code: z.string(),
      status: Status,
      expiresAt: time,
      account: z.object({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
      api_key: z.string().nullable(),
      scope: Scope.nullable(),
    }),
  }),
  readCliSession: operation({
    ...ofPerson,
    id: "cliSessions.read",
    path: `${path}/read`,
    permission: "profile:read",
    audit: "none",
    summary: "Show which program asks for which key",
    body: z.object({ cli_key: id }),
    response: z.object({
      scope: Scope,
      source: z.string().nullable(),
      /** The address of the client that asks, as far as it is known. */
      address: z.string().nullable(),
      created_at: time,
      expires_at: time,
      project: z.object({ id: z.string(), name: z.string() }),
      /** The person who would confirm. */
      email: z.string(),
      /** The names of the organizations that the key reaches. */
      organizations: z.array(z.string()),
      /** Whether the person's role in the project allows this kind of key. */
      confirmable: z.boolean(),
    }),
  }),
  confirmCliSession: operation({
    ...ofPerson,
    id: "cliSessions.confirm",
    path: `${path}/confirm`,
    permission: "profile:write",
    audit: "cli_session.confirm",
    fresh: true,
    summary: "Let the program have its key, with the code that the program shows; works once",
    body: z.object({ cli_key: id, code: Code }),
    response: z.object({ scope: Scope, name: z.string(), project_id: z.string() }),
  }),
  cancelCliSession: operation({
    ...ofPerson,
    id: "cliSessions.cancel",
    path: `${path}/cancel`,
    permission: "profile:write",
    audit: "cli_session.cancel",
    summary: "Refuse the program its key",
    body: z.object({ cli_key: id }),
    response: z.object({ name: z.string() }),
  }),
};
