// The text of a box. The textarea is the truth: whoever changes it says so with an `input` event.

/**
 * @typedef {object} Change  the part of a text that another text has otherwise
 * @property {number} from
 * @property {number} to
 * @property {string} insert
 */

/**
 * The one stretch in which two texts differ.
 * @param {string} before
 * @param {string} after
 * @returns {Change}
 */
export function difference(before, after) {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) {
    from += 1;
  }
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail += 1;
  }
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/** @param {HTMLTextAreaElement} textarea */
export function tell(textarea) {
  textarea.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Puts another text into the box, so that the learner's own undo takes it back.
 * @param {HTMLTextAreaElement} textarea
 * @param {string} text
 */
export function replaceText(textarea, text) {
  if (textarea.value === text) {
    return;
  }
  if (textarea.hidden || !typeInto(textarea, text)) {
    textarea.value = text;
    tell(textarea);
  }
}

/**
 * Only a command is undone by the browser's own undo; an assignment to `value` wipes it out.
 * @param {HTMLTextAreaElement} textarea
 * @param {string} text
 */
function typeInto(textarea, text) {
  const before = document.activeElement;
  textarea.focus({ preventScroll: true });
  textarea.select();
  const done = document.execCommand(text === "" ? "delete" : "insertText", false, text);
  textarea.setSelectionRange(0, 0);
  if (before instanceof HTMLElement && before !== document.body) {
    before.focus({ preventScroll: true });
  }
  return done && textarea.value === text;
}
