// What happened on the marked lines, in words, for those who do not see the marks.
import { button, element } from "../element.js";

export class Note {
  /**
   * @param {string} id  of the words, so that the editor can be described by them
   * @param {(line: number) => void} goTo
   */
  constructor(id, goTo) {
    this.words = element("span", { id });
    this.element = element("p", { class: "code-note", hidden: "" }, this.words);
    this.#goTo = goTo;
  }

  #goTo;
  #said = "";

  /**
   * @param {readonly number[]} lines  none: nothing to say
   * @param {string} what  happened there
   */
  say(lines, what) {
    const words = lines.length > 0 ? `${named(lines)}: ${what}` : "";
    if (words === this.#said) {
      return;
    }
    this.#said = words;
    this.words.textContent = words;
    this.element.hidden = words === "";
    const buttons = lines.map((line) => button(`Go to line ${line}`, () => this.#goTo(line)));
    this.element.replaceChildren(this.words, ...buttons);
  }
}

/** @param {readonly number[]} lines */
function named(lines) {
  return lines.length === 1 ? `Line ${lines[0]}` : `Lines ${lines.join(", ")}`;
}
