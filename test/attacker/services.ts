/** The services elsewhere that a tenant of the attacks has set, with keys that nobody else may see. */
import { setLanguageModel } from "@/lib/llm/project-model";
import { setWebSearch } from "@/lib/web-search/project-search";

export async function setServices(projectId: string, mark: string): Promise<void> {
  await setLanguageModel(projectId, {
    base_url: `https://${mark}.example.com/v1`,
    model: `${mark} model`,
    api_key: `${mark}-model-key`,
  });
  await setWebSearch(projectId, {
    provider: "searxng",
    base_url: `https://${mark}-search.example.com`,
    api_key: `${mark}-search-key`,
  });
}
