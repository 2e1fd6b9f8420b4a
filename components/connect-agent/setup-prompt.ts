/** A prompt with which a coding agent connects an existing program, or writes one. Pure. */
import { toAgentProgram } from "./agent-code";
import type { AgentTarget } from "./agent-program";
import { keyRules } from "./prompt-rules";
import { LANGUAGES, TABS, type Framework, type Language } from "./frameworks";

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

/** For a program that calls tools through the SDK, in the chosen framework and language. */
export function toSetupPrompt(framework: Framework, language: Language, target: AgentTarget): string {
  const { install, file, run, code } = toAgentProgram(framework, language, target);
  const { origin, user, session, task } = target;
  const label = TABS.find(({ key }) => key === framework)?.label ?? framework;
  const where = session ? `continue the session ${session}` : `create one session for each user`;
  return [
    `Connect my agent to Patchbay, which gives it tools for apps such as GitHub and Gmail.`,
    "",
    "Facts",
    `- Patchbay is at ${origin}. It has the API of Composio: use the official SDK with this base URL.`,
    `- User IDs are the ones of my own app. To try it, use ${JSON.stringify(user)}.`,
    `- This is a whole program that works (${label}, ${LANGUAGES[language]}):`,
    "",
    fenced(language, code),
    "",
    "Steps",
    "1. Find the agent in this repository: its framework, its language, and where it knows its user. " +
      `If there is none, save the program above as ${file ?? "a script"}.`,
    `2. Install what is missing${install ? `: ${install}` : "."}`,
    `3. Create one client, ${where}, and add the session's tools to those that the agent has.`,
    "4. Read PATCHBAY_API_KEY the way this repository reads its settings, and name it, without a value, where settings are listed.",
    `5. Run the agent${run ? ` (the program above: ${run})` : ""} with this task: ${task.prompt}`,
    `6. Tell me what you changed, and that the call is at ${origin}/logs/tools`,
    "",
    "Rules",
    ...keyRules(origin),
  ].join("\n");
}
