"""`mm lsp` with clients that say what Neovim, Emacs and VS Code can do (pytest-lsp): it is run by the test with this name.

pytest-lsp checks each message of the server against the specification, and against what the client has said that it can do.
"""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

FOLDER = pathlib.Path(os.environ["MM_FOLDER"])
URI = (FOLDER / "a.md").as_uri()
TEXT = (FOLDER / "a.md").read_text()


def position(client, part, inside=0):
    """Where a text is in the document, in the units that client and server have agreed on."""
    offset = TEXT.index(part) + inside
    before = TEXT[TEXT.rfind("\n", 0, offset) + 1:offset]
    units = len(before.encode()) if client.encoding == "utf-8" else len(before.encode("utf-16-le")) // 2
    return types.Position(TEXT.count("\n", 0, offset), units)


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[os.environ["MM"], "lsp"]), params=["neovim", "emacs", "visual_studio_code"])
async def client(request, lsp_client: LanguageClient):
    result = await lsp_client.initialize_session(types.InitializeParams(
        capabilities=client_capabilities(request.param),
        workspace_folders=[types.WorkspaceFolder(uri=FOLDER.as_uri(), name="notes")],
    ))
    lsp_client.encoding = result.capabilities.position_encoding
    # Neovim could ask for problems, but would not ask again: they are sent to it.
    lsp_client.pulls = request.param == "visual_studio_code"
    assert (result.capabilities.diagnostic_provider is not None) == (request.param != "neovim")
    lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri=URI, language_id="markdown", version=1, text=TEXT)))
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_problems(client):
    if client.pulls:
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(types.TextDocumentIdentifier(URI)))
        found = report.items
    else:
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        found = client.diagnostics[URI]
    assert [(item.code, item.range.start) for item in found] == [
        ("unknown-tag", position(client, "Wrk")), ("unknown-tag", position(client, "He]"))]


@pytest.mark.asyncio
async def test_completion(client):
    answer = await client.text_document_completion_async(
        types.CompletionParams(types.TextDocumentIdentifier(URI), position(client, "He]", 2)))
    assert answer.items[0].label == "Health"
    assert answer.items[0].text_edit.range == types.Range(position(client, "He]"), position(client, "He]", 2))


@pytest.mark.asyncio
async def test_rename(client):
    edit = await client.text_document_rename_async(
        types.RenameParams(types.TextDocumentIdentifier(URI), position(client, "Work"), "Jöb"))
    changes = ({change.text_document.uri: change.edits for change in edit.document_changes} if edit.document_changes
               else edit.changes)
    assert set(changes) == {URI, (FOLDER / "b.md").as_uri(), (FOLDER / "tags.yaml").as_uri()}
    # The edits are as small as possible: from the first byte that differs.
    assert changes[URI][0].range.start == position(client, "Work")


@pytest.mark.asyncio
async def test_everything_else_is_answered_as_specified(client):
    document, everywhere = types.TextDocumentIdentifier(URI), types.Range(types.Position(0, 0), types.Position(99, 0))
    assert await client.text_document_hover_async(types.HoverParams(document, position(client, "Work")))
    assert await client.text_document_definition_async(types.DefinitionParams(document, position(client, "Work")))
    assert await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document, position(client, "Work")))
    assert await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, position(client, "Work")))
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams("b"))
    assert await client.text_document_code_action_async(
        types.CodeActionParams(document, everywhere, types.CodeActionContext([])))
    assert await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert await client.text_document_inlay_hint_async(types.InlayHintParams(document, everywhere))
    assert await client.text_document_document_link_async(types.DocumentLinkParams(document))
    assert await client.text_document_document_color_async(types.DocumentColorParams(document)) == ()
