/** A call before it is parked to wait for an approval. */
import type { SessionRules } from "@/lib/connected-accounts/accounts/choose-in-session";
import type { Session } from "../session";

/** What is carried out once it is allowed: all of it as it was when somebody was asked. */
export type KeptCall = {
  arguments: Record<string, unknown>;
  /** The arguments as a person may see them. */
  shown: Record<string, unknown>;
  version: string;
  /** Hints of the tool: whoever decides must know what it may destroy. */
  tags: string[];
  accountRules: SessionRules;
  source: Record<string, string>;
};

export type NewCall = {
  session: Session;
  tool: { slug: string; toolkitSlug: string };
  fingerprint: string;
  /** What finds the call again, and whether it is the caller's own name for it. */
  openKey: string;
  keyed: boolean;
  asked: { rule: string; once: boolean };
  account: { id: string; rule: string } | undefined;
  call: KeptCall;
  lifeSeconds: number;
};
