/** What the server itself does for composite tools: it searches the web, and asks the project's language model. */
import type { HandlerServices, HandlerTools } from "@/lib/catalog/tool-handler";
import { askProjectModel } from "@/lib/llm/ask-project-model";
import { searchForProject } from "@/lib/web-search/search-for-project";
import { toText } from "@/lib/web-search/search-web";

type Within = Pick<HandlerTools, "signal" | "deadline" | "fail">;

/** Errors end the execution, with messages without secrets. */
export const handlerServices = (projectId: string, { signal, deadline, fail }: Within): HandlerServices => ({
  async search(question) {
    const results = await searchForProject(projectId, question, signal);
    return "error" in results ? fail(results.error) : { ...results, text: toText(results) };
  },
  async ask(messages, temperature) {
    const timeoutMs = Math.max(deadline - Date.now(), 1);
    const answer = await askProjectModel(projectId, { messages, temperature, timeoutMs, signal });
    return "error" in answer ? fail(answer.error) : answer;
  },
});
