/** The revisions of MCP that are spoken here (https://modelcontextprotocol.io/specification). */

/** The revision without a handshake: each request says everything about itself. */
export const STATELESS = "2026-07-28";

/** Revisions that begin with `initialize`, newest first. */
export const HANDSHAKE = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** All of them, newest first. */
export const SUPPORTED: readonly string[] = [STATELESS, ...HANDSHAKE];

const handshakes: readonly unknown[] = HANDSHAKE;

export const isHandshake = (version: unknown): boolean => handshakes.includes(version);

/** The revision for a client that asks for one: this one, or our newest, which it may refuse. */
export const negotiate = (asked: unknown): string => (isHandshake(asked) ? (asked as string) : HANDSHAKE[0]);
