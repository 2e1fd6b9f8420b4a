import { expect, it } from "vitest";
import { OutboundError, toOutboundError } from "./outbound-error";

const fresh = { redirected: false, phase: "headers" as const };
const coded = (code: string) => Object.assign(new Error(code), { code });
const messageOf = (error: unknown, progress = fresh) => {
  const { phase, facts } = toOutboundError(error, { headersTimeoutMs: 700, idleTimeoutMs: 800 }, progress);
  return { phase, ...facts };
};

it.each(["ECONNREFUSED", "EAI_AGAIN", "EHOSTUNREACH"])("%s: nothing was sent, and it may pass", (code) =>
  expect(messageOf(coded(code))).toEqual({ phase: "connect", sent: false, passing: true }),
);
it.each(["ENOTFOUND", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID"])(
  "%s: nothing was sent, and it stays",
  (code) => expect(messageOf(coded(code))).toEqual({ phase: "connect", sent: false, passing: false }),
);
it.each(["ECONNRESET", "UND_ERR_SOCKET", "EPIPE"])("%s: it may have arrived", (code) => {
  expect(messageOf(coded(code))).toEqual({ phase: "protocol", passing: true });
});

it("names the phase and the limit of each timeout", () => {
  expect(messageOf(coded("UND_ERR_CONNECT_TIMEOUT"))).toEqual({
    phase: "timeout",
    during: "connect",
    limitMs: 10_000,
    sent: false,
  });
  expect(messageOf(coded("UND_ERR_HEADERS_TIMEOUT"))).toEqual({
    phase: "timeout",
    during: "headers",
    limitMs: 700,
    sent: true,
  });
  expect(messageOf(coded("UND_ERR_BODY_TIMEOUT"))).toEqual({ phase: "timeout", during: "body", limitMs: 800 });
});

it("counts a request as sent once a redirect was followed, whatever came after it", () => {
  const redirected = { ...fresh, redirected: true };
  expect(messageOf(coded("ECONNREFUSED"), redirected)).toEqual({ phase: "connect", sent: true, passing: false });
  expect(messageOf(new OutboundError("refused", "x", { sent: false }), redirected)).toEqual({
    phase: "refused",
    sent: true,
    passing: false,
  });
});
