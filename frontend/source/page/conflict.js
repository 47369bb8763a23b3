// Two versions of one draft, side by side; the learner chooses, and neither is lost before that.
import { button, element } from "../element.js";
import { difference } from "../text.js";
import { time } from "./status.js";

/** @typedef {"mine" | "theirs" | "later"} Choice */

/**
 * @param {string} mine
 * @param {import("./send.js").Saved} theirs
 * @returns {Promise<Choice>}
 */
export function choose(mine, theirs) {
  return new Promise((resolve) => {
    /** @param {Choice} choice */
    const close = (choice) => {
      dialog.close(choice);
    };
    const dialog = element("dialog", { class: "conflict", "aria-labelledby": "conflict-title" });
    const saved = theirs.savedAt ? `Saved ${time(theirs.savedAt)}` : "Saved on the server";
    dialog.append(
      ...introduction(),
      element(
        "div",
        { class: "conflict-versions" },
        version("Here, in this tab", marked(mine, theirs.source), {
          label: "Keep what is here",
          press: () => close("mine"),
        }),
        version(saved, marked(theirs.source, mine), {
          label: "Take the saved one",
          press: () => close("theirs"),
        }),
      ),
      button("Decide later", () => close("later"), { class: "button quiet" }),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(/** @type {Choice} */ (dialog.returnValue || "later"));
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

function introduction() {
  // The heading takes the focus: a key that was meant for the code must not press a button.
  const title = element("h2", { id: "conflict-title", tabindex: "-1", autofocus: "" });
  title.append("Two versions of your code");
  const why =
    "It was changed in another tab or on another machine. " +
    "Both are below, with the lines that differ marked. Which one do you want to go on with?";
  return [title, element("p", {}, why)];
}

/**
 * @param {string} name
 * @param {(Node | string)[]} text
 * @param {{ label: string, press: () => void }} choice
 */
function version(name, text, choice) {
  return element(
    "section",
    {},
    element("h3", {}, name),
    element("pre", { tabindex: "0", role: "region", "aria-label": name }, ...text),
    button(choice.label, choice.press, { class: "button" }),
  );
}

/**
 * @param {string} text
 * @param {string} other
 * @returns {(Node | string)[]}
 */
function marked(text, other) {
  const { from, to } = difference(text, other);
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const newline = text.indexOf("\n", to);
  const end = newline === -1 ? text.length : newline;
  const differs = element("mark", {}, text.slice(start, end));
  return [text.slice(0, start), differs, text.slice(end)];
}
