/** The texts of the pages of approvals in Spanish. */
import type { ApprovingTexts } from "../translation";

export const es: ApprovingTexts = {
  title: "¿Permitir esta acción?",
  wants: "Un agente de {app} quiere ejecutar {tool} para el usuario {user}.",
  account: "Utiliza la cuenta {account}.",
  details: "Todos los detalles",
  countsOnce: "Tu decisión vale solo para esta acción.",
  countsForSession: "Si lo permites, el agente podrá usar esta herramienta durante el resto de su sesión.",
  allow: "Permitir",
  deny: "Denegar",
  footer: "Este enlace es para {approver} y funciona una sola vez. Continúa solo si confías en quien lo envió.",
  allowed: ["Permitida", "La acción se está ejecutando."],
  denied: ["Denegada", "La acción no se ejecutará."],
  unknown: ["Este enlace no funciona", "Está incompleto o no es válido."],
  expired: ["Este enlace ha caducado", "Nadie decidió a tiempo. No se permitió nada."],
  replay: ["Este enlace ya se utilizó", "Solo funciona una vez."],
  decided: ["Ya está decidido", "Ya se ha decidido sobre esta acción."],
  changed: [
    "La acción ha cambiado",
    "Los detalles ya no son los mismos, así que este enlace no vale. No se permitió nada.",
  ],
  listTitle: "Tus aprobaciones",
  listIntro:
    "Los agentes de {app} quieren ejecutar estas acciones en tu nombre. No se ejecuta nada hasta que lo permitas.",
  none: "No hay nada pendiente de tu decisión.",
  look: "Revisar",
  expires: "Caduca: {time}",
  identical: "Acciones idénticas pendientes: {count}",
  allowAll: "Permitir todas ({count})",
  back: "Tus aprobaciones",
  notFound: ["Aprobación no encontrada", "Ha caducado, ya está decidida o es de otra persona."],
  notSignedIn: [
    "No has iniciado sesión",
    "Inicia sesión para ver tus aprobaciones. La sesión dura una hora.",
    "Vuelve a la aplicación y abre tus aprobaciones.",
  ],
  over: [
    "Tu sesión ha caducado",
    "La sesión dura una hora.",
    "Para recibir un enlace nuevo, abre de nuevo tus aprobaciones en {app}.",
  ],
  signedOut: ["Has cerrado la sesión", "Para ver de nuevo tus aprobaciones, ábrelas en {app}."],
};
