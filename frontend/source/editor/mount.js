// The editor's own styles, adopted by the document.
import { StyleModule } from "style-mod";
import { adopt } from "../adopt.js";

/**
 * Into a document the library writes a <style> element, which needs a nonce under our policy;
 * a sheet that scripts construct needs none.
 */
export function mountStyles() {
  const sheet = adopt("");
  /** @type {StyleModule[]} */
  let mounted = [];
  StyleModule.mount = (_root, modules) => {
    const wanted = Array.isArray(modules) ? modules : [modules];
    if (wanted.every((each, index) => mounted[index] === each)) {
      return;
    }
    mounted = [...wanted, ...mounted.filter((each) => !wanted.includes(each))];
    sheet.replaceSync(mounted.map((each) => each.getRules()).join("\n"));
  };
}
