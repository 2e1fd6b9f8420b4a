// Drives every public method of the official SDKs for TypeScript, unmodified, one version after another. The argument
// is a `SdkDrive` as JSON. Prints one JSON object: version to its steps ("ok", or the error) and the state of every
// method.
import { Composio as Current } from "@composio/core";
import { Composio as Legacy } from "composio-core-legacy";
import { Composio as Next } from "composio-core-next";
import { driveAccounts } from "./accounts.mjs";
import { driveEvents } from "./events.mjs";
import { Recorder } from "./recorder.mjs";
import { driveSessions } from "./sessions.mjs";
import { driveTools } from "./tools.mjs";

/** Methods that the SDK's types mark as private, and those that send nothing to this server. */
const INNER = [
  ..."applyAfterExecuteModifiers applyBeforeExecuteModifiers applyDefaultSchemaModifiers applyFileUploadModifiers".split(
    " ",
  ),
  ..."applySchemaModifiers createExecuteFnForProviders createExecuteToolFn createExecuteToolFnForToolRouter".split(" "),
  ..."executeComposioTool executeWithTool parseToolExecuteParams transformToolCases transformToolExecuteResponse".split(
    " ",
  ),
  ..."wrapToolsForToolRouter getAuthConfigFields getToolkitBySlug getToolkits normalizeV1Payload normalizeV2Payload".split(
    " ",
  ),
  ..."normalizeV3Payload parsePusherPayload parseWebhookPayload shouldSendTriggerAfterFilters".split(" "),
  ..."tryParseVersionedPayload validateWebhookTimestamp verifyWebhookSignature createMCPServerConfig".split(" "),
  ..."createAuthorizeFn createToolkitsFn createToolsFn authConfigs.getClient flush".split(" "),
  ..."assertToolCallExecutionOptions executeToolForTarget provider.executeTool wrapMcpServerResponse".split(" "),
  ..."addPreloadedCustomTools applySchemaModifier customToolEntryToTool executeBackendSessionTool".split(" "),
  ..."normalizeUploadInput getPreloadedCustomToolSchemas hasCustomTools parseToolItem routeMultiExecute".split(" "),
  ..."handleAssistantMessage waitAndHandleAssistantStreamToolCalls waitAndHandleAssistantToolCalls".split(" "),
];
/** Methods that need a public address, or TLS: tests drive them in the versions of `ELSEWHERE`. */
const UNTESTED = [
  ..."files.upload files.download session.experimental.files.upload session.experimental.files.download".split(" "),
  ..."triggers.subscribe triggers.unsubscribe".split(" "),
];
const ELSEWHERE = { "core 0.19.0": ["files.upload", "files.download"], "core 0.21.0": ["triggers.subscribe"] };
/** Methods of core 0.21.0 that its published client cannot send; their requests have tests of their own. */
const LACKING = {
  "core 0.21.0":
    "connectedAccounts.completeAuth experimental.customToolkits.delete experimental.customToolkits.sync experimental.customToolkits.upsert keyring.listTransferKeys sessionConfigs.get sessionConfigs.list toolkits.listGrantContexts toolkits.recommendScopes".split(
      " ",
    ),
};

const drive = JSON.parse(process.argv[2]);
const reports = {};
for (const [name, Composio] of [
  ["core 0.5.4", Legacy],
  ["core 0.19.0", Current],
  ["core 0.21.0", Next],
]) {
  const recorder = new Recorder();
  const options = { apiKey: drive.key, baseURL: drive.url, allowTracking: false, disableVersionCheck: true };
  const composio = recorder.noted("", new Composio(options));
  for (const part of [driveTools, driveAccounts, driveEvents, driveSessions])
    await part(recorder, composio, drive, name);
  reports[name] = recorder.report({
    inner: INNER,
    untested: UNTESTED,
    elsewhere: ELSEWHERE[name] ?? [],
    lacking: LACKING[name] ?? [],
  });
}
process.stdout.write(`\n${JSON.stringify(reports)}\n`, () => process.exit(0));
