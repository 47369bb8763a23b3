// The editor in the colours of the page: every one of them is a custom property of editor.css.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const syntax = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null],
    color: "var(--code-keyword)",
    fontWeight: "600",
  },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  {
    tag: [tags.definition(tags.function(tags.variableName)), tags.definition(tags.className)],
    color: "var(--code-name)",
  },
  { tag: tags.invalid, color: "var(--code-wrong)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--code-ink)", backgroundColor: "var(--code-paper)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    fontSize: "var(--code-size)",
    lineHeight: "1.5",
  },
  ".cm-content": { caretColor: "var(--code-ink)" },
  ".cm-gutters": {
    color: "var(--code-comment)",
    backgroundColor: "var(--code-paper)",
    borderRight: "1px solid var(--code-line)",
  },
  ".cm-activeLineGutter": { color: "var(--code-ink)", backgroundColor: "transparent" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--code-string)",
  },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--code-wrong)",
  },
  ".cm-searchMatch": {
    backgroundColor: "transparent",
    outline: "1px solid var(--code-found)",
  },
  ".cm-searchMatch-selected": { outlineWidth: "3px" },
  ".cm-specialChar": { color: "var(--code-wrong)" },
  ".cm-panels": {
    color: "var(--code-ink)",
    backgroundColor: "var(--code-panel)",
    fontFamily: "var(--text)",
  },
  ".cm-panels-top": { borderBottom: "1px solid var(--code-line)" },
});

/** @type {import("@codemirror/state").Extension} */
export const colours = [theme, syntaxHighlighting(syntax)];
