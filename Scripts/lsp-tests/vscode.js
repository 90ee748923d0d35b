// Runs the extension for VS Code in editors/vscode with a stand-in for the editor: it has the documents, applies edits, and keeps the
// providers that the extension registers. Prints one JSON document with what they answered.
'use strict';

const fs = require('fs');
const Module = require('module');
const path = require('path');
const { pathToFileURL, fileURLToPath } = require('url');

const [extension, folder, mm] = process.argv.slice(2);
const providers = {};
const commands = {};
const listeners = {};
const shown = [];
const problems = {};

class Value {
  constructor(...given) {
    this.given = given;
  }
}
const values = {};
for (const name of ['CodeLens', 'Color', 'ColorInformation', 'ColorPresentation', 'DocumentLink', 'DocumentSymbol', 'InlayHint', 'Location',
  'MarkdownString', 'SymbolInformation', 'TextEdit']) {
  values[name] = class extends Value {};
}
class Range {
  constructor(a, b, c, d) {
    Object.assign(this, { start: { line: a, character: b }, end: { line: c, character: d } });
  }
}
class Uri {
  constructor(text) {
    this.text = text;
    this.fsPath = fileURLToPath(text);
  }
  static parse(text) {
    // The spelling of VS Code.
    return new Uri(pathToFileURL(fileURLToPath(text)).href);
  }
  toString() {
    return this.text;
  }
}
class WorkspaceEdit {
  constructor() {
    this.edits = [];
  }
  replace(uri, range, text) {
    this.edits.push({ uri: uri.toString(), range, text });
  }
}
class Document {
  constructor(name) {
    this.uri = Uri.parse(pathToFileURL(path.join(folder, name)).href);
    this.text = fs.readFileSync(this.uri.fsPath, 'utf8');
    Object.assign(this, { languageId: name.endsWith('.md') ? 'markdown' : 'yaml', version: 1 });
  }
  getText() {
    return this.text;
  }
  offset({ line, character }) {
    return this.text.split('\n').slice(0, line).reduce((sum, part) => sum + part.length + 1, 0) + character;
  }
  position(part, inside = 0) {
    const before = this.text.slice(0, this.text.indexOf(part) + inside).split('\n');
    return { line: before.length - 1, character: before[before.length - 1].length };
  }
  change(range, text) {
    this.text = this.text.slice(0, this.offset(range.start)) + text + this.text.slice(this.offset(range.end));
    this.version += 1;
    listeners.change({ document: this, contentChanges: [{ range, text }] });
  }
}

function apply(edit) {
  const later = (a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character;
  for (const { uri, range, text } of edit.edits.sort(later)) {
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
    if (open) {
      open.change(range, text);
    } else {
      const document = Object.assign(Object.create(Document.prototype), { text: fs.readFileSync(fileURLToPath(uri), 'utf8') });
      document.text = document.text.slice(0, document.offset(range.start)) + text + document.text.slice(document.offset(range.end));
      fs.writeFileSync(fileURLToPath(uri), document.text);
    }
  }
  return true;
}

const show = (text) => shown.push(text);
const listen = (name) => (listener) => {
  listeners[name] = listener;
  return {};
};
const vscode = {
  ...values,
  Range,
  Uri,
  WorkspaceEdit,
  Position: class {
    constructor(line, character) {
      Object.assign(this, { line, character });
    }
  },
  Hover: class extends Value {},
  EventEmitter: class {
    constructor() {
      this.event = () => {};
    }
    fire() {}
  },
  CompletionItem: class {
    constructor(label, kind) {
      Object.assign(this, { label, kind });
    }
  },
  CompletionList: class {
    constructor(items, isIncomplete) {
      Object.assign(this, { items, isIncomplete });
    }
  },
  Diagnostic: class {
    constructor(range, message, severity) {
      Object.assign(this, { range, message, severity });
    }
  },
  CodeAction: class {
    constructor(title, kind) {
      Object.assign(this, { title, kind });
    }
  },
  CodeActionKind: { Empty: { append: (value) => ({ value }) } },
  languages: new Proxy(
    {
      match: (selector, document) => (document.uri.fsPath.endsWith('.md') || document.uri.fsPath.endsWith('/tags.yaml') ? 10 : 0),
      createDiagnosticCollection: () => ({ set: (uri, found) => (problems[uri.toString()] = found), clear() {} }),
    },
    {
      get: (known, name) =>
        known[name] ??
        ((...given) => {
          providers[name] = given.find((value) => typeof value === 'object' && !Array.isArray(value));
          return {};
        }),
    },
  ),
  workspace: {
    textDocuments: [],
    workspaceFolders: [{ uri: Uri.parse(pathToFileURL(folder).href), name: 'notes' }],
    getConfiguration: () => ({ get: (name) => ({ path: mm, tagColors: true })[name] }),
    applyEdit: async (edit) => apply(edit),
    onDidOpenTextDocument: listen('open'),
    onDidChangeTextDocument: listen('change'),
    onDidCloseTextDocument: listen('close'),
  },
  window: {
    createOutputChannel: () => ({ append() {} }),
    showErrorMessage: show,
    showWarningMessage: show,
    showInformationMessage: show,
  },
  commands: { registerCommand: (name, run) => (commands[name] = run) },
};

const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

async function until(what, condition) {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${what} is missing`);
}

async function main() {
  const document = new Document('ä.md');
  const series = new Document('s.md');
  vscode.workspace.textDocuments.push(document, series);
  const { activate, deactivate } = require(extension);
  await activate({ subscriptions: [] });
  const result = { providers: Object.keys(providers).sort() };

  const items = async () =>
    (await providers.registerCompletionItemProvider.provideCompletionItems(document, document.position(']'))).items;
  await until('completion', async () => (await items()).length);
  const item = (await items()).find((found) => found.label === 'Health');
  document.change(item.range, item.insertText);
  const end = document.position(']');
  document.change(new Range(end.line, end.character, end.line, end.character), ', Unknown');
  result.completed = document.text;
  const uri = document.uri.toString();
  await until('the problem', () => problems[uri]?.length === 1);
  result.problem = problems[uri].map(({ code, severity, range }) => [code, severity, range.start.character]);

  const start = series.position('2026');
  series.change(new Range(start.line, start.character, start.line, start.character + 10), 'tuesday');
  const behind = series.position('tuesday', 'tuesday'.length);
  const dates = (await providers.registerCompletionItemProvider.provideCompletionItems(series, behind)).items;
  result.moved = dates[0].additionalTextEdits.map(({ given: [range, text] }) => [range.start.line, text]);

  const rename = providers.registerRenameProvider;
  const place = document.position('Wörk');
  result.placeholder = (await rename.prepareRename(document, place)).placeholder;
  apply(await rename.provideRenameEdits(document, place, 'Jöb/😀'));
  result.renamed = document.text;
  result.refused = await rename.provideRenameEdits(document, place, 'Health').catch((error) => error.message);

  const all = new Range(0, 0, 99, 0);
  const answers = {
    hover: providers.registerHoverProvider.provideHover(document, place),
    definition: providers.registerDefinitionProvider.provideDefinition(document, place),
    references: providers.registerReferenceProvider.provideReferences(document, place, { includeDeclaration: true }),
    actions: providers.registerCodeActionsProvider.provideCodeActions(document, new Range(place.line, place.character, place.line, place.character), {}),
    lenses: providers.registerCodeLensProvider.provideCodeLenses(document),
    hints: providers.registerInlayHintsProvider.provideInlayHints(document, all),
    symbols: providers.registerDocumentSymbolProvider.provideDocumentSymbols(document),
    found: providers.registerWorkspaceSymbolProvider.provideWorkspaceSymbols('b'),
    links: providers.registerDocumentLinkProvider.provideDocumentLinks(document),
    colors: providers.registerColorProvider.provideDocumentColors(document),
  };
  result.counts = {};
  for (const [name, answer] of Object.entries(answers)) {
    const given = await answer;
    result.counts[name] = Array.isArray(given) ? given.length : given ? 1 : 0;
  }
  const lens = (await answers.lenses)[0].given[1];
  await commands[lens.command](...lens.arguments);
  await until('the step', () => document.text.includes('completed:'));
  result.completedStep = document.text;
  result.shown = shown;
  listeners.close(document);
  await deactivate();
  process.stdout.write(JSON.stringify(result));
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
