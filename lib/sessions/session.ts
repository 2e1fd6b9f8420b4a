/** A session, in the form that other rooms use. */
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import type { SessionConfig } from "./settings/contract";

export type Session = {
  id: string;
  projectId: string;
  userId: string;
  /** The short name that meta tools use for it. */
  word: string;
  config: SessionConfig;
  configVersion: number;
  /** Made by a meta tool that was called without a session. */
  implicit: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** The facts of a call that belong to its session: each call of the session must have all of them. */
export const factsOf = ({ id, config }: Session): Required<Pick<ExecutionFacts, "sessionId" | "hooks">> => ({
  sessionId: id,
  hooks: config.hooks ?? [],
});
