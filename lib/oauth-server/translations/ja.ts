/** The texts of the pages on which people allow programs, in Japanese. */
import type { ConsentTexts } from "./wording";

export const ja: ConsentTexts = {
  title: "{client} を許可しますか？",
  wants: "{client} が {app} の {server} のツールをあなたの代わりに使おうとしています。",
  vouched: "{host} が保証しています。",
  unchecked: "この名前は自称であり、確認されていません。",
  atHost: "次に {host} へ進みます。",
  onComputer: "あなたのコンピューター上で動いています（{host}）。",
  onDevice: "このデバイス上のアプリです（{scheme}）。",
  actsAs: "{user} として、あなたが接続したアカウントを使って動きます。",
  actAs: "どのユーザーとして動くか",
  actAsHelp:
    "誰の接続済みアカウントを使うかを示します。ここにはあなた自身の ID が入っています。プロジェクトのメンバーは、どのユーザーとしても動けます。",
  oneTool: "{count} 個のツール",
  tools: "{count} 個のツール",
  choose: "{tools}：アプリを選択してください",
  whichTools: "{toolkit} のツール",
  more: "ほか {count} 個",
  allow: "許可する",
  deny: "許可しない",
  footer: "{client} に接続を求めた直後の場合にのみ進んでください。",
  endAnyTime: "このアクセスは、あなたの接続のページでいつでも終了できます。",
  appEnds: "{app} はこのアクセスをいつでも終了できます。",
  whichUser: "プログラムがどのユーザーとして動くかを入力してください。",
  whichApp: "アプリを 1 つ以上選択してください。",
  refused: "このプログラムは接続できません",
  nothingAllowed: "何も許可されていません。",
  tryThere: "プログラムに戻って、もう一度お試しください。解決しない場合は、その開発元に知らせてください。",
  foreignAddress: "プログラムが、自分のものではないアドレスを要求しました。",
  unknownClient: "このサーバーはプログラムを認識していないか、その説明を確認できませんでした。",
  foreignTools: "プログラムが、このサーバーにないツールを要求しました。",
  needsKey:
    "プログラムは、サインインできるアドレスを指定しませんでした。セッションと管理サーバーのアドレスにはキーが必要です。プログラムにヘッダー x-api-key としてキーを入力してください。",
  oddRequest: "プログラムが、このサーバーの理解できない要求を送りました。",
  tooMany: "お使いのネットワークからの要求が多すぎます。しばらくお待ちください。",
  backTo: "{client} に戻る",
  signInTitle: "続けるにはサインインしてください",
  signInWants:
    "{client} が {server} のツールを使おうとしています。まず、あなたが誰かを {app} が確認する必要があります。",
  continueWith: "{app} で続ける",
  openLink:
    "{app} をお使いの場合は、そこで受け取ったサインインのリンクをこのブラウザーで開いてから、このページを再読み込みしてください。",
  members: "プロジェクトのメンバー：{link}。",
  dashboard: "ダッシュボードにサインイン",
};
