// One CodeMirror view for Python: what it can do and which keys it takes.
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  simplifySelection,
} from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  LanguageSupport,
} from "@codemirror/language";
import { closeSearchPanel, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { colours } from "./colours.js";
import { marks } from "./marks.js";

const INDENT = 4;

/** The words of the search panel, as buttons are written here. */
const PHRASES = {
  next: "Next",
  previous: "Previous",
  all: "All",
  "match case": "Match case",
  regexp: "Pattern",
  "by word": "Whole words",
  replace: "Replace",
  "replace all": "Replace all",
};

/**
 * @param {object} options
 * @param {string} options.text
 * @param {HTMLElement} options.parent
 * @param {Record<string, string>} options.attributes  of the element that is typed into
 * @param {(text: string) => void} options.onChange
 * @returns {EditorView}
 */
export function openView({ text, parent, attributes, onChange }) {
  return new EditorView({
    doc: text,
    parent,
    extensions: [
      keymap.of([...ourKeys, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      marks,
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightSpecialChars({ addSpecialChars: /\u00a0/g }),
      history(),
      indentUnit.of(" ".repeat(INDENT)),
      EditorState.tabSize.of(INDENT),
      indentOnInput(),
      bracketMatching(),
      search({ top: true }),
      EditorState.phrases.of(PHRASES),
      new LanguageSupport(pythonLanguage),
      colours,
      EditorView.contentAttributes.of(attributes),
      EditorView.domEventHandlers({
        beforeinput: typeOver,
        blur: (_event, view) => view.setTabFocusMode(0),
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          onChange(update.state.doc.toString());
        }
      }),
    ],
  });
}

/** @param {EditorView} view */
export function openFind(view) {
  openSearchPanel(view);
}

/** @type {import("@codemirror/view").KeyBinding[]} */
const ourKeys = [
  { key: "Tab", run: indent, shift: indentLess },
  { key: "Escape", run: letTabLeave },
];

/**
 * Spaces up to the next stop, or selected lines moved right.
 * @type {import("@codemirror/view").Command}
 */
function indent(view) {
  const { state } = view;
  if (state.selection.ranges.some((range) => !range.empty)) {
    return indentMore(view);
  }
  const { head } = state.selection.main;
  const column = head - state.doc.lineAt(head).from;
  const spaces = " ".repeat(INDENT - (column % INDENT));
  view.dispatch(state.replaceSelection(spaces), { scrollIntoView: true, userEvent: "input" });
  return true;
}

/**
 * After Escape the next Tab moves on, however long it takes to come; any other key calls it off.
 * (By itself the editor would wait for two seconds only.)
 * @type {import("@codemirror/view").Command}
 */
function letTabLeave(view) {
  if (!closeSearchPanel(view)) {
    simplifySelection(view);
  }
  view.setTabFocusMode(Infinity);
  return true;
}

/**
 * Chromium gives text typed over other text the style of the old one, inline, and our policy
 * blocks that loudly. So here the text goes in without the browser's help.
 * @param {InputEvent} event
 * @param {EditorView} view
 */
function typeOver(event, view) {
  // The editor hears of a new selection a little later than the document has it.
  const selection = document.getSelection();
  if (event.inputType !== "insertText" || !event.data || event.isComposing) {
    return false;
  }
  if (!selection?.rangeCount) {
    return false;
  }
  const range = selection.getRangeAt(0);
  const from = view.posAtDOM(range.startContainer, range.startOffset);
  const to = view.posAtDOM(range.endContainer, range.endOffset);
  if (from === to) {
    return false;
  }
  view.dispatch({
    changes: { from, to, insert: event.data },
    selection: { anchor: from + event.data.length },
    scrollIntoView: true,
    userEvent: "input.type",
  });
  return true;
}
