// The browser's own copy of what the server has not acknowledged yet.
import { keep, recall } from "../kept.js";

/**
 * @typedef {object} Kept
 * @property {string} source
 * @property {number} revision  the one on the server that it was typed over
 */

export class LocalCopy {
  #key;

  /** @param {string} whose  person and lesson: nobody gets to see another one's code */
  constructor(whose) {
    this.#key = `draft ${whose}`;
  }

  /** @returns {Kept | null} */
  read() {
    try {
      const { source, revision } = JSON.parse(recall(this.#key) ?? "");
      return typeof source === "string" ? { source, revision: Number(revision) } : null;
    } catch {
      return null;
    }
  }

  /**
   * @param {string} source
   * @param {number} revision
   */
  write(source, revision) {
    keep(this.#key, JSON.stringify({ source, revision }));
  }

  /**
   * Only this text: another tab may have left a newer one.
   * @param {string} source
   */
  forget(source) {
    if (this.read()?.source === source) {
      keep(this.#key, null);
    }
  }
}
