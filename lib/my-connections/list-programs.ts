/** The programs that act as a user at MCP servers: seen and ended by that user. */
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { noticePage } from "@/lib/hosted-pages/render-frame";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { revokeGrant } from "@/lib/oauth-server/grants";
import { findUsersProgram, findUsersPrograms, type Program } from "@/lib/oauth-server/find-users-programs";
import { chosenOf, enter, type Entered, type Visit } from "./enter";
import { LIST_PATH } from "./connection-page";
import { toAskProgramPage, toEndedProgramPage } from "./programs-page";
import type { ListedProgram } from "./listed-program";
import { type Answer, type Form, recordAround } from "./record-around";
import { connectionTexts } from "@/lib/hosted-pages/texts";

const ID = /^og_[A-Za-z0-9_-]{1,90}$/;

async function withNames(projectId: string, programs: readonly Program[]): Promise<ListedProgram[]> {
  if (programs.length === 0) return [];
  const names = new Map((await everyToolkit(projectId)).map(({ slug, name }) => [slug, name]));
  return programs.map((program) => ({ ...program, uses: program.toolkits.map((slug) => names.get(slug) ?? slug) }));
}

/** One program of the user; undefined for a text that is no id, too. */
async function findProgram({ projectId, userId }: Entered, id: string): Promise<ListedProgram | undefined> {
  const program = ID.test(id) ? await findUsersProgram(projectId, userId, id) : undefined;
  return program && (await withNames(projectId, [program]))[0];
}

/** All that act as the user, for the list. */
export const listPrograms = async ({ projectId, userId }: Entered): Promise<ListedProgram[]> =>
  withNames(projectId, await findUsersPrograms(projectId, userId));

const aboutOf = ({ branding }: Entered, visit: Visit) => ({
  language: visit.language,
  chosen: chosenOf(visit),
  branding,
  present: now(),
});

/** The same for another user's, another project's, one that has ended, and one that never was. */
function unknown({ branding }: Entered, visit: Visit): Answer {
  const texts = connectionTexts(visit.language);
  const go = { href: LIST_PATH + chosenOf(visit), words: texts.back };
  return { page: noticePage(404, visit.language, texts.unknownProgram, { branding, go, languages: {} }) };
}

/** `GET /my/programs/{id}`: asks whether it shall end. */
export async function showProgram(visit: Visit, id: string): Promise<Answer> {
  const entered = await enter(visit);
  if ("page" in entered) return entered;
  const program = await findProgram(entered, id);
  if (!program) return unknown(entered, visit);
  return { page: toAskProgramPage(program, aboutOf(entered, visit)) };
}

/** `POST /my/programs/{id}`: ends it with all of its tokens, as the page of connected clients in the dashboard does. */
export async function endProgram(visit: Visit, id: string, form: Form): Promise<Answer> {
  const entered = await enter(visit, "acts");
  if ("page" in entered) return entered;
  const { projectId, userId } = entered;
  const program = await findProgram(entered, id);
  if (!program) return unknown(entered, visit);
  if (form.action !== "end") return { redirectTo: LIST_PATH + chosenOf(visit) };
  const change = { action: "mcp_client.revoke", operation: "myPrograms.end", target: id };
  try {
    await recordAround(entered, visit, change, () => revokeGrant(projectId, id, userId));
  } catch (error) {
    // Another click was faster.
    if (error instanceof ApiError && error.kind === "NotFound") return unknown(entered, visit);
    throw error;
  }
  return { page: toEndedProgramPage(program, aboutOf(entered, visit)) };
}
