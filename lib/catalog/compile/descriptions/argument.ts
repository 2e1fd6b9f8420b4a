/** An argument of a tool, and the facts about the tool that its words are made from. */
import type { CompiledTool } from "../../compiled-toolkit";
import type { ToolSchema } from "../../tool-schema";
import type { Role } from "./known-argument";
import type { Lists, ListsByPath, RequestFacts } from "./request-facts";

export type ArgumentLocation = "path" | "query" | "header" | "body";

/** An argument with all that is known of it. */
export type Argument = {
  key: string;
  /** The name that the provider knows. */
  name: string;
  words: readonly string[];
  said: string;
  place: ArgumentLocation;
  schema: ToolSchema;
  isRequired: boolean;
  role: Role | undefined;
};

export type ToolFacts = RequestFacts & { tool: CompiledTool; lists: Lists; listsByPath: ListsByPath };
