/** A program of an agent, and what is known before it is written. */
import type { AgentTask } from "./agent-task";

export type AgentTarget = {
  /** The URL of this server, such as `https://patchbay.example.com`. */
  origin: string;
  user: string;
  task: AgentTask;
  /** The session that the program continues; without it, the program creates one. */
  session?: string;
  /** The model to name; a framework of another provider keeps its own. */
  model?: { name: string; isClaude: boolean };
};

export type AgentProgram = {
  /** A command; empty if nothing has to be installed. */
  install: string;
  /** The environment variable of the model's key; undefined for programs without a model. */
  modelKey?: string;
  /** The file's name; undefined for a command. */
  file?: string;
  /** The command that runs the file. */
  run?: string;
  code: string;
};
