-- What an agent reported about a tool's result; null = a person marked a search.
ALTER TABLE "wrong_result" ADD COLUMN "outcome" TEXT;
