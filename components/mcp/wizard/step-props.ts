/** The draft of an MCP server, as the steps of the wizard share it. */
import type { Picks } from "../tool-choice";

export type Draft = { toolkits: string[]; picks: Picks; configs: string[]; managed: boolean };
export type StepProps = { draft: Draft; onChange: (part: Partial<Draft>) => void; onNext: () => void };
