// Keeps what is typed: in the browser at once, on the server two seconds after the last key.
import { replaceText } from "../text.js";
import { announce } from "./announce.js";
import { choose } from "./conflict.js";
import { LocalCopy } from "./local_copy.js";
import { send } from "./send.js";
import { Status, time } from "./status.js";

const AFTER_LAST_KEY = 2_000;
const LONGEST_RETRY = 60_000;

/** @typedef {import("./send.js").Saved} Saved */

/** @param {HTMLTextAreaElement} textarea */
export function keepDraft(textarea) {
  const draft = new Draft(textarea);
  textarea.addEventListener("input", () => draft.typed());
  textarea.form?.addEventListener("submit", () => draft.save({ leaving: true }));
  document.addEventListener("visibilitychange", () => {
    // Back again: perhaps from another tab where the learner signed in.
    draft.save({ leaving: document.hidden });
  });
  addEventListener("online", () => draft.save());
  draft.restore();
}

class Draft {
  #textarea;
  #copy;
  #status;
  #revision;
  /** What the server is known to have. */
  #stored;
  #retry = AFTER_LAST_KEY;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #sending = false;
  #choosing = false;

  /** @param {HTMLTextAreaElement} textarea */
  constructor(textarea) {
    const { draftUrl = "", draftOwner = "", draftRevision = "0" } = textarea.dataset;
    this.#textarea = textarea;
    this.#copy = new LocalCopy(`${draftOwner} ${draftUrl}`);
    this.#status = new Status();
    this.#revision = Number(draftRevision);
    this.#stored = textarea.value;
  }

  /** What an earlier page could not hand over comes back, unless the server has something newer. */
  restore() {
    const kept = this.#copy.read();
    if (!kept || kept.source === this.#stored) {
      this.#copy.forget(this.#stored);
    } else if (kept.revision === this.#revision) {
      replaceText(this.#textarea, kept.source);
      this.#status.say("restored from this browser");
      this.#later(AFTER_LAST_KEY);
    } else {
      const stored = { revision: this.#revision, source: this.#stored, savedAt: "" };
      replaceText(this.#textarea, kept.source);
      this.#choose(stored);
    }
  }

  typed() {
    if (this.#textarea.value !== this.#stored) {
      this.#copy.write(this.#textarea.value, this.#revision);
    }
    this.#retry = AFTER_LAST_KEY;
    this.#later(AFTER_LAST_KEY);
  }

  /** @param {{ leaving?: boolean }} [how]  leaving: the page may be gone before the answer */
  async save({ leaving = false } = {}) {
    const source = this.#textarea.value;
    if (source === this.#stored || this.#sending || this.#choosing) {
      return;
    }
    clearTimeout(this.#timer);
    this.#sending = true;
    const { draftUrl = "", draftOwner = "", draftKey = "" } = this.#textarea.dataset;
    const answer = await send(draftUrl, {
      source,
      revision: this.#revision,
      owner: draftOwner,
      key: draftKey,
      leaving,
    });
    this.#sending = false;
    this.#hear(source, answer);
  }

  /**
   * @param {string} source
   * @param {import("./send.js").Answer} answer
   */
  #hear(source, answer) {
    if (answer.kind === "saved") {
      this.#acknowledge(source, answer.draft);
    } else if (answer.kind === "conflict") {
      this.#choose(answer.draft);
    } else if (answer.kind === "refused") {
      this.#status.warn(answer.words);
    } else {
      this.#status.warn("not saved yet, kept in this browser; trying again");
      this.#retry = Math.min(this.#retry * 2, LONGEST_RETRY);
      this.#later(this.#retry);
    }
  }

  /**
   * @param {string} source
   * @param {{ revision: number, savedAt: string }} draft
   */
  #acknowledge(source, draft) {
    this.#knows(draft.revision);
    this.#stored = source;
    this.#retry = AFTER_LAST_KEY;
    this.#copy.forget(source);
    this.#status.say(`saved ${time(draft.savedAt)}`);
    if (this.#textarea.value !== source) {
      this.typed();
    }
  }

  /**
   * Another tab or machine saved something else meanwhile: nothing is sent until one is chosen.
   * @param {Saved} theirs
   */
  async #choose(theirs) {
    const mine = this.#textarea.value;
    if (theirs.source === mine) {
      this.#acknowledge(mine, theirs);
      return;
    }
    this.#choosing = true;
    this.#status.warn("not saved: there is another version", {
      label: "Compare",
      press: () => this.#choose(theirs),
    });
    const choice = await choose(mine, theirs);
    this.#choosing = choice === "later";
    if (choice === "mine") {
      this.#knows(theirs.revision);
      this.#stored = theirs.source;
      this.save();
    } else if (choice === "theirs") {
      replaceText(this.#textarea, theirs.source);
      this.#acknowledge(theirs.source, theirs);
      this.#copy.forget(mine);
      announce("The other version is in the box now. Undo brings yours back.");
    }
  }

  /**
   * The form says it too, or what it sends would look like another tab's.
   * @param {number} revision
   */
  #knows(revision) {
    this.#revision = revision;
    const field = this.#textarea.form?.elements.namedItem("revision");
    if (field instanceof HTMLInputElement) {
      field.value = String(revision);
    }
  }

  /** @param {number} milliseconds */
  #later(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), milliseconds);
  }
}
