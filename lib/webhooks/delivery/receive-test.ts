/**
 * A delivery to a test receiver: this server stores what it would have sent, and checks the signature as an app does.
 * Nothing leaves the process, so that no request to this server itself has to be allowed.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { storeTestRequest } from "../inbox/store-test-request";
import { toHeaders, type Outcome, type Outgoing } from "./send-attempt";

/** Whether one of the signatures is made with the secret, as official clients check it. */
export function isSigned(secret: string, headers: Readonly<Record<string, string>>, body: string): boolean {
  const text = `${headers["webhook-id"] ?? ""}.${headers["webhook-timestamp"] ?? ""}.${body}`;
  const expected = createHmac("sha256", secret).update(text).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
    const [version, code = ""] = signature.split(",");
    const bytes = Buffer.from(code, "base64");
    return version === "v1" && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/**
 * @param stores false for a project that stores no payloads: its deliveries are answered and not stored
 * @throws the error of the database; then the delivery is made again
 */
export async function receiveTest(subscriptionId: string, outgoing: Outgoing, stores: boolean): Promise<Outcome> {
  const { projectId, eventId, url, number, body, secrets } = outgoing;
  const startedAt = performance.now();
  const { headers, signature } = toHeaders(outgoing);
  const received = { ...headers, "webhook-signature": signature };
  const verified = isSigned(secrets[0] ?? "", received, body);
  if (stores)
    await storeTestRequest(projectId, subscriptionId, { eventId, attempt: number, headers: received, body, verified });
  return {
    number,
    url,
    durationMs: Math.round(performance.now() - startedAt),
    status: 200,
    error: null,
    requestHeaders: headers,
    responseHeaders: {},
    responseBody: stores ? "Stored by the test receiver." : "Accepted. This project stores no payloads.",
    delivered: true,
    unwell: false,
  };
}
