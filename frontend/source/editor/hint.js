// The line below the box: how to leave it, and the keys that press the buttons.
import { element } from "../element.js";
import { actionOf, CTRL } from "./shortcuts.js";

/**
 * @param {HTMLFormElement | null} form
 * @param {boolean} plain
 * @returns {(Node | string)[]}
 */
export function hint(form, plain) {
  const parts = plain ? plainHint() : editorHint();
  if (form && actionOf(form, "run")) {
    parts.push(" ", key(`${CTRL}Enter`), " runs.");
  }
  if (form && actionOf(form, "submit")) {
    parts.push(" ", key(`${CTRL}Shift+Enter`), " submits.");
  }
  return parts;
}

function editorHint() {
  const leave = [" Press ", key("Esc"), ", then ", key("Tab"), ", to leave the editor."];
  return [key("Tab"), " indents.", ...leave];
}

function plainHint() {
  return [key("Tab"), " moves on to the buttons; indent with four spaces."];
}

/** @param {string} name */
function key(name) {
  return element("kbd", {}, name);
}
