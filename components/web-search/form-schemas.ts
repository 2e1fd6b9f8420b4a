/** What the form of the search provider takes. Loaded after the page, because the schemas are large. */
import { webSearchApi } from "@/lib/web-search/contract";

export const Provider = webSearchApi.setWebSearch.body;
