// Ctrl+Enter runs and Ctrl+Shift+Enter submits, from anywhere in the form; Cmd on a Mac.

const ON_A_MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const MODIFIER = ON_A_MAC ? "Meta" : "Control";

/** What a key is called on this machine. */
export const CTRL = ON_A_MAC ? "⌘" : "Ctrl+";

/**
 * @param {HTMLFormElement} form
 */
export function takeShortcuts(form) {
  actionOf(form, "run")?.setAttribute("aria-keyshortcuts", `${MODIFIER}+Enter`);
  actionOf(form, "submit")?.setAttribute("aria-keyshortcuts", `${MODIFIER}+Shift+Enter`);
  form.addEventListener("keydown", (event) => press(form, event), { capture: true });
}

/**
 * @param {HTMLFormElement} form
 * @param {"run" | "submit"} action
 * @returns {HTMLButtonElement | null}
 */
export function actionOf(form, action) {
  return form.querySelector(`button[data-action="${action}"]`);
}

/**
 * @param {HTMLFormElement} form
 * @param {KeyboardEvent} event
 */
function press(form, event) {
  if (event.key !== "Enter" || event.repeat || !(event.ctrlKey || event.metaKey)) {
    return;
  }
  const action = actionOf(form, event.shiftKey ? "submit" : "run");
  if (action && !event.altKey) {
    event.preventDefault();
    event.stopPropagation();
    action.click();
  }
}
