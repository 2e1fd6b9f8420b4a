/** Who calls: what the edge knows after authentication and passes on. */
import { ApiError } from "@/lib/kernel/errors";

/** The switches of a project that change how operations answer. */
export type ProjectSettings = {
  displayName?: string;
  logoUrl?: string;
  /** Secrets in connected accounts are masked on the wire (default on). */
  maskSecrets: boolean;
  /** Requests and responses of executions are kept in the log (default on). */
  storePayloads: boolean;
  /** Requests in so many seconds for each API key, signed-in person and end user, where stricter than the instance's. */
  rateLimits?: Partial<Record<"key" | "user" | "endUser", { requests: number; seconds: number }>>;
};

export type Caller = {
  organizationId: string;
  projectId: string;
  settings: ProjectSettings;
  /** How the caller showed who they are. */
  by: { kind: "apiKey"; keyId: string } | { kind: "session"; userId: string; role: string };
};

/** The caller of operations whose `auth` is none or link. */
export const NOBODY: Caller = {
  organizationId: "",
  projectId: "",
  settings: { maskSecrets: true, storePayloads: true },
  by: { kind: "apiKey", keyId: "" },
};

/**
 * The person behind a session.
 * @throws ApiError Unauthorized for a caller with an API key: a key is a program, not a person
 */
export function requireSessionUser({ by }: Caller): string {
  if (by.kind === "session") return by.userId;
  throw new ApiError("Unauthorized", "You are not signed in.", { suggestedFix: "Sign in at /login." });
}
