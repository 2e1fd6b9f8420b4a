/** How it stands with one toolkit, as COMPOSIO_MANAGE_CONNECTIONS tells it. */
export type Outcome = {
  status: "active" | "initiated" | "failed" | "removed";
  has_active_connection: boolean;
} & Record<string, unknown>;

export const failed = (error: string): Outcome => ({
  status: "failed",
  has_active_connection: false,
  error_message: error,
});
