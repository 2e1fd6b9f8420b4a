/** Which operations create something. */
import type { Operation } from "./operation";

const CREATION = /\.(?:create|link|rotate|upsert|start|replay|resend|resend_many)$/;

/**
 * Whether a call repeated by mistake would make a second thing: an object, a link, a job or a delivery. Such an
 * operation honors the header Idempotency-Key, and the dashboard sends one.
 */
export const creates = ({ method, audit }: Pick<Operation, "method" | "audit">): boolean =>
  method === "POST" && CREATION.test(audit);
