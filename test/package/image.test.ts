// The image of the project: the instructions of its Dockerfile are carried out in folders, and what they make is started. The one that
// installs from the registry is replaced by the modules of the checkout, which have the same lock file.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/documents/page.ts';
import { exitCodeOf, instructionsOf, wordsOf } from '../support/documents/dockerfile.ts';

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
const install = 'npm ci --ignore-scripts && npm rebuild better-sqlite3';

/** What of the checkout is copied into the image, by the exceptions of .dockerignore. */
const sent = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));

/** Installs the modules of the checkout, by links: nothing may be written into their files. */
function installModules(folder: string): void {
  const to = join(folder, 'node_modules');
  const from = `${realpathSync(join(root, 'node_modules'))}/.`; // a linked folder is not to be linked again, and then written into
  execFileSync('sh', ['-c', 'cp -al "$1" "$2" 2>/dev/null || cp -a "$1" "$2"', 'sh', from, to]);
  const list = join(to, '.package-lock.json'); // npm writes into it
  rmSync(list);
  copyFileSync(join(root, 'node_modules/.package-lock.json'), list);
}

/** Carries out the instructions of all stages, each in a folder of its own; returns that of the last one. */
function build(folder: string): string {
  const stages = new Map<string, string>();
  let stage = '';
  let place = '';
  for (const { name, rest } of instructionsOf(dockerfile)) {
    if (name === 'FROM') {
      stage = join(folder, `stage-${stages.size}`);
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? 'last', stage);
    } else if (name === 'WORKDIR') {
      place = join(stage, rest);
      mkdirSync(place, { recursive: true });
    } else if (name === 'COPY') {
      copy(rest, place, stages);
    } else if (name === 'RUN' && rest === install) {
      installModules(place);
    } else if (name === 'RUN' && !rest.startsWith('apt-get ')) {
      execFileSync('sh', ['-c', rest], { cwd: place, stdio: 'pipe' });
    }
  }
  return stage;
}

function copy(rest: string, place: string, stages: ReadonlyMap<string, string>): void {
  const words = rest.split(' ');
  const [, from] = /^--from=(\w+)$/.exec(words[0] ?? '') ?? [];
  const given = from === undefined ? words : words.slice(1);
  const target = given.at(-1) ?? '';
  for (const source of given.slice(0, -1)) {
    if (from === undefined && !sent.includes(source)) throw new Error(`${source} is not sent.`);
    const path = from === undefined ? join(root, source) : join(stages.get(from) ?? '', source);
    const name = target === './' ? source : target;
    cpSync(path, join(place, name), { recursive: true, preserveTimestamps: true });
  }
}

describe('the image', () => {
  let folder = '';
  let image = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'reprise-image-'));
    image = build(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has a Dockerfile without complaints of a linter', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('is sent what it copies, and nothing else', () => {
    const copied = instructionsOf(dockerfile)
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(ignored).toContain('*');
    expect([...sent].sort()).toEqual([...new Set(copied)].sort());
  });

  it('has what the program needs, and no tool that builds or tests it', () => {
    const modules = readdirSync(join(image, 'app/node_modules'));
    expect(modules).toEqual(expect.arrayContaining(['better-sqlite3', 'express', 'pg', 'zod']));
    for (const tool of ['typescript', 'vitest', 'esbuild', 'prettier', 'playwright']) {
      expect(modules).not.toContain(tool);
    }
    expect(readdirSync(join(image, 'app/node_modules/better-sqlite3')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'binding.gyp',
      'build',
      'lib',
      'package.json',
    ]);
    for (const name of ['LICENSE', 'NOTICE', 'package.json', 'fixtures/wallet']) {
      expect({ name, isThere: existsSync(join(image, 'app', name)) }).toMatchObject({
        isThere: true,
      });
    }
    expect(
      readdirSync(join(image, 'app')).filter((name) => /^(core|adapters)$/.test(name)),
    ).toEqual([]);
  });

  it('serves, says whether it is healthy, and stops at SIGTERM', async () => {
    const [, ...entry] = wordsOf(dockerfile, 'ENTRYPOINT');
    const inImage = entry.map((word) => word.replace(/^\/app\//, `${join(image, 'app')}/`));
    const flags = ['--port', '0', '--json', '--fixture', 'wallet/treasury'];
    const home = join(image, 'home/node'); // without --data, the store is a file there
    const child = spawn(process.execPath, [...inImage, ...flags], {
      cwd: home,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { port } = new URL((JSON.parse(line) as { url: string }).url);
      const metrics = await fetch(`http://127.0.0.1:${port}/__reprise/metrics`);
      expect(await metrics.text()).toContain('reprise_worlds_awake 1\n');
      const [, ...check] = wordsOf(dockerfile, 'HEALTHCHECK');
      const here = { ...process.env, REPRISE_PORT: port };
      expect(await exitCodeOf(process.execPath, check, here)).toBe(0);
      child.kill('SIGTERM');
      expect((await exited)[0]).toBe(0);
      expect(await exitCodeOf(process.execPath, check, here)).toBe(1);
      expect(readdirSync(join(home, '.reprise')).some((name) => name.endsWith('.db'))).toBe(true);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('runs as a user who is not the superuser, in a folder of his', () => {
    const last = instructionsOf(dockerfile);
    const index = last.findLastIndex(({ name }) => name === 'USER');
    expect(last.slice(index).map(({ name, rest }) => `${name} ${rest}`)).toEqual(
      expect.arrayContaining(['USER node', 'WORKDIR /home/node']),
    );
  });
});
