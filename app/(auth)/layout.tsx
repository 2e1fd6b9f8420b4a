/** The pages before the dashboard: the mark, and one narrow column. */
import type { ReactNode } from "react";
import { Logo } from "@/components/parts/shell/logo";
import { Providers } from "@/components/parts/shell/providers";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4 pt-[12vh] pb-12">
      <p className="mb-8 flex items-center gap-2 text-base font-semibold tracking-tight">
        <Logo className="size-6" /> Patchbay
      </p>
      <Providers>{children}</Providers>
    </main>
  );
}
