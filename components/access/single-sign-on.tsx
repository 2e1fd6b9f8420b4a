/** A button for each single sign-on that the operator set up; empty if the operator set up none. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { getProviders, signIn, type ClientSafeProvider } from "next-auth/react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

async function findOthers(): Promise<ClientSafeProvider[]> {
  const providers: Record<string, ClientSafeProvider> = (await getProviders()) ?? {};
  return Object.values(providers).filter(({ type }) => type !== "credentials");
}

/** `isAgain` asks the provider for the person's credentials, also if they are signed in there. */
export function SingleSignOn({ next, isAgain = false }: { next: string; isAgain?: boolean }) {
  const { data: others = [] } = useQuery({ queryKey: ["sign-in-providers"], queryFn: findOthers, staleTime: Infinity });
  if (others.length === 0) return null;
  return (
    <div className="mt-5 space-y-3">
      <p
        className={cn(
          "flex items-center gap-3 text-xs text-muted",
          "before:h-px before:flex-1 before:bg-line",
          "after:h-px after:flex-1 after:bg-line",
        )}
      >
        or
      </p>
      {others.map(({ id, name }) => (
        <Button
          key={id}
          variant="outline"
          size="lg"
          className="w-full"
          onClick={() => void signIn(id, { callbackUrl: next }, isAgain ? { prompt: "login" } : undefined)}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
