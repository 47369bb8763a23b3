// Turns every textarea[data-editor] into an editor; the textarea stays the field of its form.
import { adopt } from "./adopt.js";
import { Box } from "./editor/box.js";
import styles from "./editor/editor.css";
import { mountStyles } from "./editor/mount.js";

/** @type {NodeListOf<HTMLTextAreaElement>} */
const textareas = document.querySelectorAll("textarea[data-editor]");

// A browser too old for adopted style sheets keeps the plain box.
if (textareas.length > 0 && "adoptedStyleSheets" in document) {
  mountStyles();
  adopt(styles);
  for (const textarea of textareas) {
    new Box(textarea);
  }
}
