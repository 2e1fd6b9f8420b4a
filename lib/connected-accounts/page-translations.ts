/** The texts of the pages for end users in the languages besides English. */
import type { PageTexts } from "./page-texts";

const es: PageTexts = {
  connect: "Conectar {toolkit}", wants: "{app} quiere usar tu cuenta de {toolkit} por ti.", continueAt: "Sigues en {host}, inicias sesión allí y decides qué permites.",
  stored: "Lo que escribes se guarda cifrado y no se usa para nada más.", asksTo: "{app} pide permiso para", optional: "opcional", whereToFind: "Dónde encontrarlo",
  continueTo: "Continuar a {toolkit}", cancel: "Cancelar", footer: "Continúa solo si has llegado aquí desde {app}. Allí puedes terminar la conexión en cualquier momento.", languages: "Idiomas",
  attention: "Algunos campos necesitan tu atención.", required: "{field}: este campo es obligatorio.", oneLine: "debe ocupar una sola línea.", number: "debe ser un número.", address: "debe ser una dirección a la que este servidor pueda llegar.",
  unknown: ["Este enlace no funciona", "La dirección no es una de las nuestras o está incompleta.", "Vuelve a la aplicación de la que vienes y empieza allí de nuevo."],
  expired: ["Este enlace ha caducado", "Los enlaces para conectar una cuenta funcionan durante diez minutos.", "Vuelve a la aplicación de la que vienes y empieza allí de nuevo."],
  used: ["Este enlace ya se ha usado", "Cada enlace conecta una cuenta una sola vez. Si acabas de conectar la tuya, ya está.", "Si no, vuelve a la aplicación de la que vienes y empieza allí de nuevo."],
  unavailable: ["Esta cuenta no se puede conectar ahora", "La aplicación ha desactivado o eliminado esta conexión.", "Vuelve a la aplicación de la que vienes y pide ayuda allí."],
  stale: ["Este inicio de sesión no se puede terminar", "Ya se terminó, tardó más de diez minutos o no empezó aquí.", "Vuelve a la aplicación de la que vienes y empieza allí de nuevo."],
  otherBrowser: ["Este inicio de sesión empezó en otro navegador", "Por tu seguridad solo se puede terminar en el navegador donde empezó, con las cookies activadas. No se ha conectado nada.", "Vuelve a la aplicación de la que vienes y empieza allí de nuevo."],
  done: ["Tu cuenta está conectada", "Puedes cerrar esta página y volver a la aplicación de la que vienes."],
  failedTitle: "Tu cuenta no se ha conectado", tryAgain: "Vuelve a la aplicación de la que vienes para intentarlo de nuevo.", cancelled: "Has cancelado.", denied: "No has dado tu permiso.",
  askForHelp: "Vuelve a la aplicación de la que vienes y pide ayuda allí.", backToApp: "Volver a la aplicación",
  fields: { "API key": "Clave de API", "Access token": "Token de acceso", "User name": "Nombre de usuario", Password: "Contraseña", "Key file": "Archivo de clave", Subdomain: "Subdominio", "Client ID": "ID de cliente", "Client secret": "Secreto de cliente" },
};

const de: PageTexts = {
  connect: "{toolkit} verbinden", wants: "{app} möchte Ihr {toolkit}-Konto für Sie nutzen.", continueAt: "Es geht weiter bei {host}: Dort melden Sie sich an und entscheiden, was Sie erlauben.",
  stored: "Ihre Angaben werden verschlüsselt gespeichert und für nichts anderes verwendet.", asksTo: "{app} bittet um Erlaubnis für", optional: "freiwillig", whereToFind: "Wo Sie das finden",
  continueTo: "Weiter zu {toolkit}", cancel: "Abbrechen", footer: "Fahren Sie nur fort, wenn Sie von {app} hierhergekommen sind. Dort können Sie die Verbindung jederzeit beenden.", languages: "Sprachen",
  attention: "Einige Felder brauchen Ihre Aufmerksamkeit.", required: "{field} fehlt noch.", oneLine: "muss in einer Zeile stehen.", number: "muss eine Zahl sein.", address: "muss eine Adresse sein, die dieser Server erreicht.",
  unknown: ["Dieser Link funktioniert nicht", "Die Adresse stammt nicht von uns, oder sie ist unvollständig.", "Gehen Sie zurück zu der App, von der Sie kommen, und beginnen Sie dort neu."],
  expired: ["Dieser Link ist abgelaufen", "Links zum Verbinden eines Kontos gelten zehn Minuten.", "Gehen Sie zurück zu der App, von der Sie kommen, und beginnen Sie dort neu."],
  used: ["Dieser Link wurde schon benutzt", "Jeder Link verbindet ein Konto genau einmal. Wenn Sie Ihres gerade verbunden haben, sind Sie fertig.", "Sonst gehen Sie zurück zu der App, von der Sie kommen, und beginnen dort neu."],
  unavailable: ["Dieses Konto kann gerade nicht verbunden werden", "Die App hat diese Verbindung abgeschaltet oder entfernt.", "Gehen Sie zurück zu der App, von der Sie kommen, und bitten Sie dort um Hilfe."],
  stale: ["Diese Anmeldung kann nicht abgeschlossen werden", "Sie wurde schon abgeschlossen, hat länger als zehn Minuten gedauert oder nicht hier begonnen.", "Gehen Sie zurück zu der App, von der Sie kommen, und beginnen Sie dort neu."],
  otherBrowser: ["Diese Anmeldung hat in einem anderen Browser begonnen", "Zu Ihrer Sicherheit kann sie nur in dem Browser abgeschlossen werden, in dem sie begonnen hat, und nur mit Cookies. Es wurde nichts verbunden.", "Gehen Sie zurück zu der App, von der Sie kommen, und beginnen Sie dort neu."],
  done: ["Ihr Konto ist verbunden", "Sie können diese Seite schließen und zu der App zurückgehen, von der Sie kommen."],
  failedTitle: "Ihr Konto wurde nicht verbunden", tryAgain: "Gehen Sie zurück zu der App, von der Sie kommen, und versuchen Sie es noch einmal.", cancelled: "Sie haben abgebrochen.", denied: "Sie haben nicht zugestimmt.",
  askForHelp: "Gehen Sie zurück zu der App, von der Sie kommen, und bitten Sie dort um Hilfe.", backToApp: "Zurück zur App",
  fields: { "API key": "API-Schlüssel", "Access token": "Zugriffstoken", "User name": "Benutzername", Password: "Passwort", "Key file": "Schlüsseldatei", Subdomain: "Subdomain", "Client ID": "Client-ID", "Client secret": "Client-Geheimnis" },
};

const fr: PageTexts = {
  connect: "Connecter {toolkit}", wants: "{app} souhaite utiliser votre compte {toolkit} pour vous.", continueAt: "Vous continuez sur {host}, vous vous y identifiez et décidez de ce que vous autorisez.",
  stored: "Ce que vous saisissez est enregistré chiffré et ne sert à rien d’autre.", asksTo: "{app} demande à", optional: "facultatif", whereToFind: "Où le trouver",
  continueTo: "Continuer vers {toolkit}", cancel: "Annuler", footer: "Ne continuez que si vous venez de {app}. Vous pouvez y mettre fin à la connexion à tout moment.", languages: "Langues",
  attention: "Certains champs demandent votre attention.", required: "{field} : ce champ est obligatoire.", oneLine: "doit tenir sur une seule ligne.", number: "doit être un nombre.", address: "doit être une adresse que ce serveur peut joindre.",
  unknown: ["Ce lien ne fonctionne pas", "L’adresse n’est pas l’une des nôtres, ou elle est incomplète.", "Retournez dans l’application d’où vous venez et recommencez-y."],
  expired: ["Ce lien a expiré", "Les liens pour connecter un compte fonctionnent pendant dix minutes.", "Retournez dans l’application d’où vous venez et recommencez-y."],
  used: ["Ce lien a déjà servi", "Chaque lien connecte un compte une seule fois. Si vous venez de connecter le vôtre, c’est terminé.", "Sinon, retournez dans l’application d’où vous venez et recommencez-y."],
  unavailable: ["Ce compte ne peut pas être connecté pour l’instant", "L’application a désactivé ou supprimé cette connexion.", "Retournez dans l’application d’où vous venez et demandez-y de l’aide."],
  stale: ["Cette connexion ne peut pas être terminée", "Elle est déjà terminée, a duré plus de dix minutes ou n’a pas commencé ici.", "Retournez dans l’application d’où vous venez et recommencez-y."],
  otherBrowser: ["Cette connexion a commencé dans un autre navigateur", "Pour votre sécurité, elle ne peut se terminer que dans le navigateur où elle a commencé, avec les cookies activés. Rien n’a été connecté.", "Retournez dans l’application d’où vous venez et recommencez-y."],
  done: ["Votre compte est connecté", "Vous pouvez fermer cette page et retourner dans l’application d’où vous venez."],
  failedTitle: "Votre compte n’a pas été connecté", tryAgain: "Retournez dans l’application d’où vous venez pour réessayer.", cancelled: "Vous avez annulé.", denied: "Vous n’avez pas donné votre accord.",
  askForHelp: "Retournez dans l’application d’où vous venez et demandez-y de l’aide.", backToApp: "Retour à l’application",
  fields: { "API key": "Clé d’API", "Access token": "Jeton d’accès", "User name": "Nom d’utilisateur", Password: "Mot de passe", "Key file": "Fichier de clé", Subdomain: "Sous-domaine", "Client ID": "ID client", "Client secret": "Secret client" },
};

const pt: PageTexts = {
  connect: "Conectar {toolkit}", wants: "{app} quer usar a sua conta {toolkit} por si.", continueAt: "Continua em {host}, inicia sessão lá e decide o que permite.",
  stored: "O que preenche é guardado cifrado e não serve para mais nada.", asksTo: "{app} pede para", optional: "opcional", whereToFind: "Onde encontrar",
  continueTo: "Continuar para {toolkit}", cancel: "Cancelar", footer: "Continue apenas se veio de {app}. Pode terminar a ligação lá a qualquer momento.", languages: "Idiomas",
  attention: "Alguns campos precisam da sua atenção.", required: "{field}: este campo é obrigatório.", oneLine: "tem de caber numa só linha.", number: "tem de ser um número.", address: "tem de ser um endereço que este servidor alcance.",
  unknown: ["Este link não funciona", "O endereço não é um dos nossos ou está incompleto.", "Volte à aplicação de onde veio e comece lá de novo."],
  expired: ["Este link expirou", "Os links para conectar uma conta funcionam durante dez minutos.", "Volte à aplicação de onde veio e comece lá de novo."],
  used: ["Este link já foi usado", "Cada link conecta uma conta uma só vez. Se acabou de conectar a sua, está feito.", "Caso contrário, volte à aplicação de onde veio e comece lá de novo."],
  unavailable: ["Esta conta não pode ser conectada agora", "A aplicação desativou ou removeu esta ligação.", "Volte à aplicação de onde veio e peça ajuda lá."],
  stale: ["Este início de sessão não pode ser concluído", "Já foi concluído, demorou mais de dez minutos ou não começou aqui.", "Volte à aplicação de onde veio e comece lá de novo."],
  otherBrowser: ["Este início de sessão começou noutro navegador", "Para sua segurança só pode ser concluído no navegador onde começou, com os cookies ativos. Nada foi conectado.", "Volte à aplicação de onde veio e comece lá de novo."],
  done: ["A sua conta está conectada", "Pode fechar esta página e voltar à aplicação de onde veio."],
  failedTitle: "A sua conta não foi conectada", tryAgain: "Volte à aplicação de onde veio para tentar de novo.", cancelled: "Cancelou.", denied: "Não deu a sua autorização.",
  askForHelp: "Volte à aplicação de onde veio e peça ajuda lá.", backToApp: "Voltar à aplicação",
  fields: { "API key": "Chave de API", "Access token": "Token de acesso", "User name": "Nome de utilizador", Password: "Palavra-passe", "Key file": "Ficheiro de chave", Subdomain: "Subdomínio", "Client ID": "ID de cliente", "Client secret": "Segredo de cliente" },
};

const it: PageTexts = {
  connect: "Collega {toolkit}", wants: "{app} vuole usare il tuo account {toolkit} per te.", continueAt: "Prosegui su {host}, accedi lì e decidi che cosa permettere.",
  stored: "Quello che inserisci viene salvato cifrato e non serve ad altro.", asksTo: "{app} chiede di", optional: "facoltativo", whereToFind: "Dove trovarlo",
  continueTo: "Continua su {toolkit}", cancel: "Annulla", footer: "Continua solo se arrivi da {app}. Lì puoi terminare il collegamento in qualsiasi momento.", languages: "Lingue",
  attention: "Alcuni campi richiedono la tua attenzione.", required: "{field}: questo campo è obbligatorio.", oneLine: "deve stare su una sola riga.", number: "deve essere un numero.", address: "deve essere un indirizzo che questo server può raggiungere.",
  unknown: ["Questo link non funziona", "L’indirizzo non è uno dei nostri, oppure è incompleto.", "Torna all’app da cui arrivi e ricomincia da lì."],
  expired: ["Questo link è scaduto", "I link per collegare un account funzionano per dieci minuti.", "Torna all’app da cui arrivi e ricomincia da lì."],
  used: ["Questo link è già stato usato", "Ogni link collega un account una sola volta. Se hai appena collegato il tuo, hai finito.", "Altrimenti torna all’app da cui arrivi e ricomincia da lì."],
  unavailable: ["Questo account non può essere collegato adesso", "L’app ha disattivato o rimosso questo collegamento.", "Torna all’app da cui arrivi e chiedi aiuto lì."],
  stale: ["Questo accesso non può essere completato", "È già stato completato, ha richiesto più di dieci minuti o non è iniziato qui.", "Torna all’app da cui arrivi e ricomincia da lì."],
  otherBrowser: ["Questo accesso è iniziato in un altro browser", "Per la tua sicurezza può essere completato solo nel browser in cui è iniziato, con i cookie attivi. Non è stato collegato nulla.", "Torna all’app da cui arrivi e ricomincia da lì."],
  done: ["Il tuo account è collegato", "Puoi chiudere questa pagina e tornare all’app da cui arrivi."],
  failedTitle: "Il tuo account non è stato collegato", tryAgain: "Torna all’app da cui arrivi per riprovare.", cancelled: "Hai annullato.", denied: "Non hai dato il consenso.",
  askForHelp: "Torna all’app da cui arrivi e chiedi aiuto lì.", backToApp: "Torna all’app",
  fields: { "API key": "Chiave API", "Access token": "Token di accesso", "User name": "Nome utente", Password: "Password", "Key file": "File della chiave", Subdomain: "Sottodominio", "Client ID": "ID client", "Client secret": "Segreto client" },
};

const zh: PageTexts = {
  connect: "连接 {toolkit}", wants: "{app} 想代您使用您的 {toolkit} 账户。", continueAt: "接下来您将前往 {host} 登录，并决定允许哪些操作。",
  stored: "您填写的内容会加密保存，不作他用。", asksTo: "{app} 请求以下权限", optional: "选填", whereToFind: "在哪里可以找到",
  continueTo: "前往 {toolkit}", cancel: "取消", footer: "只有当您是从 {app} 来到这里时才继续。您可以随时在那里断开连接。", languages: "语言",
  attention: "有些字段需要您检查。", required: "请填写{field}。", oneLine: "只能是一行。", number: "必须是数字。", address: "必须是本服务器可以访问的地址。",
  unknown: ["此链接无效", "这个地址不是我们生成的，或者不完整。", "请回到您来时的应用，重新开始。"],
  expired: ["此链接已过期", "连接账户的链接有效期为十分钟。", "请回到您来时的应用，重新开始。"],
  used: ["此链接已被使用", "每个链接只能连接一个账户一次。如果您刚刚连接了账户，就已经完成了。", "否则请回到您来时的应用，重新开始。"],
  unavailable: ["现在无法连接此账户", "该应用已关闭或删除此连接。", "请回到您来时的应用寻求帮助。"],
  stale: ["无法完成此次登录", "它已经完成、超过了十分钟，或者不是从这里开始的。", "请回到您来时的应用，重新开始。"],
  otherBrowser: ["此次登录是在另一个浏览器中开始的", "为了您的安全，只能在开始登录的浏览器中完成，并且需要启用 Cookie。没有连接任何账户。", "请回到您来时的应用，重新开始。"],
  done: ["您的账户已连接", "您可以关闭此页面，回到您来时的应用。"],
  failedTitle: "您的账户未能连接", tryAgain: "请回到您来时的应用再试一次。", cancelled: "您已取消。", denied: "您没有同意授权。",
  askForHelp: "请回到您来时的应用寻求帮助。", backToApp: "回到应用",
  fields: { "API key": "API 密钥", "Access token": "访问令牌", "User name": "用户名", Password: "密码", "Key file": "密钥文件", Subdomain: "子域名", "Client ID": "客户端 ID", "Client secret": "客户端密钥" },
};

const ja: PageTexts = {
  connect: "{toolkit} を接続", wants: "{app} があなたの {toolkit} アカウントを代わりに使用します。", continueAt: "次に {host} でサインインし、許可する内容を決めます。",
  stored: "入力した内容は暗号化して保存され、他の目的には使われません。", asksTo: "{app} が求める許可", optional: "任意", whereToFind: "確認できる場所",
  continueTo: "{toolkit} へ進む", cancel: "キャンセル", footer: "{app} から来た場合にのみ進んでください。接続はそこでいつでも解除できます。", languages: "言語",
  attention: "確認が必要な項目があります。", required: "{field}を入力してください。", oneLine: "1 行で入力してください。", number: "数値を入力してください。", address: "このサーバーから接続できるアドレスを入力してください。",
  unknown: ["このリンクは無効です", "アドレスが当方で作成したものではないか、途中で切れています。", "元のアプリに戻って、もう一度始めてください。"],
  expired: ["このリンクは期限切れです", "アカウントを接続するリンクの有効期間は 10 分です。", "元のアプリに戻って、もう一度始めてください。"],
  used: ["このリンクは使用済みです", "1 つのリンクで接続できるのは 1 回だけです。接続したばかりであれば、手続きは完了しています。", "そうでない場合は、元のアプリに戻って、もう一度始めてください。"],
  unavailable: ["現在このアカウントを接続できません", "アプリがこの接続を無効にしたか、削除しました。", "元のアプリに戻って、サポートを求めてください。"],
  stale: ["このサインインを完了できません", "すでに完了しているか、10 分を超えたか、ここで始めたものではありません。", "元のアプリに戻って、もう一度始めてください。"],
  otherBrowser: ["このサインインは別のブラウザーで始められました", "安全のため、始めたときと同じブラウザーで、Cookie を有効にして完了する必要があります。何も接続されていません。", "元のアプリに戻って、もう一度始めてください。"],
  done: ["アカウントを接続しました", "このページを閉じて、元のアプリに戻ることができます。"],
  failedTitle: "アカウントを接続できませんでした", tryAgain: "元のアプリに戻って、もう一度お試しください。", cancelled: "キャンセルされました。", denied: "許可されませんでした。",
  askForHelp: "元のアプリに戻って、サポートを求めてください。", backToApp: "アプリに戻る",
  fields: { "API key": "API キー", "Access token": "アクセストークン", "User name": "ユーザー名", Password: "パスワード", "Key file": "キーファイル", Subdomain: "サブドメイン", "Client ID": "クライアント ID", "Client secret": "クライアントシークレット" },
};

export const TRANSLATIONS = { es, de, fr, pt, it, zh, ja };
