-- Audit events get a place in a chain of hashes. Rows of older copies of the app have none until the next run of the job.
ALTER TABLE "audit_event" ADD COLUMN "sequence" BIGINT,
ADD COLUMN "previous_hash" TEXT,
ADD COLUMN "hash" TEXT;

ALTER TABLE "organization" ADD COLUMN "audit_days" INTEGER;

CREATE TABLE "audit_chain" (
    "organization_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "cut" BIGINT NOT NULL,
    "checkpoint" BIGINT NOT NULL,
    "checkpoint_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("organization_id")
);

CREATE TABLE "audit_checkpoint" (
    "organization_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "audit_checkpoint_pkey" PRIMARY KEY ("organization_id","sequence")
);

CREATE TABLE "audit_key" (
    "id" TEXT NOT NULL,
    "x" TEXT NOT NULL,
    "private_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_key_pkey" PRIMARY KEY ("id")
);
