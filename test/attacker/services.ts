/** The project settings of a tenant in the attacks: external services with secret keys, and a logo. */
import { storeLogo } from "@/lib/access/projects/logos";
import { setLanguageModel } from "@/lib/llm/project-model";
import { setWebSearch } from "@/lib/web-search/search-for-project";
import { png } from "@/test/builders/images";

export async function setServices(projectId: string, mark: string): Promise<void> {
  await storeLogo(projectId, png(8, 8));
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
