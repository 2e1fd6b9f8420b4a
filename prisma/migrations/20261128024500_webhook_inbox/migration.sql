-- What came to the test receivers of projects. A running older copy does not know the table: its deliveries to a test
-- receiver fail and are tried again.
CREATE TABLE "webhook_inbox" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "content" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_inbox_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "webhook_inbox_subscription_id_id_idx" ON "webhook_inbox"("subscription_id", "id");

CREATE INDEX "webhook_inbox_project_id_id_idx" ON "webhook_inbox"("project_id", "id");

CREATE INDEX "webhook_inbox_at_idx" ON "webhook_inbox"("at");
