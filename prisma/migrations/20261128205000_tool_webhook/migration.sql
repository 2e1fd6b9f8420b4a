-- The receiver that decides about every call of a project. An older copy of the app beside this one does not ask it.
CREATE TABLE "tool_webhook" (
    "project_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "is_before" BOOLEAN NOT NULL,
    "is_after" BOOLEAN NOT NULL,
    "timeout_seconds" INTEGER NOT NULL,
    "on_failure" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_webhook_pkey" PRIMARY KEY ("project_id")
);
