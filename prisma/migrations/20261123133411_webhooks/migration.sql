-- CreateTable
CREATE TABLE "webhook_event" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "trigger_id" TEXT,
    "trigger_slug" TEXT,
    "toolkit_slug" TEXT,
    "user_id" TEXT,
    "account_id" TEXT,
    "auth_config_id" TEXT,
    "dedupe_key" TEXT,
    "sample" BOOLEAN NOT NULL DEFAULT false,
    "content" TEXT,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_subscription" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "enabled_events" TEXT[],
    "filters" JSONB NOT NULL DEFAULT '[]',
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "rest_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "lane" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'event',
    "url" TEXT,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "claim" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "url" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_headers" JSONB,
    "response_body" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_event_seq_key" ON "webhook_event"("seq");

-- CreateIndex
CREATE INDEX "webhook_event_project_id_seq_idx" ON "webhook_event"("project_id", "seq" DESC);

-- CreateIndex
CREATE INDEX "webhook_event_project_id_trigger_id_seq_idx" ON "webhook_event"("project_id", "trigger_id", "seq" DESC);

-- CreateIndex
CREATE INDEX "webhook_event_created_at_idx" ON "webhook_event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_event_project_id_dedupe_key_key" ON "webhook_event"("project_id", "dedupe_key");

-- CreateIndex
CREATE INDEX "webhook_subscription_project_id_created_at_id_idx" ON "webhook_subscription"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_event_id_idx" ON "webhook_delivery"("event_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_subscription_id_next_at_seq_idx" ON "webhook_delivery"("subscription_id", "next_at", "seq");

-- CreateIndex
CREATE INDEX "webhook_delivery_subscription_id_claimed_until_idx" ON "webhook_delivery"("subscription_id", "claimed_until");

-- CreateIndex
CREATE INDEX "webhook_attempt_delivery_id_idx" ON "webhook_attempt"("delivery_id");

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
