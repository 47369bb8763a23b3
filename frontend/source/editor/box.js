// One textarea with its editor: which of the two is shown, and that both hold the same text.
import { EditorSelection } from "@codemirror/state";
import { button, element } from "../element.js";
import { keep, recall } from "../kept.js";
import { difference, tell } from "../text.js";
import { hint } from "./hint.js";
import { mark, markedLines } from "./marks.js";
import { Note } from "./note.js";
import { takeShortcuts } from "./shortcuts.js";
import { textSize } from "./text_size.js";
import { openFind, openView } from "./view.js";

const PLAIN = "editor.plain";
const WHAT_HAPPENED = "an exception was raised here";

let made = 0;

export class Box {
  /** @type {import("@codemirror/view").EditorView | null} made when it is first shown */
  #view = null;
  #host = element("div", { class: "code-view", hidden: "" });
  #hint = element("p", { class: "fine code-hint", id: `code-hint-${(made += 1)}` });
  #note = new Note(`code-note-${made}`, (line) => this.#goTo(line));
  #find = button("Find", () => this.#view && openFind(this.#view));
  #plain = element("input", { type: "checkbox", autocomplete: "off" });
  #textarea;

  /** @param {HTMLTextAreaElement} textarea */
  constructor(textarea) {
    this.#textarea = textarea;
    const focused = document.activeElement === textarea;
    textarea.before(this.#tools());
    textarea.after(this.#host, this.#note.element, this.#hint);
    describe(textarea, [this.#note.words.id, this.#hint.id]);
    this.#listen();
    this.#plain.checked = recall(PLAIN) === "yes";
    this.#show();
    if (focused) {
      this.#focus();
    }
  }

  get #shown() {
    return this.#plain.checked ? null : this.#view;
  }

  #tools() {
    const plain = element("label", { class: "code-plain" }, this.#plain, " Plain text box");
    const size = textSize(() => this.#view?.requestMeasure());
    return element("div", { class: "code-tools" }, this.#find, size, plain);
  }

  #listen() {
    const textarea = this.#textarea;
    this.#plain.addEventListener("change", () => {
      keep(PLAIN, this.#plain.checked ? "yes" : null);
      this.#show();
    });
    textarea.addEventListener("input", () => this.#follow());
    for (const label of textarea.labels) {
      label.addEventListener("click", () => this.#focus());
    }
    if (textarea.form) {
      takeShortcuts(textarea.form);
      // The form puts its fields back only after this event.
      textarea.form.addEventListener("reset", () => setTimeout(() => tell(textarea)));
    }
    const attributeFilter = ["data-error-line", "data-error-text"];
    new MutationObserver(() => this.#mark()).observe(textarea, { attributeFilter });
  }

  /** The box that is wanted, with the selection that the other one had. */
  #show() {
    const plain = this.#plain.checked;
    const textarea = this.#textarea;
    textarea.hidden = !plain;
    this.#host.hidden = plain;
    this.#find.hidden = plain;
    this.#hint.replaceChildren(...hint(textarea.form, plain));
    if (!plain) {
      const { selectionStart, selectionEnd } = textarea;
      this.#view ??= this.#open();
      this.#view.dispatch({ selection: EditorSelection.range(selectionStart, selectionEnd) });
    } else if (this.#view) {
      const { from, to } = this.#view.state.selection.main;
      textarea.setSelectionRange(from, to);
    }
    this.#say();
  }

  #open() {
    const textarea = this.#textarea;
    const label = textarea.getAttribute("aria-label") ?? textarea.labels[0]?.textContent ?? "Code";
    const view = openView({
      text: textarea.value,
      parent: this.#host,
      attributes: {
        "aria-label": label.trim(),
        "aria-describedby": textarea.getAttribute("aria-describedby") ?? "",
        // What can be typed into takes the focus anyway, but not every checker knows.
        tabindex: "0",
        spellcheck: "false",
        translate: "no",
      },
      onChange: (text) => this.#typed(text),
    });
    mark(view, errorLines(textarea));
    return view;
  }

  /** @param {string} text */
  #typed(text) {
    if (text !== this.#textarea.value) {
      this.#textarea.value = text;
      tell(this.#textarea);
    }
    this.#say();
  }

  /** Somebody else wrote into the textarea; one undo takes it back. */
  #follow() {
    const shown = this.#view?.state.doc.toString();
    const text = this.#textarea.value;
    if (shown !== undefined && shown !== text) {
      this.#view?.dispatch({ changes: difference(shown, text), userEvent: "input" });
    }
  }

  #mark() {
    if (this.#view) {
      mark(this.#view, errorLines(this.#textarea));
    }
    this.#say();
  }

  #say() {
    const lines = this.#view ? markedLines(this.#view.state) : errorLines(this.#textarea);
    this.#note.say(lines, this.#textarea.dataset.errorText || WHAT_HAPPENED);
  }

  #focus() {
    (this.#shown ?? this.#textarea).focus();
  }

  /** @param {number} line */
  #goTo(line) {
    const before = this.#textarea.value.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, each) => sum + each.length + 1, 0);
    this.#focus();
    this.#shown?.dispatch({ selection: { anchor: start }, scrollIntoView: true });
    this.#textarea.setSelectionRange(start, start);
  }
}

/**
 * The page's own hint is about a page without scripts; ours takes its place.
 * @param {HTMLTextAreaElement} textarea
 * @param {string[]} ours
 */
function describe(textarea, ours) {
  const described = textarea.getAttribute("aria-describedby")?.split(/\s+/) ?? [];
  for (const id of described) {
    const words = document.getElementById(id);
    if (words?.matches("[data-plain-hint]")) {
      words.hidden = true;
    } else {
      ours.push(id);
    }
  }
  textarea.setAttribute("aria-describedby", ours.join(" "));
}

/**
 * The lines that the page wants marked.
 * @param {HTMLTextAreaElement} textarea
 * @returns {number[]}
 */
function errorLines(textarea) {
  const numbers = (textarea.dataset.errorLine ?? "").split(/[\s,]+/).map(Number);
  return numbers.filter((number) => Number.isInteger(number) && number >= 1);
}
