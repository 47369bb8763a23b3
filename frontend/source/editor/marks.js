// Marks lines: a sign beside the number and another colour, moving along with the text.
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, gutterLineClass, GutterMarker } from "@codemirror/view";

/** @typedef {import("@codemirror/state").EditorState} EditorState */

class Sign extends GutterMarker {
  elementClass = "code-mark";
}

const sign = new Sign();
const line = Decoration.line({ class: "code-marked-line" });

/** @type {import("@codemirror/state").StateEffectType<readonly number[]>} */
const setMarked = StateEffect.define();

/** @type {StateField<import("@codemirror/view").DecorationSet>} */
const marked = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setMarked));
    return set ? linesAt(transaction.state, set.value) : lines.map(transaction.changes);
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    gutterLineClass.compute([field], signs),
  ],
});

/** @type {import("@codemirror/state").Extension} */
export const marks = marked;

/**
 * @param {EditorView} view
 * @param {readonly number[]} lines  numbers from 1; those the text does not have are left out
 */
export function mark(view, lines) {
  view.dispatch({ effects: setMarked.of(lines) });
}

/**
 * Where the marked lines are now.
 * @param {EditorState} state
 * @returns {number[]}
 */
export function markedLines(state) {
  return starts(state).map((start) => state.doc.lineAt(start).number);
}

/**
 * @param {EditorState} state
 * @param {readonly number[]} lines
 */
function linesAt(state, lines) {
  const there = lines.filter((number) => number >= 1 && number <= state.doc.lines);
  const sorted = [...new Set(there)].sort((one, other) => one - other);
  return Decoration.set(sorted.map((number) => line.range(state.doc.line(number).from)));
}

/** @param {EditorState} state */
function signs(state) {
  return RangeSet.of(starts(state).map((start) => sign.range(start)));
}

/** @param {EditorState} state */
function starts(state) {
  /** @type {number[]} */
  const found = [];
  for (const cursor = state.field(marked).iter(); cursor.value; cursor.next()) {
    found.push(cursor.from);
  }
  return found;
}
