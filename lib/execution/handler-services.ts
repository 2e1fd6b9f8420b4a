/** What the server itself does for composite tools: it searches the web, and asks the project's language model. */
import type { HandlerServices, HandlerTools } from "@/lib/catalog/tool-handler";
import { askProjectModel } from "@/lib/llm/ask-project-model";
import { searchForProject } from "@/lib/web-search/search-for-project";
import { toText } from "@/lib/web-search/search-web";

type Within = Pick<HandlerTools, "signal" | "deadline" | "fail">;

/** What goes wrong ends the execution, in words that hold no secret. */
export const handlerServices = (projectId: string, { signal, deadline, fail }: Within): HandlerServices => ({
  async search(question) {
    const found = await searchForProject(projectId, question, signal);
    return "error" in found ? fail(found.error) : { ...found, text: toText(found) };
  },
  async ask(messages, temperature) {
    const timeoutMs = Math.max(deadline - Date.now(), 1);
    const said = await askProjectModel(projectId, { messages, temperature, timeoutMs, signal });
    return "error" in said ? fail(said.error) : said;
  },
});
