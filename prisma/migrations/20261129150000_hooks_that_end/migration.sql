-- Hooks that their provider ends by itself: they are renewed before, and a report through them polls the trigger.
ALTER TABLE "trigger_instance"
  ADD COLUMN "hook_ends_at" TIMESTAMPTZ(3),
  ADD COLUMN "hook_renew_at" TIMESTAMPTZ(3),
  ADD COLUMN "hook_facts" JSONB,
  ADD COLUMN "hook_url" TEXT,
  ADD COLUMN "hook_heard_at" TIMESTAMPTZ(3),
  ADD COLUMN "hook_failures" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "hook_error" TEXT,
  ADD COLUMN "signaled_at" TIMESTAMPTZ(3);
