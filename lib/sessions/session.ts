/** A session, in the form that other rooms use. */
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
