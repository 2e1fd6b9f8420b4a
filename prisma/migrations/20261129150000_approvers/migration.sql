-- Who may decide about calls that wait: of a project, of a rule, and of each call when it began to wait.
ALTER TABLE "approval_policy" ADD COLUMN "approvers" JSONB;
ALTER TABLE "approval_rule" ADD COLUMN "approvers" JSONB;
-- Calls with the same `equal_print` do exactly the same; null for calls that older versions parked.
ALTER TABLE "parked_call" ADD COLUMN "approvers" JSONB, ADD COLUMN "equal_print" TEXT;
