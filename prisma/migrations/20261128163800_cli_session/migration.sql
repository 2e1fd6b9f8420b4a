-- Sign-ins of command lines; each row lasts ten minutes.
CREATE TABLE "cli_session" (
    "hash" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "source" TEXT,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" TEXT,
    "organization_id" TEXT,
    "project_id" TEXT,
    "linked_at" TIMESTAMPTZ(3),
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "cli_session_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "cli_session_expires_at_idx" ON "cli_session"("expires_at");
CREATE INDEX "cli_session_project_id_idx" ON "cli_session"("project_id");
