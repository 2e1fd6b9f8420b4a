-- CreateTable
CREATE TABLE "callback_session" (
    "hash" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_session_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "callback_session_account_id_idx" ON "callback_session"("account_id");

-- CreateIndex
CREATE INDEX "callback_session_expires_at_idx" ON "callback_session"("expires_at");
