/** The owner's account and the first project; signs in at the end. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { call, query } from "@/lib/contract/client";
import { SetupFields } from "./setup-fields";
import { isSignedIn } from "./sign-in";

export function SetupForm({ demo }: { demo: boolean }) {
  const token = useSearchParams().get("token") ?? "";
  const setup = useQuery({
    ...query(accessApi.getSetup, { query: { token } }),
    staleTime: Infinity,
  });
  return (
    <QueryView query={setup} what="the set-up" skeleton={<Shape />}>
      {({ open, owner }) =>
        open ? (
          <>
            <What demo={demo} />
            <OwnerForm token={token} demo={demo} />
          </>
        ) : owner ? (
          <IsSetUp />
        ) : (
          <Closed />
        )
      }
    </QueryView>
  );
}

/** Not above a link that does nothing any more. */
const What = ({ demo }: { demo: boolean }) => (
  <p className="-mt-4 mb-5 text-sm text-muted">
    {demo ? "Create the owner’s account." : "Create the owner’s account and the first project."} This link works once.
  </p>
);

function Shape() {
  return (
    <div className="space-y-5">
      {[1, 2, 3].map((row) => (
        <div key={row} className="space-y-2">
          <Skeleton className="w-24" />
          <Skeleton className="h-8" />
        </div>
      ))}
    </div>
  );
}

const Closed = () => (
  <Alert tone="warning" title="This link does not work">
    It has expired, is incomplete, or was replaced by a newer one. Restart Patchbay to get a new link.
  </Alert>
);

const IsSetUp = () => (
  <div className="space-y-4">
    <Alert tone="info" title="This server is already set up">
      It has an owner, so this link no longer works.
    </Alert>
    <Button asChild variant="outline">
      <Link href="/">Go to the dashboard</Link>
    </Button>
  </div>
);

const EMPTY = { email: "Enter your email.", password: "Enter a password." };
const WORDS = {
  email: "Enter a full email address, such as ada@example.com.",
  password: "Use at least 10 characters.",
};

function OwnerForm({ token, demo }: { token: string; demo: boolean }) {
  const form = useForm({
    schema: () => import("./form-schemas").then(({ Owner }) => Owner),
    initial: { email: "", password: "", name: "", organization_name: "", project_name: "" },
    empty: EMPTY,
    words: WORDS,
    submit: async (values) => {
      await call(accessApi.completeSetup, { body: { ...values, token } });
      window.location.replace((await isSignedIn(values.email, values.password)) ? "/" : "/login");
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <SetupFields control={form.control} error={form.error} demo={demo} />
      {form.failure ? <ErrorState title="Couldn’t create the account" error={form.failure} /> : null}
      <Button type="submit" size="lg" className="w-full" disabled={form.pending}>
        {form.pending ? "Creating the account" : "Create the owner account"}
      </Button>
    </Form>
  );
}
