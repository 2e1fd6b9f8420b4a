/** A part of a settings page: its subject on the left, the fields on the right. */
import { useId, type ReactNode } from "react";

/** The anchor of a part on its page, for links to it. */
export const toAnchor = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

type SettingsSectionProps = { title: string; text?: ReactNode; children: ReactNode };

export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      id={toAnchor(title)}
      aria-labelledby={id}
      className={
        "grid scroll-mt-16 grid-cols-1 gap-x-10 gap-y-4 border-t py-6 " +
        "first:border-t-0 first:pt-0 lg:grid-cols-[16rem_minmax(0,1fr)]"
      }
    >
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {text ? <p className="mt-1 text-sm text-muted">{text}</p> : null}
      </div>
      <div className="max-w-xl min-w-0">{children}</div>
    </section>
  );
}
