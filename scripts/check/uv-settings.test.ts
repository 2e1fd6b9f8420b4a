/** uv installs from the index that pip is set to. */
import { describe, expect, it } from "vitest";
import { toUvSettings } from "./uv-settings.mjs";

const OFFICE = "https://pypi.office.example/simple";

describe("the settings of uv", () => {
  it("are empty without settings of pip", () => {
    expect(toUvSettings("", {})).toEqual({});
    expect(toUvSettings(":env:.default-timeout='180'\nglobal.find-links='/opt/wheels'\n", {})).toEqual({});
  });

  it("name the index of pip's file", () => {
    expect(toUvSettings(`global.index-url='${OFFICE}'\n`, {})).toEqual({ UV_DEFAULT_INDEX: OFFICE });
  });

  it("prefer a variable to the section for installations, and that to the one for all commands", () => {
    const lines = [
      ":env:.index-url='https://variable.example'",
      "global.index-url='https://all.example'",
      "install.index-url='https://installations.example'",
      "download.index-url='https://downloads.example'",
    ];
    expect(toUvSettings(lines.join("\n"), {})).toEqual({ UV_DEFAULT_INDEX: "https://variable.example" });
    expect(toUvSettings(lines.slice(1).join("\n"), {})).toEqual({ UV_DEFAULT_INDEX: "https://installations.example" });
  });

  it("name further indexes, trusted hosts and certificates", () => {
    const list = [
      "global.cert='/etc/office.pem'",
      "global.extra-index-url='\\nhttps://a.example/simple\\nhttps://b.example/simple'",
      'global.trusted-host="a.example b.example"',
    ].join("\n");
    expect(toUvSettings(list, {})).toEqual({
      SSL_CERT_FILE: "/etc/office.pem",
      UV_INDEX: "https://a.example/simple https://b.example/simple",
      UV_INSECURE_HOST: "a.example b.example",
    });
  });

  it("leave what is set for uv itself", () => {
    const list = `global.index-url='${OFFICE}'\nglobal.cert='/etc/office.pem'`;
    expect(toUvSettings(list, { UV_INDEX_URL: "https://uv.example" })).toEqual({ SSL_CERT_FILE: "/etc/office.pem" });
    expect(toUvSettings(list, { SSL_CERT_FILE: "/etc/all.pem" })).toEqual({ UV_DEFAULT_INDEX: OFFICE });
  });
});
