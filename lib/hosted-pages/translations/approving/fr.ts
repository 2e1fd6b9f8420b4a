/** The texts of the pages of approvals in French. */
import type { ApprovingTexts } from "../translation";

export const fr: ApprovingTexts = {
  title: "Autoriser cette action ?",
  wants: "Un agent de {app} souhaite exécuter {tool} pour l’utilisateur {user}.",
  account: "Il utilise le compte {account}.",
  details: "Tous les détails",
  countsOnce: "Votre décision ne vaut que pour cette action.",
  countsForSession: "Si vous l’autorisez, l’agent pourra utiliser cet outil jusqu’à la fin de sa session.",
  allow: "Autoriser",
  deny: "Refuser",
  footer:
    "Ce lien est destiné à {approver} et fonctionne une seule fois. Continuez uniquement si vous faites confiance à l’expéditeur.",
  allowed: ["Autorisée", "L’action est en cours d’exécution."],
  denied: ["Refusée", "L’action ne sera pas exécutée."],
  unknown: ["Ce lien ne fonctionne pas", "Il est incomplet ou non valide."],
  expired: ["Ce lien a expiré", "Personne n’a décidé à temps. Rien n’a été autorisé."],
  replay: ["Ce lien a déjà été utilisé", "Il ne fonctionne qu’une fois."],
  decided: ["Déjà décidé", "Une décision a déjà été prise sur cette action."],
  changed: [
    "L’action a changé",
    "Les détails sont désormais différents ; ce lien n’est donc plus valable. Rien n’a été autorisé.",
  ],
  listTitle: "Vos approbations",
  listIntro:
    "Des agents de {app} souhaitent exécuter ces actions à votre demande. Rien n’est exécuté sans votre accord.",
  none: "Aucune décision n’est en attente.",
  look: "Examiner",
  expires: "Expire : {time}",
  identical: "Actions identiques en attente : {count}",
  allowAll: "Tout autoriser ({count})",
  back: "Vos approbations",
  notFound: [
    "Approbation introuvable",
    "Elle a expiré, a déjà fait l’objet d’une décision ou appartient à quelqu’un d’autre.",
  ],
  notSignedIn: [
    "Connexion requise",
    "Connectez-vous pour voir vos approbations. Une session dure une heure.",
    "Retournez dans l’application et ouvrez vos approbations.",
  ],
  over: [
    "Votre session a expiré",
    "Une session dure une heure.",
    "Pour recevoir un nouveau lien, ouvrez de nouveau vos approbations dans {app}.",
  ],
  signedOut: ["Déconnexion réussie", "Pour revoir vos approbations, ouvrez-les dans {app}."],
};
