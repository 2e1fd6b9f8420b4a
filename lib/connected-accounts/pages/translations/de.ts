/** The texts of the pages for end users in German. */
import type { PageTexts } from "./wording";

export const de: PageTexts = {
  connect: "{toolkit} verbinden",
  wants: "{app} möchte Ihr {toolkit}-Konto für Sie nutzen.",
  continueAt: "Es geht weiter bei {host}: Dort melden Sie sich an und entscheiden, was Sie erlauben.",
  stored: "Ihre Angaben werden verschlüsselt gespeichert und für nichts anderes verwendet.",
  asksTo: "{app} bittet um Erlaubnis für",
  optional: "freiwillig",
  whereToFind: "Wo Sie das finden",
  continueTo: "Weiter zu {toolkit}",
  cancel: "Abbrechen",
  footer:
    "Fahren Sie nur fort, wenn Sie von {app} hierhergekommen sind. Dort können Sie die Verbindung jederzeit beenden.",
  languages: "Sprachen",
  attention: "Einige Felder brauchen Ihre Aufmerksamkeit.",
  required: "{field} fehlt noch.",
  oneLine: "muss in einer Zeile stehen.",
  number: "muss eine Zahl sein.",
  address: "muss eine Adresse sein, die dieser Server erreicht.",
  unknown: [
    "Dieser Link funktioniert nicht",
    "Die Adresse stammt nicht von uns, oder sie ist unvollständig.",
    "Gehen Sie zurück zu der App, von der Sie kommen, und beginnen Sie dort neu.",
  ],
  expired: [
    "Dieser Link ist abgelaufen",
    "Links zum Verbinden eines Kontos gelten zehn Minuten.",
    "Gehen Sie zurück zu der App, von der Sie kommen, und beginnen Sie dort neu.",
  ],
  used: [
    "Dieser Link wurde schon benutzt",
    "Jeder Link verbindet ein Konto genau einmal. Wenn Sie Ihres gerade verbunden haben, sind Sie fertig.",
    "Sonst gehen Sie zurück zu der App, von der Sie kommen, und beginnen dort neu.",
  ],
  unavailable: [
    "Dieses Konto kann gerade nicht verbunden werden",
    "Die App hat diese Verbindung abgeschaltet oder entfernt.",
    "Gehen Sie zurück zu der App, von der Sie kommen, und bitten Sie dort um Hilfe.",
  ],
  stale: [
    "Diese Anmeldung kann nicht abgeschlossen werden",
    "Sie wurde schon abgeschlossen, hat länger als zehn Minuten gedauert oder nicht hier begonnen.",
    "Gehen Sie zurück zu der App, von der Sie kommen, und beginnen Sie dort neu.",
  ],
  otherBrowser: [
    "Diese Anmeldung hat in einem anderen Browser begonnen",
    "Zu Ihrer Sicherheit kann sie nur in dem Browser abgeschlossen werden, in dem sie begonnen hat, und nur mit Cookies. Es wurde nichts verbunden.",
    "Gehen Sie zurück zu der App, von der Sie kommen, und beginnen Sie dort neu.",
  ],
  noCookies: [
    "Diese Anmeldung braucht Cookies",
    "Ihr Browser hat keines von uns geschickt: Er blockiert sie, oder die Anmeldung hat in einem anderen Browser begonnen. Es wurde nichts verbunden.",
    "Erlauben Sie Cookies für {host}. Gehen Sie dann zurück zu der App, von der Sie kommen, und beginnen Sie dort neu, in diesem Browser.",
  ],
  done: ["Ihr Konto ist verbunden", "Sie können diese Seite schließen und zu der App zurückgehen, von der Sie kommen."],
  failedTitle: "Ihr Konto wurde nicht verbunden",
  tryAgain: "Gehen Sie zurück zu der App, von der Sie kommen, und versuchen Sie es noch einmal.",
  cancelled: "Sie haben abgebrochen.",
  denied: "Sie haben nicht zugestimmt.",
  askForHelp: "Gehen Sie zurück zu der App, von der Sie kommen, und bitten Sie dort um Hilfe.",
  backToApp: "Zurück zur App",
  fields: {
    "API key": "API-Schlüssel",
    "Access token": "Zugriffstoken",
    "User name": "Benutzername",
    Password: "Passwort",
    "Key file": "Schlüsseldatei",
    Subdomain: "Subdomain",
    "Client ID": "Client-ID",
    "Client secret": "Client-Geheimnis",
  },
};
