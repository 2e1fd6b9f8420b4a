/** A function that sends a request with the credential of a tenant. */
export type Reply = { status: number; text: string };
export type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
