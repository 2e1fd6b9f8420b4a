-- CreateTable
CREATE TABLE "trigger_type" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "is_latest" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "config" JSON NOT NULL,
    "payload" JSON NOT NULL,
    "sample" JSON NOT NULL,
    "needs_endpoint" BOOLEAN NOT NULL,
    "run" JSONB NOT NULL,

    CONSTRAINT "trigger_type_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "client_id" TEXT,
    "secrets" TEXT,
    "last_refused_at" TIMESTAMPTZ(3),
    "last_refusal" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refused_request" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "refused_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trigger_instance" (
    "id" TEXT NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "toolkit_slug" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "auth_config_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "config_hash" TEXT NOT NULL,
    "endpoint_id" TEXT,
    "hook_id" TEXT,
    "owner_key" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "cursor" JSONB,
    "polled_at" TIMESTAMPTZ(3),
    "poll_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "events_count" INTEGER NOT NULL DEFAULT 0,
    "last_event_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trigger_instance_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoint_project_id_toolkit_slug_client_id_key" ON "webhook_endpoint"("project_id", "toolkit_slug", "client_id");

-- CreateIndex
CREATE INDEX "refused_request_endpoint_id_id_idx" ON "refused_request"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "trigger_instance_project_id_created_at_id_idx" ON "trigger_instance"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "trigger_instance_project_id_account_id_idx" ON "trigger_instance"("project_id", "account_id");

-- CreateIndex
CREATE INDEX "trigger_instance_endpoint_id_idx" ON "trigger_instance"("endpoint_id");

-- CreateIndex
CREATE INDEX "trigger_instance_poll_at_idx" ON "trigger_instance"("poll_at");

-- CreateIndex
CREATE UNIQUE INDEX "trigger_instance_project_id_slug_account_id_config_hash_key" ON "trigger_instance"("project_id", "slug", "account_id", "config_hash");

-- AddForeignKey
ALTER TABLE "refused_request" ADD CONSTRAINT "refused_request_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trigger_instance" ADD CONSTRAINT "trigger_instance_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;
