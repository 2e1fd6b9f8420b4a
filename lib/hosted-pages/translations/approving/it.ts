/** The texts of the pages of approvals in Italian. */
import type { ApprovingTexts } from "../translation";

export const it: ApprovingTexts = {
  title: "Consentire questa azione?",
  wants: "Un agente di {app} vuole eseguire {tool} per l’utente {user}.",
  account: "Utilizza l’account {account}.",
  details: "Tutti i dettagli",
  countsOnce: "La tua decisione vale solo per questa azione.",
  countsForSession: "Se acconsenti, l’agente potrà usare questo strumento fino alla fine della sessione.",
  allow: "Consenti",
  deny: "Rifiuta",
  footer:
    "Questo link è destinato a {approver} e funziona una sola volta. Continua solo se ti fidi di chi lo ha inviato.",
  allowed: ["Consentita", "L’azione è in corso."],
  denied: ["Rifiutata", "L’azione non verrà eseguita."],
  unknown: ["Questo link non funziona", "È incompleto o non valido."],
  expired: ["Questo link è scaduto", "Nessuno ha deciso in tempo. Non è stato consentito nulla."],
  replay: ["Questo link è già stato usato", "Funziona una sola volta."],
  decided: ["Già deciso", "È già stata presa una decisione su questa azione."],
  changed: [
    "L’azione è cambiata",
    "I dettagli ora sono diversi, quindi questo link non vale. Non è stato consentito nulla.",
  ],
  listTitle: "Le tue approvazioni",
  listIntro:
    "Gli agenti di {app} vogliono eseguire queste azioni a tuo nome. Non viene eseguito nulla finché non lo consenti.",
  none: "Non c’è nulla in attesa della tua decisione.",
  look: "Controlla",
  expires: "Scade: {time}",
  identical: "Azioni identiche in attesa: {count}",
  allowAll: "Consenti tutte ({count})",
  back: "Le tue approvazioni",
  notFound: ["Approvazione non trovata", "È scaduta, è già stata decisa o appartiene a un’altra persona."],
  notSignedIn: [
    "Non hai effettuato l’accesso",
    "Accedi per vedere le tue approvazioni. L’accesso dura un’ora.",
    "Torna all’app e apri le tue approvazioni.",
  ],
  over: [
    "La tua sessione è scaduta",
    "L’accesso dura un’ora.",
    "Per ricevere un nuovo link, apri di nuovo le tue approvazioni in {app}.",
  ],
  signedOut: ["Disconnessione effettuata", "Per rivedere le tue approvazioni, aprile in {app}."],
};
