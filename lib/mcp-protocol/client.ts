/** The declared capabilities of a client, as far as a server can ask it for something. */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { InputRequest } from "./surface";

/** The capability that a client must have declared to be asked this, as the protocol names it. */
export function capabilityFor({ method, params }: InputRequest): Values {
  if (method === "sampling/createMessage") return { sampling: {} };
  if (method === "roots/list") return { roots: {} };
  return { elicitation: params?.mode === "url" ? { url: {} } : {} };
}

/** Whether these capabilities allow the request. Elicitation without modes means forms. */
export function canBeAsked(capabilities: Values, request: InputRequest): boolean {
  if (request.method === "sampling/createMessage") return isObject(capabilities.sampling);
  if (request.method === "roots/list") return isObject(capabilities.roots);
  const { elicitation } = capabilities;
  if (!isObject(elicitation)) return false;
  if (request.params?.mode === "url") return isObject(elicitation.url);
  return isObject(elicitation.form) || !isObject(elicitation.url);
}

/** The parts of capabilities that are about asking; all else is no business of a server that keeps nothing else. */
export const askable = (capabilities: unknown): Values => {
  if (!isObject(capabilities)) return {};
  const { elicitation, sampling, roots } = capabilities;
  return {
    ...(isObject(elicitation) && {
      elicitation: { ...(isObject(elicitation.form) && { form: {} }), ...(isObject(elicitation.url) && { url: {} }) },
    }),
    ...(isObject(sampling) && { sampling: {} }),
    ...(isObject(roots) && { roots: {} }),
  };
};
