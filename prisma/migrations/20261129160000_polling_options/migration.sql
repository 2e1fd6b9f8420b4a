-- How a trigger is polled, if its caller has chosen: whether its provider is not asked to report, and the minutes between
-- two polls.
ALTER TABLE "trigger_instance" ADD COLUMN "poll_only" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "poll_minutes" DOUBLE PRECISION;
