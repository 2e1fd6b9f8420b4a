/** A call before it is parked to wait for an approval. */
import type { SessionRules } from "@/lib/connected-accounts/accounts/choose-in-session";
import type { Approvers } from "@/lib/contract/approvals/approvers";
import type { Session } from "../session";

/** The call that runs once it is allowed, in the state that it had when somebody was asked. */
export type KeptCall = {
  /** The tool's name for people; absent in calls of older versions. */
  name?: string;
  arguments: Record<string, unknown>;
  /** The arguments in the form that a person may see. */
  shown: Record<string, unknown>;
  version: string;
  /** Hints of the tool: whoever decides must know what it can destroy. */
  tags: string[];
  accountRules: SessionRules;
  source: Record<string, string>;
  /** The API key of the caller, for policies; absent without a key. */
  keyId?: string;
};

export type NewCall = {
  session: Session;
  tool: { slug: string; toolkitSlug: string };
  fingerprint: string;
  /** The key that finds the call again. `keyed`: the key is the caller's own name for the call. */
  openKey: string;
  keyed: boolean;
  asked: { rule: string; once: boolean };
  account: { id: string; rule: string } | undefined;
  /** The people who decide; null: members with the permission, and the app. */
  approvers: Approvers | null;
  call: KeptCall;
  lifeSeconds: number;
};
