/** The texts of the pages on which people allow programs, in German. */
import type { ConsentTexts } from "./wording";

export const de: ConsentTexts = {
  title: "{client} erlauben?",
  wants: "{client} möchte die Werkzeuge von {server} von {app} für Sie nutzen.",
  vouched: "{host} steht dafür ein.",
  unchecked: "Es hat sich diesen Namen selbst gegeben, und niemand hat ihn geprüft.",
  atHost: "Es geht weiter bei {host}.",
  onComputer: "Es läuft auf Ihrem eigenen Computer ({host}).",
  onDevice: "Es ist eine App auf diesem Gerät ({scheme}).",
  actsAs: "Es handelt als {user}, mit den Konten, die Sie verbunden haben.",
  actAs: "Handeln als Benutzer",
  actAsHelp:
    "Wessen verbundene Konten es nutzt. Hier steht Ihre eigene Kennung; als Mitglied des Projekts dürfen Sie für jeden Benutzer handeln.",
  oneTool: "{count} Werkzeug",
  tools: "{count} Werkzeuge",
  choose: "{tools}: Wählen Sie die Apps",
  whichTools: "Welche Werkzeuge von {toolkit}",
  more: "und {count} weitere",
  allow: "Erlauben",
  deny: "Nicht erlauben",
  footer: "Fahren Sie nur fort, wenn Sie {client} gerade selbst verbinden wollten.",
  endAnyTime: "Sie können diesen Zugriff jederzeit auf der Seite Ihrer Verbindungen beenden.",
  appEnds: "{app} kann diesen Zugriff jederzeit beenden.",
  whichUser: "Sagen Sie, als welcher Benutzer das Programm handelt.",
  whichApp: "Wählen Sie mindestens eine App.",
  refused: "Dieses Programm kann nicht verbunden werden",
  nothingAllowed: "Es wurde nichts erlaubt.",
  tryThere:
    "Gehen Sie zurück zu dem Programm, und versuchen Sie es noch einmal. Wenn das nicht hilft, sagen Sie es denen, die es gemacht haben.",
  foreignAddress: "Das Programm hat um eine Adresse gebeten, die ihm nicht gehört.",
  unknownClient: "Dieser Server kennt das Programm nicht, oder er konnte nicht prüfen, was es über sich sagt.",
  foreignTools: "Das Programm hat um Werkzeuge gebeten, die dieser Server nicht hat.",
  needsKey:
    "Das Programm hat keine Adresse genannt, an der man sich anmelden kann. Die Adressen von Sitzungen und des Verwaltungsservers brauchen einen Schlüssel: Tragen Sie ihn im Programm als Header x-api-key ein.",
  oddRequest: "Das Programm hat eine Anfrage geschickt, die dieser Server nicht versteht.",
  tooMany: "Zu viele Programme haben aus Ihrem Netz angefragt. Warten Sie eine Weile.",
  backTo: "Zurück zu {client}",
  signInTitle: "Melden Sie sich an, um fortzufahren",
  signInWants: "{client} möchte die Werkzeuge von {server} nutzen. Zuerst muss {app} wissen, wer Sie sind.",
  continueWith: "Weiter mit {app}",
  openLink:
    "Wenn Sie {app} nutzen: Öffnen Sie in diesem Browser den Anmelde-Link, den Sie dort bekommen, und laden Sie dann diese Seite neu.",
  members: "Mitglieder des Projekts: {link}.",
  dashboard: "am Dashboard anmelden",
};
