/** The result for a toolkit in the answer of COMPOSIO_MANAGE_CONNECTIONS. */
export type Outcome = {
  status: "active" | "initiated" | "failed" | "removed";
  has_active_connection: boolean;
} & Record<string, unknown>;

export const failed = (error: string): Outcome => ({
  status: "failed",
  has_active_connection: false,
  error_message: error,
});
