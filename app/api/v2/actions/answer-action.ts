/** The handlers of actions. Version 1 has the operations of version 2 under paths of its own. */
import type { z } from "zod";
import type { ProjectCaller } from "@/lib/access/caller";
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import type { Operation, Parsed } from "@/lib/contract/operation";
import type { RequestFacts } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { executeAction, executeActionRequest } from "@/lib/legacy/actions/execute-action";
import { getAction, listActions } from "@/lib/legacy/actions/list-actions";
import type { actionsApi } from "@/lib/legacy/actions/contract";
import { toLogSource } from "@/lib/logs/log-source";

type Api = typeof actionsApi;
/** Of every operation with the same input and answer. */
type Handler<O extends Operation> = (
  input: { [Part in keyof Parsed<O>]: Parsed<O>[Part] },
  caller: ProjectCaller,
  facts: RequestFacts,
) => Promise<z.input<O["response"]>>;

export const answerActions: Handler<Api["listActions"]> = ({ query }, { projectId }, { headers }) =>
  listActions(projectId, query, toLogSource(headers));

export const answerAction: Handler<Api["getAction"]> = ({ params, query }, { projectId }) =>
  getAction(projectId, params.actionId, query.version);

export const answerExecution: Handler<Api["executeAction"]> = (
  { params, body },
  caller,
  { headers, signal, requestId, answer, audit },
) =>
  executeAction(caller, params.actionId, body, {
    source: toLogSource(headers),
    signal,
    requestId,
    audit,
    versions: toVersionChoice(caller, { apiVersion: "v3.1" }),
    ...idempotencyFacts(headers, answer),
  });

export const answerRequest: Handler<Api["executeActionRequest"]> = (
  { body },
  caller,
  { headers, signal, requestId, answer },
) =>
  executeActionRequest(caller, body, {
    source: toLogSource(headers),
    signal,
    requestId,
    ...idempotencyFacts(headers, answer),
  });
