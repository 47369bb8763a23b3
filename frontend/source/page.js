// What every page gains from scripts: live results, no double submits, drafts that are kept.
import { adopt } from "./adopt.js";
import { prepareAnnouncing } from "./page/announce.js";
import { keepDraft } from "./page/draft.js";
import { offerFills } from "./page/fill.js";
import { submitOnce } from "./page/once.js";
import styles from "./page/page.css";
import { follow } from "./page/result.js";

if ("adoptedStyleSheets" in document) {
  adopt(styles);
}
prepareAnnouncing();
submitOnce();
offerFills();

/** @type {NodeListOf<HTMLTextAreaElement>} */
const drafts = document.querySelectorAll("textarea[data-draft-url]");
drafts.forEach(keepDraft);

/** @type {NodeListOf<HTMLElement>} */
const waiting = document.querySelectorAll("[data-poll]");
waiting.forEach(follow);
