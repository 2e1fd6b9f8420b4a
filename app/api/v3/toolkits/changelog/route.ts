/** GET /api/v3/toolkits/changelog */
import { catalogDetailsApi } from "@/lib/catalog/details.contract";
import { findChangelog } from "@/lib/catalog/read/find-changelog";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  catalogDetailsApi.listChangelog,
  async () => ({
    items: (await findChangelog()).map(({ slug, name, versions }) => ({
      slug,
      name: slug,
      display_name: name,
      versions,
    })),
  }),
  rules.readsCatalog,
);
