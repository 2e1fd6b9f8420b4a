/** Saves the project as files without secrets, and brings such files into it. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { useMay } from "@/components/access/use-session";
import { saveFile } from "@/components/parts/display/save-file";
import { toFileName } from "@/components/parts/display/to-file-name";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { projectCopyApi } from "@/generated/addresses/project-copy";
import { download } from "@/lib/contract/client";

const ImportWindow = dynamic(() => import("./import-window").then(({ ImportWindow }) => ImportWindow), { ssr: false });

const TYPES = ".tar.gz,.tgz,application/gzip";

export function ProjectCopy({ name }: { name: string }) {
  const toast = useToast();
  const mayImport = useMay("project_config:write");
  const chooser = useRef<HTMLInputElement>(null);
  const [archive, setArchive] = useState<File>();
  const save = useMutation({
    mutationFn: async () =>
      saveFile(await download(projectCopyApi.exportProject, {}), toFileName("project", name, new Date(), "tar.gz")),
    onError: (error) => toast(`The export failed. ${error.message}`, { tone: "error" }),
  });
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden /> {save.isPending ? "Exporting" : "Export"}
        </Button>
        {mayImport ? (
          <>
            <input
              ref={chooser}
              type="file"
              accept={TYPES}
              aria-label="Exported files"
              hidden
              onChange={(event) => {
                setArchive(event.currentTarget.files?.[0]);
                // The same file may be chosen again after it was changed.
                event.currentTarget.value = "";
              }}
            />
            <Button variant="outline" aria-haspopup="dialog" onClick={() => chooser.current?.click()}>
              <FileUp aria-hidden /> Import
            </Button>
          </>
        ) : null}
      </div>
      <p className="text-sm text-muted">
        {mayImport
          ? "Preview an import before it runs. It never deletes anything."
          : "Only developers, admins and owners can import files."}
      </p>
      {archive ? <ImportWindow archive={archive} onClose={() => setArchive(undefined)} /> : null}
    </div>
  );
}
