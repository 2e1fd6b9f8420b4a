/** The draft of an MCP server, as the steps of the wizard share it. */
import type { ReactNode } from "react";
import type { Picks } from "../tool-choice";

export type Draft = { toolkits: string[]; picks: Picks; configs: string[]; managed: boolean };
export type StepProps = {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  onNext: () => void;
  /** A button that creates the server without the next steps. */
  skip: ReactNode;
};
