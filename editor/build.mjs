// Builds the bundle into the package, or the tests into .build. The same sources give the same bytes anywhere.
import { build } from "esbuild";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const target = process.env.GRAPHOPS_EDITOR_OUT ?? path.join(here, "..", "graphops", "inspect", "draw", "static");

const common = { absWorkingDir: here, bundle: true, logLevel: "warning", charset: "utf8", legalComments: "none" };

if (process.argv.includes("--tests")) {
  rmSync(path.join(here, ".build"), { recursive: true, force: true });
  const tests = readdirSync(path.join(here, "test")).filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    entryPoints: tests.map((name) => `test/${name}`),
    outdir: ".build",
    outExtension: { ".js": ".mjs" },
    platform: "node",
    format: "esm",
    target: "node20",
  });
} else {
  mkdirSync(target, { recursive: true });
  const { metafile } = await build({
    ...common,
    entryPoints: { editor: "src/main.tsx" },
    outdir: target,
    minify: true,
    metafile: true,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  for (const name of ["index.html", "icon.svg"])
    writeFileSync(path.join(target, name), readFileSync(path.join(here, "src", name)));
  writeFileSync(path.join(target, "licences.txt"), licences(Object.keys(metafile.inputs)));
}

// The licence of each package of which something is in the bundle.
function licences(inputs) {
  const names = new Set();
  for (const input of inputs) {
    const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll("\\", "/"));
    if (match) names.add(match[1]);
  }
  const parts = [...names].sort().map((name) => {
    const folder = path.join(here, "node_modules", name);
    const info = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].find((item) =>
      existsSync(path.join(folder, item)),
    );
    const text = file
      ? readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").trim()
      : `(${info.license})`;
    return `${name} ${info.version} (${info.license})\n\n${text}\n`;
  });
  const head = "The page editor, editor.js and editor.css, holds parts of these packages.\n";
  return [head, ...parts].join(`\n${"-".repeat(78)}\n\n`);
}
