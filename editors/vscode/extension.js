// Starts the language server, `rille lsp`, for Rille files.
const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function activate() {
  const command = workspace.getConfiguration("rille").get("program", "rille");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  const settings = { documentSelector: [{ language: "rille" }] };
  client = new LanguageClient("rille", "Rille", server, settings);
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
