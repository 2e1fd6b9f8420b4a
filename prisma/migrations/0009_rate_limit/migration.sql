-- CreateTable
CREATE TABLE "rate_limit_bucket" (
    "subject" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "used" INTEGER NOT NULL,
    "granted" INTEGER NOT NULL,

    CONSTRAINT "rate_limit_bucket_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "rate_limit_bucket_window_start_idx" ON "rate_limit_bucket"("window_start");
