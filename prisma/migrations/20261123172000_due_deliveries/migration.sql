-- Deliveries that are not ended, by receiver and by lane. Nearly all rows have ended, so they are left out.
DROP INDEX "webhook_delivery_subscription_id_next_at_seq_idx";
DROP INDEX "webhook_delivery_subscription_id_claimed_until_idx";
CREATE INDEX "webhook_delivery_subscription_id_next_at_seq_idx" ON "webhook_delivery"("subscription_id", "next_at", "seq") WHERE "next_at" IS NOT NULL;
CREATE INDEX "webhook_delivery_subscription_id_lane_next_at_seq_idx" ON "webhook_delivery"("subscription_id", "lane", "next_at", "seq") WHERE "next_at" IS NOT NULL;
CREATE INDEX "webhook_delivery_subscription_id_claimed_until_idx" ON "webhook_delivery"("subscription_id", "claimed_until") WHERE "claimed_until" IS NOT NULL;
CREATE INDEX "webhook_delivery_claimed_until_idx" ON "webhook_delivery"("claimed_until") WHERE "claimed_until" IS NOT NULL;
