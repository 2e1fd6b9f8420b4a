/**
 * Searches a project's tools in a process of its own until the results contain a slug. It reports when it starts and
 * when it finds the slug.
 */
import { searchTools } from "@/lib/catalog/read/search-tools";

const [projectId = "", words = "", slug = ""] = process.argv.slice(2);
const holds = async () => (await searchTools(projectId, words, { limit: 5 })).hits.some((hit) => hit.slug === slug);

process.send?.((await holds()) ? "there before" : "not there");
while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
process.send?.("found");
process.disconnect();
