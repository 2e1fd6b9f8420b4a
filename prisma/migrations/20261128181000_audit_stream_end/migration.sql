-- When an owner turned the stream of audit events off. It ends behind the event of that change.
ALTER TABLE "organization" ADD COLUMN "audit_stream_ends" TIMESTAMPTZ(3);
