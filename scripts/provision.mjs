// `npm run -s provision -- --email you@example.com --project default [--reset-password]`: one line of JSON for scripts.
import "./start/node-version.mjs";
import { parseArgs } from "node:util";
import { dataDirectory, release } from "./paths.mjs";
import { runOperator } from "./start/run-operator.mjs";

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

const options = readArguments();
await runOperator(async ({ provision, env }) => {
  const { findRuntime } = await import("./start/runtime-file.mjs");
  const result = await provision(options);
  return {
    url: findRuntime(dataDirectory())?.publicUrl ?? env().publicUrl,
    email: result.email,
    password: result.password,
    org_id: result.organizationId,
    project_id: result.projectId,
    api_key: result.apiKey,
  };
});
