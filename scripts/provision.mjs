// `npm run -s provision -- --email you@example.com --project default [--reset-password]`: one line of JSON for scripts.
import "./start/node-version.mjs";
import { parseArgs } from "node:util";
import { loadOperator } from "./start/load-operator.mjs";
import { dataDirectory, loadEnvFile, release, root } from "./paths.mjs";

const COMMAND = release ? "patchbay provision" : "npm run -s provision --";
const USAGE = `Usage: ${COMMAND} --email you@example.com [--project default] [--reset-password]`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        email: { type: "string" },
        project: { type: "string", default: "default" },
        "reset-password": { type: "boolean", default: false },
      },
    });
    if (values.email && values.project.trim())
      return { email: values.email, projectName: values.project.trim(), resetPassword: values["reset-password"] };
  } catch (error) {
    console.error(error.message);
  }
  console.error(USAGE);
  process.exit(2);
}

async function run(options) {
  const operator = await loadOperator();
  const [{ withDatabase }, { findRuntime }] = await Promise.all([
    import("./postgres/database.mjs"),
    import("./start/runtime-file.mjs"),
  ]);
  return withDatabase(async (url) => {
    process.env.DATABASE_URL = url;
    const { provision, runStops, env, prepareSecrets, assertSecret } = operator;
    try {
      await prepareSecrets();
      await assertSecret();
      const result = await provision(options);
      return {
        url: findRuntime(dataDirectory())?.publicUrl ?? env().publicUrl,
        email: result.email,
        password: result.password,
        org_id: result.organizationId,
        project_id: result.projectId,
        api_key: result.apiKey,
      };
    } finally {
      await runStops((name, error) => console.error(`${name} did not stop cleanly: ${error.message}`));
    }
  });
}

const provisionOptions = readArguments();
process.chdir(root);
loadEnvFile();
// The log goes to standard output by default, which must contain only the result.
process.env.PATCHBAY_LOG_LEVEL = "silent";
try {
  console.log(JSON.stringify(await run(provisionOptions)));
} catch (error) {
  const problems = error.issues?.map((issue) => issue.message).join("; ");
  console.error(problems ? `The email ${problems}.` : error.message);
  if (error.details?.suggestedFix) console.error(error.details.suggestedFix);
  if (error.output) console.error(error.output.trim());
  process.exit(1);
}
