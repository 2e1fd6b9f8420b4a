/** Runs actions. */
import type { z } from "zod";
import type { ProjectCaller } from "@/lib/access/caller";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { findTool, requireTool } from "@/lib/catalog/read/find-tool";
import { executeProxy } from "@/lib/execution/execute-proxy";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { describeInput } from "@/lib/execution/text-arguments";
import { createUpload } from "@/lib/files/uploads";
import { ApiError } from "@/lib/kernel/errors";
import { runTool } from "@/lib/sessions/run-tool";
import { toActionSlugs, withActionSlug } from "../with-action-slug";
import { ACTION_NOT_FOUND, withNamedError } from "../with-named-error";
import { toVersion } from "./to-version";
import type { actionsApi } from "./contract";

type Api = typeof actionsApi;
type Answer = z.input<Api["executeAction"]["response"]>;

/** What an execution does not find is its action or its account. */
async function withMissingNamed<T>(projectId: string, slug: string, work: (slug: string) => Promise<T>): Promise<T> {
  try {
    return await withActionSlug(projectId, slug, work);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NotFound") throw error;
    const [actionSlug = slug] = await toActionSlugs(projectId, [slug]);
    const name = (await findTool(projectId, actionSlug)) ? "ConnectedAccountNotFoundError" : ACTION_NOT_FOUND;
    throw new ApiError("NotFound", error.message, { ...error.details, slug: name });
  }
}

/** @throws ApiError as `runTool`; an unknown action as ActionNotFoundError */
export async function executeAction(
  caller: ProjectCaller,
  slug: string,
  body: z.output<Api["executeAction"]["body"]>,
  facts: ExecutionFacts,
): Promise<Answer> {
  const { authConfig } = body;
  const answer = await withMissingNamed(caller.projectId, slug, (actionSlug) =>
    runTool(
      caller,
      actionSlug,
      {
        arguments: body.input ?? {},
        version: toVersion(body.version),
        // The programs send a user with the account that they have chosen, but the account alone counts for them.
        ...(body.connectedAccountId
          ? { connected_account_id: body.connectedAccountId }
          : { user_id: body.entityId || undefined }),
        ...(body.text && { text: body.text, arguments: body.input ?? undefined }),
        ...(authConfig && {
          custom_auth_params: {
            ...(authConfig.base_url && { base_url: authConfig.base_url }),
            ...(authConfig.parameters && { parameters: authConfig.parameters }),
            ...(authConfig.body && { body: authConfig.body }),
          },
        }),
      },
      facts,
    ),
  );
  const { data, error, successful, log_id: logId } = answer;
  return { data, error, successful, successfull: successful, logId };
}

/** The input of an action for a text. @throws ApiError as `describeInput`; an unknown action as ActionNotFoundError */
export const findActionInputs = (
  projectId: string,
  name: string,
  body: z.output<Api["findActionInputs"]["body"]>,
  facts: Parameters<typeof describeInput>[3],
): Promise<z.input<Api["findActionInputs"]["response"]>> =>
  withNamedError(ACTION_NOT_FOUND, () =>
    withActionSlug(projectId, name, (slug) =>
      describeInput(
        projectId,
        slug,
        { text: body.text, custom_description: body.customDescription, system_prompt: body.systemPrompt },
        facts,
      ),
    ),
  );

/** @throws ApiError as `executeProxy` */
export async function executeActionRequest(
  caller: ProjectCaller,
  body: z.output<Api["executeActionRequest"]["body"]>,
  facts: ExecutionFacts,
): Promise<Answer> {
  const { data, status } = await executeProxy(
    caller,
    {
      connected_account_id: body.connectedAccountId,
      endpoint: body.endpoint,
      method: body.method,
      ...(body.body !== null && body.body !== undefined && { body: body.body }),
      ...(body.parameters && {
        parameters: body.parameters.map(({ name, in: type, value }) => ({ name, type, value })),
      }),
    },
    facts,
  );
  const successful = status < 400;
  return {
    data: data ?? null,
    error: successful ? null : `The provider returned ${status}.`,
    successful,
    successfull: successful,
  };
}

/** Announces a file. Programs send the app, or the action in its place. @throws ApiError as `createUpload` */
export async function requestActionUpload(
  projectId: string,
  { action, filename, mimetype, md5 }: z.output<Api["requestActionUpload"]["body"]>,
): Promise<z.input<Api["requestActionUpload"]["response"]>> {
  const tool = await withNamedError(ACTION_NOT_FOUND, () => requireTool(projectId, action.toUpperCase()));
  const toolkit = await requireToolkit(projectId, tool.toolkitSlug);
  const { id, key, url } = await createUpload(projectId, {
    toolkitSlug: toolkit.slug,
    toolSlug: tool.slug,
    name: filename,
    mimetype,
    md5: md5.toLowerCase(),
  });
  return { id, key, url, exists: false };
}
