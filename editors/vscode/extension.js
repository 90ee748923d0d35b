// Connects VS Code with `mm lsp`. It has no dependencies, so that it needs no build.
'use strict';

const vscode = require('vscode');
const { Connection } = require('./connection');

const documents = [
  { scheme: 'file', language: 'markdown' },
  { scheme: 'file', pattern: '**/tags.yaml' },
];
let connection;

async function activate(context) {
  // On another day, what is shown beside dates is asked for again.
  const hints = new vscode.EventEmitter();
  const lenses = new vscode.EventEmitter();
  const settings = vscode.workspace.getConfiguration('mm');
  const output = vscode.window.createOutputChannel('mm');
  const problems = vscode.languages.createDiagnosticCollection('mm');
  context.subscriptions.push(output, problems, hints, lenses);
  const handlers = {
    log: (text) => output.append(text),
    'textDocument/publishDiagnostics': (params) => {
      problems.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    },
    'workspace/applyEdit': async (params) => ({ applied: await vscode.workspace.applyEdit(workspaceEdit(params.edit)) }),
    'workspace/inlayHint/refresh': () => hints.fire(),
    'workspace/codeLens/refresh': () => lenses.fire(),
    'window/showMessage': ({ type, message }) => {
      [undefined, vscode.window.showErrorMessage, vscode.window.showWarningMessage, vscode.window.showInformationMessage][
        Math.min(type, 3)
      ](message);
    },
  };
  const ended = (reason) => {
    problems.clear();
    if (!connection) return;
    vscode.window.showErrorMessage(`${reason}. Install mm, or set mm.path, and reload the window.`);
  };
  connection = new Connection(settings.get('path'), ['lsp'], handlers, ended);
  const folders = vscode.workspace.workspaceFolders ?? [];
  await connection.request('initialize', {
    processId: process.pid,
    workspaceFolders: folders.map(({ uri, name }) => ({ uri: uri.toString(), name })),
    initializationOptions: { tagColors: settings.get('tagColors') },
    capabilities: {
      workspace: {
        applyEdit: true,
        workspaceEdit: { documentChanges: true },
        inlayHint: { refreshSupport: true },
        codeLens: { refreshSupport: true },
      },
      textDocument: { hover: { contentFormat: ['markdown'] } },
    },
  });
  connection.notify('initialized', {});
  context.subscriptions.push(...followDocuments(), ...providers(hints.event, lenses.event), ...commands());
}

function deactivate() {
  const ending = connection;
  connection = undefined;
  return ending?.stop();
}

// Documents

function isOurs(document) {
  return vscode.languages.match(documents, document) > 0;
}

function followDocuments() {
  const open = (document) => {
    if (!isOurs(document)) return;
    const { languageId, version } = document;
    connection?.notify('textDocument/didOpen', {
      textDocument: { uri: document.uri.toString(), languageId, version, text: document.getText() },
    });
  };
  vscode.workspace.textDocuments.forEach(open);
  return [
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isOurs(document) || contentChanges.length === 0) return;
      connection?.notify('textDocument/didChange', {
        textDocument: { uri: document.uri.toString(), version: document.version },
        contentChanges: contentChanges.map(({ range, text }) => ({ range, text })),
      });
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (!isOurs(document)) return;
      connection?.notify('textDocument/didClose', { textDocument: { uri: document.uri.toString() } });
    }),
  ];
}

// Values of the protocol, and those of VS Code, whose enumerations begin with 0

const range = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
const textEdit = ({ range: where, newText }) => new vscode.TextEdit(range(where), newText);
const place = ({ uri, range: where }) => new vscode.Location(vscode.Uri.parse(uri), range(where));

function diagnostic(item) {
  const made = new vscode.Diagnostic(range(item.range), item.message, item.severity - 1);
  return Object.assign(made, { code: item.code, source: item.source });
}

function workspaceEdit({ documentChanges }) {
  const edit = new vscode.WorkspaceEdit();
  for (const { textDocument, edits } of documentChanges) {
    const uri = vscode.Uri.parse(textDocument.uri);
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open && textDocument.version !== null && open.version !== textDocument.version) {
      throw new Error(`${uri.fsPath} has changed meanwhile; nothing was changed`);
    }
    for (const { range: where, newText } of edits) edit.replace(uri, range(where), newText);
  }
  return edit;
}

function completionItem(item) {
  const made = new vscode.CompletionItem(item.label, item.kind - 1);
  const { detail, documentation, sortText, filterText, command } = item;
  const { range: where, newText } = item.textEdit;
  const additionalTextEdits = item.additionalTextEdits?.map(textEdit);
  return Object.assign(made, {
    detail, documentation, sortText, filterText, command, insertText: newText, range: range(where), additionalTextEdits,
  });
}

function codeAction(item) {
  const made = new vscode.CodeAction(item.title, vscode.CodeActionKind.Empty.append(item.kind));
  if (item.edit) made.edit = workspaceEdit(item.edit);
  return Object.assign(made, { command: item.command });
}

// What VS Code asks for

function providers(onDidChangeInlayHints, onDidChangeCodeLenses) {
  const { languages } = vscode;
  const ask = (method, document, token, more) =>
    connection?.request(`textDocument/${method}`, { textDocument: { uri: document.uri.toString() }, ...more }, token);
  const list = async (answer, make) => ((await answer) ?? []).map(make);
  return [
    languages.registerCompletionItemProvider(
      documents,
      {
        async provideCompletionItems(document, position, token) {
          const answer = await ask('completion', document, token, { position });
          return answer && new vscode.CompletionList(answer.items.map(completionItem), answer.isIncomplete);
        },
      },
      '[', ',', '-', ' ', '#', ':', '/',
    ),
    languages.registerHoverProvider(documents, {
      async provideHover(document, position, token) {
        const answer = await ask('hover', document, token, { position });
        return answer && new vscode.Hover(new vscode.MarkdownString(answer.contents.value), range(answer.range));
      },
    }),
    languages.registerDefinitionProvider(documents, {
      async provideDefinition(document, position, token) {
        const answer = await ask('definition', document, token, { position });
        return answer && place(answer);
      },
    }),
    languages.registerReferenceProvider(documents, {
      provideReferences: (document, position, context, token) =>
        list(ask('references', document, token, { position, context }), place),
    }),
    languages.registerRenameProvider(documents, {
      async prepareRename(document, position, token) {
        const answer = await ask('prepareRename', document, token, { position });
        if (!answer) throw new Error('There is no tag here.');
        return { range: range(answer.range), placeholder: answer.placeholder };
      },
      provideRenameEdits: async (document, position, newName, token) =>
        workspaceEdit(await ask('rename', document, token, { position, newName })),
    }),
    languages.registerCodeActionsProvider(documents, {
      provideCodeActions: (document, where, context, token) =>
        list(
          ask('codeAction', document, token, {
            range: where,
            context: { diagnostics: [], only: context.only ? [context.only.value] : undefined },
          }),
          codeAction,
        ),
    }),
    languages.registerCodeLensProvider(documents, {
      onDidChangeCodeLenses,
      provideCodeLenses: (document, token) =>
        list(ask('codeLens', document, token), (item) => new vscode.CodeLens(range(item.range), item.command)),
    }),
    languages.registerInlayHintsProvider(documents, {
      onDidChangeInlayHints,
      provideInlayHints: (document, where, token) =>
        list(ask('inlayHint', document, token, { range: where }), ({ position, label, paddingLeft }) =>
          Object.assign(new vscode.InlayHint(new vscode.Position(position.line, position.character), label), { paddingLeft }),
        ),
    }),
    languages.registerDocumentSymbolProvider(documents, {
      provideDocumentSymbols: (document, token) =>
        list(
          ask('documentSymbol', document, token),
          (item) => new vscode.DocumentSymbol(item.name, '', item.kind - 1, range(item.range), range(item.selectionRange)),
        ),
    }),
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: (query, token) =>
        list(
          connection?.request('workspace/symbol', { query }, token),
          (item) => new vscode.SymbolInformation(item.name, item.kind - 1, item.containerName, place(item.location)),
        ),
    }),
    languages.registerDocumentLinkProvider(documents, {
      provideDocumentLinks: (document, token) =>
        list(
          ask('documentLink', document, token),
          (item) => new vscode.DocumentLink(range(item.range), vscode.Uri.parse(item.target)),
        ),
    }),
    languages.registerColorProvider(documents, {
      provideDocumentColors: (document, token) =>
        list(ask('documentColor', document, token), ({ range: where, color }) => {
          const { red, green, blue, alpha } = color;
          return new vscode.ColorInformation(range(where), new vscode.Color(red, green, blue, alpha));
        }),
      provideColorPresentations: ({ red, green, blue, alpha }, { document, range: where }, token) =>
        list(ask('colorPresentation', document, token, { range: where, color: { red, green, blue, alpha } }), (item) =>
          Object.assign(new vscode.ColorPresentation(item.label), {
            textEdit: textEdit(item.textEdit),
          }),
        ),
    }),
  ];
}

/** The commands of completion items, code actions and lenses, which the server answers with an edit. */
function commands() {
  return ['memoss.createTag', 'memoss.step'].map((command) =>
    vscode.commands.registerCommand(command, async (...given) => {
      try {
        await connection.request('workspace/executeCommand', { command, arguments: given });
      } catch (error) {
        vscode.window.showErrorMessage(error.message);
      }
    }),
  );
}

module.exports = { activate, deactivate };
