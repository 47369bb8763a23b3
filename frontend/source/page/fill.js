// Buttons that put another text into a box: the stub, or the code of an earlier attempt.
import { replaceText } from "../text.js";
import { announce } from "./announce.js";

/** @type {WeakMap<HTMLButtonElement, { text: string, label: string }>} */
const undone = new WeakMap();

/**
 * `button[data-fill="id of the textarea"]` with the text in the template `data-fill-from`
 * or at the address `data-fill-url`. The button then offers to undo what it did.
 */
export function offerFills() {
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-fill]") : null;
    if (pressed instanceof HTMLButtonElement) {
      event.preventDefault();
      fill(pressed);
    }
  });
}

/** @param {HTMLButtonElement} button */
async function fill(button) {
  const textarea = document.getElementById(button.dataset.fill ?? "");
  if (!(textarea instanceof HTMLTextAreaElement)) {
    return;
  }
  const before = undone.get(button);
  if (before) {
    undone.delete(button);
    button.textContent = before.label;
    replaceText(textarea, before.text);
    announce("Your code is back.");
    return;
  }
  const text = await textFor(button);
  if (text === null) {
    announce("That code could not be loaded. Try again.");
  } else if (text !== textarea.value) {
    undone.set(button, { text: textarea.value, label: button.textContent ?? "" });
    replaceText(textarea, text);
    button.textContent = "Undo: my code back";
    announce("The code was replaced. The same button takes it back.");
  }
}

/**
 * @param {HTMLButtonElement} button
 * @returns {Promise<string | null>}
 */
async function textFor(button) {
  const { fillFrom, fillUrl } = button.dataset;
  if (!fillUrl) {
    const template = document.getElementById(fillFrom ?? "");
    return template instanceof HTMLTemplateElement ? template.content.textContent : null;
  }
  try {
    const answer = await fetch(fillUrl, { headers: { Accept: "text/plain" }, redirect: "manual" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
