// Builds the scripts of the pages into app/static/built, the same bytes on every machine.
//   npm run build                      writes app/static/built
//   npm run build -- --into FOLDER     writes there instead
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";

const HOUSE = dirname(fileURLToPath(import.meta.url));
const BUILT = join(HOUSE, "..", "app", "static", "built");
const ENTRIES = ["editor.js", "page.js"];
const NOTICES = "THIRD-PARTY-LICENCES.txt";
const TARGET = ["chrome109", "firefox115", "safari16.4"];
/** What a file may weigh on its way to the browser, in bytes of gzip. */
const MOST = { "editor.js": 200_000, "page.js": 10_000 };

const { values } = parseArgs({ options: { into: { type: "string", default: BUILT } } });
await main(resolve(values.into));

async function main(folder) {
  const files = new Map();
  const licences = new Map();
  for (const entry of ENTRIES) {
    const { code, packages } = await bundle(entry);
    for (const each of packages) {
      licences.set(each.name, each);
    }
    files.set(entry, code + comment(packages));
  }
  files.set(NOTICES, notices([...licences.values()]));
  files.set("manifest.json", manifest(files));
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) {
    writeFileSync(join(folder, name), content);
  }
  weigh(files);
}

async function bundle(entry) {
  const result = await build({
    absWorkingDir: HOUSE,
    entryPoints: [`source/${entry}`],
    bundle: true,
    minify: true,
    format: "esm",
    target: TARGET,
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    write: false,
    plugins: [{ name: "styles", setup: styles }],
  });
  return { code: result.outputFiles[0].text, packages: packagesOf(result.metafile) };
}

/** A style sheet is imported as its text, to be adopted by the document. */
function styles(bundler) {
  bundler.onLoad({ filter: /\.css$/ }, async ({ path }) => {
    const css = readFileSync(path, "utf8");
    const { code } = await transform(css, { loader: "css", minify: true, target: TARGET });
    return { contents: code.trim(), loader: "text" };
  });
}

/** The packages whose code went into a bundle, with the licence that each ships. */
function packagesOf(metafile) {
  const [output] = Object.values(metafile.outputs);
  const names = new Set();
  for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
    const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (found && bytesInOutput > 0) {
      names.add(found[1]);
    }
  }
  return [...names].sort().map(licenceOf);
}

function licenceOf(name) {
  const folder = join(HOUSE, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (!file || !license) {
    throw new Error(`${name} ships no licence`);
  }
  const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
  return { name, title: `${name} ${version} (${license})`, text };
}

/** Every licence text once, below the packages that it covers. */
function notices(packages) {
  const covered = new Map();
  for (const { title, text } of packages) {
    covered.set(text, [...(covered.get(text) ?? []), title]);
  }
  const parts = [...covered].map(([text, titles]) => `${titles.join("\n")}\n\n${text}\n`);
  return parts.join(`\n${"-".repeat(72)}\n\n`);
}

/** The notices travel inside the file that they are about. */
function comment(packages) {
  if (packages.length === 0) {
    return "";
  }
  const text = notices(packages);
  if (text.includes("*/")) {
    throw new Error("a licence would end the comment that holds it");
  }
  return `/*!\nThis file contains:\n\n${text}*/\n`;
}

/** The digests of what was built, and of what it was built from. */
function manifest(files) {
  const built = {};
  for (const [name, content] of [...files].sort()) {
    built[name] = { sha256: digest(content), bytes: Buffer.byteLength(content) };
  }
  const from = {};
  for (const path of ["build.mjs", "package-lock.json", ...sources()].sort()) {
    from[path] = digest(readFileSync(join(HOUSE, path)));
  }
  return `${JSON.stringify({ format: 1, built, from }, null, 2)}\n`;
}

function sources() {
  const all = readdirSync(join(HOUSE, "source"), { recursive: true, withFileTypes: true });
  const files = all.filter((each) => each.isFile());
  return files.map((each) =>
    relative(HOUSE, join(each.parentPath ?? each.path, each.name)).replaceAll(sep, "/"),
  );
}

function digest(content) {
  return createHash("sha256").update(content).digest("hex");
}

function weigh(files) {
  for (const entry of ENTRIES) {
    const content = files.get(entry);
    const packed = gzipSync(content, { level: 9 }).length;
    const [plain, sent] = [Buffer.byteLength(content), packed].map((n) => (n / 1000).toFixed(1));
    console.log(`${entry.padEnd(10)} ${plain.padStart(6)} KB, ${sent.padStart(5)} KB compressed`);
    if (packed > MOST[entry]) {
      throw new Error(`${entry} is heavier than ${MOST[entry] / 1000} KB compressed`);
    }
  }
}
