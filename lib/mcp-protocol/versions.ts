/** The revisions of MCP that are spoken here (https://modelcontextprotocol.io/specification). */

/** The revision without a handshake: each request describes itself completely. */
export const STATELESS = "2026-07-28";

/** Revisions that begin with `initialize`, newest first. */
export const HANDSHAKE = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** All of them, newest first. */
export const SUPPORTED: readonly string[] = [STATELESS, ...HANDSHAKE];

const handshakes: readonly unknown[] = HANDSHAKE;

export const isHandshake = (version: unknown): boolean => handshakes.includes(version);

/** The revision for a client that asks for a revision: the same, or our newest, which the client can refuse. */
export const negotiate = (version: unknown): string => (isHandshake(version) ? (version as string) : HANDSHAKE[0]);
