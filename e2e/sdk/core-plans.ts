/**
 * The methods of both generations of the official SDK that belong to tools, toolkits and files, each with who calls it.
 */
import type { Plan } from "./drive";

type Part = "tools" | "toolkits" | "files";

const driven = [
  "execute",
  "get",
  "getInput",
  "getRawComposioToolBySlug",
  "getRawComposioTools",
  "getToolsEnum",
  "proxyExecute",
  "wrapToolsForProvider",
];
const inner = [
  "applyAfterExecuteModifiers",
  "applyBeforeExecuteModifiers",
  "applyDefaultSchemaModifiers",
  "createExecuteFnForProviders",
  "createExecuteToolFn",
  "createExecuteToolFnForToolRouter",
  "executeComposioTool",
  "transformToolCases",
  "transformToolExecuteResponse",
];

const toolkits: Plan = {
  driven: ["authorize", "get", "getAuthConfigCreationFields", "getConnectedAccountInitiationFields", "listCategories"],
  inner: ["getAuthConfigFields", "getToolkitBySlug", "getToolkits"],
  later: [],
};
const files: Plan = { driven: ["download", "upload"], inner: [], later: [] };

export const plans: Record<"core 0.19.0" | "core 0.5.4", Record<Part, Plan>> = {
  "core 0.19.0": {
    tools: {
      driven,
      inner: [
        ...inner,
        "applyFileUploadModifiers",
        "applySchemaModifiers",
        "executeWithTool",
        "parseToolExecuteParams",
      ],
      later: ["executeSessionTool", "getRawToolRouterSessionTools", "wrapToolsForToolRouter"],
    },
    toolkits,
    files,
  },
  "core 0.5.4": {
    tools: {
      driven: [...driven, "createCustomTool"],
      inner,
      later: ["executeMetaTool", "getRawToolRouterMetaTools", "wrapToolsForToolRouter"],
    },
    toolkits,
    files,
  },
};
