/**
 * Makes owners, projects and keys in the running product of a data folder, as `npm run provision` does for one of them:
 * each message has an `id` and the `options`, and its answer the `id` and the `account`, or the `failure`.
 */
import { dataDirectory } from "../../scripts/paths.mjs";
import { loadOperator } from "../../scripts/start/load-operator.mjs";
import { findRuntime } from "../../scripts/start/runtime-file.mjs";

process.once("disconnect", () => process.exit());
const { url, publicUrl } = findRuntime(dataDirectory()) ?? {};
process.env.DATABASE_URL = url;
process.env.PATCHBAY_LOG_LEVEL = "silent";
const { provision, prepareSecrets, assertSecret } = await loadOperator();
await prepareSecrets();
await assertSecret();

process.on("message", async ({ id, email, project }) => {
  try {
    const result = await provision({ email, projectName: project, resetPassword: false });
    const { email: owner, password, organizationId, projectId, apiKey } = result;
    const account = {
      ...{ url: publicUrl, email: owner, password },
      ...{ org_id: organizationId, project_id: projectId, api_key: apiKey },
    };
    process.send({ id, account });
  } catch (error) {
    process.send({ id, failure: error.stack });
  }
});
process.send({ ready: true });
