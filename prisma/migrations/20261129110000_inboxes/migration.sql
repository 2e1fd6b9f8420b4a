-- Inboxes are subscriptions without a receiver: their events wait until a program takes them. A copy of the app before
-- this version does not know that an inbox can be of one trigger, and records events of all triggers for it.
ALTER TABLE "webhook_subscription" ADD COLUMN "trigger_id" TEXT, ADD COLUMN "name" TEXT;
