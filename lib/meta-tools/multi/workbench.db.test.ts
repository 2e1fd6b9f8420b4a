/** The tools of the workbench while there is none. */
import { beforeAll, expect, it } from "vitest";
import { schemaCheck } from "@/lib/kernel/text/json-schema";
import { type Client, newClient } from "@/test/connect-api";
import { metaToolkit } from "@/test/meta-toolkit";
import { installConnectToolkits } from "@/test/oauth-providers";

const composio = metaToolkit();
let client: Client;

beforeAll(async () => {
  await installConnectToolkits({}, [composio]);
  client = await newClient();
});

it.each([
  ["COMPOSIO_REMOTE_WORKBENCH", { code_to_execute: "1 + 1" }, { results: null, stdout: "" }],
  ["COMPOSIO_REMOTE_BASH_TOOL", { command: "ls" }, { stdout: "", stdoutLines: 0, stderrLines: 1 }],
])("%s says that there is no workbench", async (slug, args, data) => {
  const { status, body } = await client.call("POST", `/tools/execute/${slug}`, { arguments: args });
  expect([status, body.successful, body.error]).toEqual([200, false, expect.stringContaining("no workbench")]);
  expect(body.data).toMatchObject(data);
  const { outputSchema = {} } = composio.tools.find((tool) => tool.slug === slug) ?? {};
  expect(schemaCheck(outputSchema)(body)).toEqual([]);
});
