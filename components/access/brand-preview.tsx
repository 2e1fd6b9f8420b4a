/** The true connect page with the name, the logo and the color that are being typed. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { connectPagesApi } from "@/generated/addresses/connected-accounts/pages";
import { query } from "@/lib/contract/client";

/** Without a name, the page shows the saved one. */
type BrandPreviewProps = { name: string; logoUrl: string; accent: string };

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** An app that everybody knows, whose page asks for consent. */
const EXAMPLE = { toolkit_slug: "github", scheme: "OAUTH2" } as const;

export function BrandPreview({ name, logoUrl, accent }: BrandPreviewProps) {
  const shownName = useDeferredValue(name);
  const logo = isWebAddress(logoUrl) ? logoUrl : "";
  const { data, isError } = useQuery({
    ...query(connectPagesApi.previewConnectPage, {
      body: {
        ...EXAMPLE,
        ...(shownName && { name: shownName.slice(0, 100) }),
        logo_url: logo,
        accent_color: /^#[0-9a-f]{6}$/i.test(accent) ? accent : "",
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return (
    <figure className="min-h-[30rem]">
      <figcaption className="mb-2 text-xs text-muted">
        {isError ? "Couldn’t load the preview." : "The connect page, for GitHub"}{" "}
        {logo ? <LogoProblem key={logo} src={logo} /> : null}
      </figcaption>
      {data ? (
        <iframe
          title="Preview of the connect page"
          sandbox=""
          srcDoc={data.html}
          className="h-[28rem] w-full rounded-lg border"
        />
      ) : (
        <div className="h-[28rem] rounded-lg border bg-surface" />
      )}
    </figure>
  );
}

/** Needs a `key` with its address: the state of one picture does not apply to the next. */
function LogoProblem({ src }: { src: string }) {
  const [broken, setBroken] = useState(false);
  return broken ? (
    <span role="status" className="text-danger">
      The image of the logo does not load.
    </span>
  ) : (
    <img src={src} alt="" hidden referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  );
}
