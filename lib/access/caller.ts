/** The caller of a request, as known after authentication. */
import type { AuthKind } from "@/lib/contract/operation";
import type { Permission } from "@/lib/contract/permission";
import type { ResponseShape } from "@/lib/contract/response-shape";
import type { Role } from "./role";

/** The switches of a project that change how operations answer. */
export type ProjectSettings = {
  displayName?: string;
  logoUrl?: string;
  /** Secrets in connected accounts are masked on the wire (default on). */
  maskSecrets: boolean;
  /** Requests and responses of executions are kept in the log (default on). */
  storePayloads: boolean;
  /** The project's app confirms who came back from a provider, before a connection is made (default off). */
  verifiesCallbacks?: true;
  /** Accounts' credentials go to every base URL that a caller names (default off). */
  credentialsElsewhere?: true;
  /** How many minutes links to the connect page work, if the project has set it. */
  linkMinutes?: number;
  /** How small answers of executions are that ask for nothing themselves. */
  defaultResponse?: ResponseShape;
  /** The time whose toolkit versions the project stays at. */
  versionsAsOf?: string;
  /** Origins whose pages can call with browser tokens. */
  browserOrigins?: readonly string[];
  /** Toolkit versions that this server does not have are refused (default off). */
  strictVersions?: true;
  /**
   * Requests in so many seconds for each API key, signed-in person and end user, if stricter than the instance's
   * limits.
   */
  rateLimits?: Partial<Record<"key" | "user" | "endUser", { requests: number; seconds: number }>>;
};

/** A key of a member: it acts as the member, with the role that the member has at each call. */
type ByUserKey = { kind: "userKey"; keyId: string; userId: string; role: Role };

/**
 * `confined`: the person came by a provider of this organization, and reaches nothing else of their account. `closed`:
 * organizations of the person that require single sign-on, which this sign-in is not.
 */
type BySignIn = {
  kind: "session";
  sessionId: string;
  userId: string;
  role: Role;
  confined?: true;
  closed?: readonly string[];
};

/** The access key of one session of an agent: it reaches that session and nothing else of the project. */
export type BySessionKey = { kind: "sessionKey"; keyId: string; agentSessionId: string };

/** The toolkits and the users that a key is limited to; null where it is not limited. */
export type Reach = {
  readonly toolkits: ReadonlySet<string> | null;
  readonly users: ReadonlySet<string> | null;
  /** The only tools that a browser token can execute; undefined for keys. */
  readonly tools?: ReadonlySet<string>;
};

/** A key of the project; without `permissions` it has those of a developer, without `reach` all of the project. */
export type ByApiKey = { kind: "apiKey"; keyId: string; permissions?: ReadonlySet<Permission>; reach?: Reach };

/** A key of the project, or an address that is a credential itself: the id of what the address stands for. */
type ByProgram = ByApiKey | { kind: "address"; addressId: string } | BySessionKey;

/** Somebody who acts in a project. */
export type ProjectCaller = {
  kind: "project";
  organizationId: string;
  projectId: string;
  settings: ProjectSettings;
  /** How the caller authenticated. */
  by: ByProgram | ByUserKey | BySignIn;
};

/** The id of the person or the key behind a call. */
export function actorOf({ by }: ProjectCaller): string {
  if (by.kind === "session" || by.kind === "userKey") return by.userId;
  return by.kind === "address" ? by.addressId : by.keyId;
}

/** The ID of the credential whose end closes the streams of a call: of a member's key, not of the member. */
export const watchedIdOf = (caller: ProjectCaller): string =>
  caller.by.kind === "userKey" ? caller.by.keyId : actorOf(caller);

/** The ID of the member or the key behind a call in an organization. */
export const organizationActorOf = (caller: OrganizationActor): string =>
  caller.kind === "organization" ? caller.keyId : caller.by.userId;

/** The member behind a call from the dashboard or with the member's key; undefined for another program. */
export const memberOf = ({ by }: ProjectCaller): string | undefined =>
  by.kind === "session" || by.kind === "userKey" ? by.userId : undefined;

/** A person at the dashboard, in the project that they chose. */
export type SignInCaller = ProjectCaller & { by: BySignIn };

/**
 * A person, independent of a project. They may belong to no project. `confinedTo` is the organization by whose provider
 * they came; `closed` are organizations of theirs that this way of coming does not open.
 */
export type UserCaller = { kind: "user"; userId: string; closed?: readonly string[] } & (
  | { sessionId: string; confinedTo?: string }
  | { keyId: string }
);

/** A program that acts for an organization, in none of its projects. */
export type OrganizationCaller = { kind: "organization"; organizationId: string; keyId: string };

/** A caller in an organization: its key, or a member at the dashboard. */
export type OrganizationActor = OrganizationCaller | SignInCaller;

/** A user of a project's app, who came by a sign-in link. */
export type EndUserCaller = { kind: "endUser"; organizationId: string; projectId: string; userId: string };

/** A caller without authentication: with a link, or for a public operation. */
export type Visitor = { kind: "link" | "anonymous" };

/** The operator of the server, by a command on its machine. */
export type OperatorCaller = { kind: "operator" };

export type Caller = ProjectCaller | UserCaller | OrganizationCaller | EndUserCaller | Visitor | OperatorCaller;

/** The caller that an operation's handler gets: only those of a project have one. */
export type CallerOf<Kind extends AuthKind> = {
  project: ProjectCaller;
  session: SignInCaller;
  user: UserCaller;
  organization: OrganizationActor;
  link: Visitor;
  none: Visitor;
}[Kind];
