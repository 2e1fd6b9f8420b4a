-- The webhook endpoint that receives the audit events of an organization, and the last event that it got.
ALTER TABLE "organization" ADD COLUMN "audit_stream_project" TEXT,
ADD COLUMN "audit_stream_subscription" TEXT,
ADD COLUMN "audit_streamed" INTEGER;
