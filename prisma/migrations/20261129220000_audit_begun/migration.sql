-- Changes that have begun and have no event in the audit trail yet.
CREATE TABLE "audit_begun" (
    "id" BIGSERIAL NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "copy" TEXT NOT NULL,
    "event" JSONB NOT NULL,

    CONSTRAINT "audit_begun_pkey" PRIMARY KEY ("id")
);
