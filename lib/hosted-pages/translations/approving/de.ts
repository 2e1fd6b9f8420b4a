/** The texts of the pages of approvals in German. */
import type { ApprovingTexts } from "../translation";

export const de: ApprovingTexts = {
  title: "Diese Aktion erlauben?",
  wants: "Ein Agent von {app} möchte {tool} für den Benutzer {user} ausführen.",
  account: "Dabei wird das Konto {account} verwendet.",
  details: "Alle Angaben",
  countsOnce: "Ihre Entscheidung gilt nur für diese Aktion.",
  countsForSession: "Wenn Sie zustimmen, darf der Agent dieses Tool bis zum Ende seiner Sitzung verwenden.",
  allow: "Erlauben",
  deny: "Ablehnen",
  footer:
    "Dieser Link ist für {approver} bestimmt und funktioniert einmal. Fahren Sie nur fort, wenn Sie dem Absender vertrauen.",
  allowed: ["Erlaubt", "Die Aktion wird jetzt ausgeführt."],
  denied: ["Abgelehnt", "Die Aktion wird nicht ausgeführt."],
  unknown: ["Dieser Link funktioniert nicht", "Er ist unvollständig oder ungültig."],
  expired: ["Dieser Link ist abgelaufen", "Niemand hat rechtzeitig entschieden. Es wurde nichts erlaubt."],
  replay: ["Dieser Link wurde bereits verwendet", "Er funktioniert nur einmal."],
  decided: ["Bereits entschieden", "Über diese Aktion wurde bereits entschieden."],
  changed: [
    "Die Aktion hat sich geändert",
    "Die Angaben sind jetzt andere, daher gilt dieser Link nicht. Es wurde nichts erlaubt.",
  ],
  listTitle: "Ihre Freigaben",
  listIntro:
    "Agenten von {app} möchten diese Aktionen für Sie ausführen. Nichts wird ausgeführt, bevor Sie es erlauben.",
  none: "Es wartet nichts auf Ihre Entscheidung.",
  look: "Ansehen",
  expires: "Läuft ab: {time}",
  identical: "Wartende gleiche Aktionen: {count}",
  allowAll: "Alle erlauben ({count})",
  back: "Ihre Freigaben",
  notFound: ["Freigabe nicht gefunden", "Sie ist abgelaufen, bereits entschieden oder gehört jemand anderem."],
  notSignedIn: [
    "Sie sind nicht angemeldet",
    "Melden Sie sich an, um Ihre Freigaben zu sehen. Eine Anmeldung gilt eine Stunde.",
    "Kehren Sie zur App zurück und öffnen Sie dort Ihre Freigaben.",
  ],
  over: [
    "Ihre Anmeldung ist abgelaufen",
    "Eine Anmeldung gilt eine Stunde.",
    "Für einen neuen Link öffnen Sie Ihre Freigaben erneut in {app}.",
  ],
  signedOut: ["Sie sind abgemeldet", "Um Ihre Freigaben wieder zu sehen, öffnen Sie sie in {app}."],
};
