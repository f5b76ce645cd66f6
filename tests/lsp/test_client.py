"""The server tested with pytest-lsp, whose types check each answer against the protocol.

Run by tests/lsp/run if RILLE_PEERS_PYTHON names a Python that has it.
"""
import os
import pathlib

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

RILLE = os.environ["RILLE"]
PATH = pathlib.Path(os.environ["LSP_FILE"])
PARTS = 200
TEXT = "## Many functions.\n" + "\n".join(
    f"fn part{i}(x: f32[n, k], y: f32[k, m]) {{\n  let a = x @ y + {i}.5\n  tanh(a) * {i}\n}}\n"
    for i in range(PARTS)) + "print(part0(ones((1, 2)), ones((2, 3))))\n"
URI = PATH.as_uri()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[RILLE, "lsp"]))
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(types.InitializeParams(
        capabilities=client_capabilities("visual-studio-code"), root_uri=PATH.parent.as_uri()))
    lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(
        uri=URI, language_id="rille", version=1, text=TEXT)))
    await lsp_client.wait_for_notification("textDocument/publishDiagnostics")
    yield
    await lsp_client.shutdown_session()


def place(mark, inside=0):
    at = TEXT.index(mark) + inside
    return types.Position(TEXT.count("\n", 0, at), at - TEXT.rfind("\n", 0, at) - 1)


DOCUMENT = types.TextDocumentIdentifier(URI)


async def test_a_long_file_has_no_diagnostics_and_a_keystroke_brings_them(client):
    assert not client.diagnostics[URI]
    at = place("x @ y")
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(2, URI),
        [types.TextDocumentContentChangePartial(range=types.Range(at, at), text="q")]))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    told = client.diagnostics[URI]
    assert [it.code for it in told] == ["name"], told
    end = types.Position(at.line, at.character + 1)
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(3, URI),
        [types.TextDocumentContentChangePartial(range=types.Range(at, end), text="")]))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[URI]


async def test_hover(client):
    found = await client.text_document_hover_async(types.HoverParams(DOCUMENT, place("part7(")))
    assert "fn part7(x: f32[n, k], y: f32[k, m])" in found.contents.value


async def test_definition_and_references(client):
    found = await client.text_document_definition_async(
        types.DefinitionParams(DOCUMENT, place("print(part0", 6)))
    assert found[0].range.start == place("part0(x")
    uses = await client.text_document_references_async(types.ReferenceParams(
        types.ReferenceContext(include_declaration=True), DOCUMENT, place("part0(x")))
    assert len(uses) == 2


async def test_completion_and_signatures(client):
    found = await client.text_document_completion_async(
        types.CompletionParams(DOCUMENT, place("tanh(a)", 3)))
    assert "tanh" in [it.label for it in found.items]
    help_ = await client.text_document_signature_help_async(
        types.SignatureHelpParams(DOCUMENT, place("part0(ones", 6)))
    assert help_.signatures[0].label.startswith("fn part0(")


async def test_symbols_tokens_folds_and_formatting(client):
    found = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
    assert len(found) == PARTS
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(DOCUMENT))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 5 * 10 * PARTS
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
    assert len(folds) >= PARTS
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(
        DOCUMENT, types.FormattingOptions(tab_size=2, insert_spaces=True)))
    assert edits is not None


async def test_rename(client):
    ready = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(DOCUMENT, place("part0(x")))
    assert ready.placeholder == "part0"
    edit = await client.text_document_rename_async(
        types.RenameParams(new_name="first", text_document=DOCUMENT, position=place("part0(x")))
    assert len(edit.changes[URI]) == 2


async def test_hints_and_actions(client):
    whole = types.Range(types.Position(0, 0), types.Position(TEXT.count("\n"), 0))
    for _ in range(600):  # two minutes: a guard against hangs
        hints = await client.text_document_inlay_hint_async(
            types.InlayHintParams(DOCUMENT, whole))
        if hints:
            break
        import asyncio
        await asyncio.sleep(0.2)
    assert {it.label for it in hints} == {": f32[n, m]"} and len(hints) == PARTS
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        DOCUMENT, whole, types.CodeActionContext([])))
    assert not actions
