/** A session as everything else sees it. */
import type { SessionConfig } from "./settings/contract";

export type Session = {
  id: string;
  projectId: string;
  userId: string;
  /** The short name by which meta tools know it. */
  word: string;
  config: SessionConfig;
  configVersion: number;
  /** Made by a meta tool that was called without a session. */
  implicit: boolean;
  createdAt: Date;
  updatedAt: Date;
};
