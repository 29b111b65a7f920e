// Runs every command in every page and compares its output with the page; compares lists with the source.
// `npx vitest run test/guards/docs.test.ts -u` updates outputs and generated pages. test/package/pages.test.ts runs the pages
// about the library.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verbs } from '../../adapters/cli/verbs.ts';
import { routes as calendarRoutes } from '../../adapters/services/calendar/routes.ts';
import { listenParameters } from '../../adapters/services/speech/parameters/listen.ts';
import { sampleRates, speakParameters } from '../../adapters/services/speech/parameters/speak.ts';
import { turnParameters } from '../../adapters/services/speech/parameters/turns.ts';
import { routes as speechRoutes } from '../../adapters/services/speech/routes.ts';
import { routes as walletRoutes } from '../../adapters/services/wallet/routes.ts';
import { speech } from '../../core/index.ts';
import { openShell, type RunningServer, type Shell } from '../adapters/cli/shell.ts';
import { formattedClientTypes } from '../client-types/formatted.ts';
import { calendarReadme, isUnrestricted } from '../support/documents/calendar-readme.ts';
import {
  allPages,
  blocksOf,
  chapterOf,
  libraryPages,
  proseOf,
  readPage,
  root,
} from '../support/documents/page.ts';
import { linkModules, runPage, type PageOptions } from '../support/documents/page-runner.ts';
import { sourcesOf } from '../support/documents/rejecting-files.ts';
import { speechReadme } from '../support/documents/speech-readme.ts';
import { typesIn, walletReadme } from '../support/documents/wallet-readme.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { linesOf, writeSealed, type Raw } from '../support/recording/recordings.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const pages = allPages();
const walletPage = 'adapters/services/wallet/README.md';
const calendarPage = 'adapters/services/calendar/README.md';
const speechPage = 'adapters/services/speech/README.md';

/** The text of a source file, and of the files in the folder of its name. */
function sourceOf(file: string): string {
  const folder = file.replace(/\.ts$/, '');
  const more = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).sort() : [];
  return [file, ...more.map((name) => `${folder}/${name}`)].map(readPage).join('\n');
}

describe('core/wallet/README.md', () => {
  it('is generated from the source', async () => {
    const text = walletReadme(
      sourceOf('core/wallet/commands.ts'),
      sourceOf('core/wallet/events.ts'),
      sourcesOf('wallet', ['decide', 'signing', 'views']),
    );
    await expect(text).toMatchFileSnapshot('../../core/wallet/README.md');
  });

  it('lists every command that is decided', () => {
    const decided = readPage('core/wallet/decide.ts').matchAll(/case '(\w+)':/g);
    const listed = typesIn(sourceOf('core/wallet/commands.ts'));
    expect(listed.toSorted()).toEqual([...decided].map(([, type = '']) => type).toSorted());
  });
});

describe('core/calendar/README.md', () => {
  it('is generated from the source', async () => {
    const text = calendarReadme(
      sourceOf('core/calendar/commands.ts'),
      sourceOf('core/calendar/events.ts'),
      sourceOf('core/calendar/react.ts'),
      sourcesOf('calendar', ['decide', 'views'], ['problems.ts']),
    );
    await expect(text).toMatchFileSnapshot('../../core/calendar/README.md');
  });

  it('states correctly that any status may become any other', () => {
    expect(isUnrestricted()).toBe(true);
  });
});

/** The text of a file of the speech domain, and of those with its name in the rooms of the domain. */
function sourceOfRooms(name: string): string {
  const rooms = ['session', 'recognition', 'speak', 'listen', 'turns', 'agent'];
  return ['', ...rooms]
    .map((room) => join('core/speech', room, name))
    .filter((file) => existsSync(join(root, file)))
    .map(readPage)
    .join('\n');
}

describe('core/speech/README.md', () => {
  it('is generated from the source', async () => {
    const text = speechReadme(
      sourceOfRooms('commands.ts'),
      sourceOfRooms('events.ts'),
      sourceOfRooms('react.ts'),
    );
    await expect(text).toMatchFileSnapshot('../../core/speech/README.md');
  });
});

describe('adapters/client/control-types.ts', () => {
  it('is generated from the OpenAPI document: npm run client-types', async () => {
    const text = await formattedClientTypes();
    await expect(text).toMatchFileSnapshot('../../adapters/client/control-types.ts');
  });
});

describe('the operations', () => {
  /** `METHOD /path` in code, with several methods before a path split up. */
  const listedIn = (page: string) =>
    [...chapterOf(readPage(page), 'Operations').matchAll(/`([A-Z/]+) (\/[^`]*)`/g)].flatMap(
      ([, methods = '', path = '']) => methods.split('/').map((method) => `${method} ${path}`),
    );

  it('of the wallet are all listed, once each', () => {
    const known = walletRoutes.map(({ methods: [method], path }) => `${method} ${path}`);
    expect(listedIn(walletPage).toSorted()).toEqual(known.toSorted());
  });

  it('of the calendar are all listed, once each', () => {
    const known = calendarRoutes.flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path === '' ? '/' : path}`),
    );
    expect(listedIn(calendarPage).toSorted()).toEqual(known.toSorted());
  });

  it('of speech are all listed, once each', () => {
    const known = speechRoutes.map(({ methods: [method], path }) => `${method} ${path}`);
    expect(listedIn(speechPage)).toEqual(known);
  });
});

describe('the page of the speech service', () => {
  const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

  it('lists each model once, under its base voice', () => {
    const bases = chapterOf(readPage(speechPage), 'Voices')
      .split('\n- ')
      .slice(1)
      .map((item) => codesIn(item.split('\n\n')[0] ?? ''));
    expect(bases.flat().toSorted()).toEqual([...speech.speakModels].toSorted());
    for (const models of bases) {
      expect(new Set(models.map((model) => speech.voiceOf(model).base)).size).toBe(1);
    }
  });

  /** The items of a list below a heading of the chapter on parameters, by name. */
  const parametersOf = (path: string) => {
    const section = chapterOf(readPage(speechPage), 'Parameters').split(`### ${path}\n`)[1] ?? '';
    const items = section.split('### ')[0]?.matchAll(/^- `(\w+)`: ([^]*?)(?=\n- |\n\n|$(?![^]))/gm);
    return Object.fromEntries(
      [...(items ?? [])].map(([, name = '', rest = '']) => [name, rest.replaceAll('\n  ', ' ')]),
    );
  };

  it('lists each parameter of /v1/speak with its values', () => {
    const listed = parametersOf('/v1/speak');
    expect(Object.keys(listed).toSorted()).toEqual(Object.keys(speakParameters).toSorted());
    expect(codesIn(listed['encoding'] ?? '')).toEqual([...speech.audioEncodings]);
    expect(codesIn(listed['sample_rate'] ?? '').slice(0, 5)).toEqual([...sampleRates]);
    expect(codesIn(listed['model'] ?? '').at(-1)).toBe(speech.speakModelDefault);
  });

  it.each([
    ['/v1/listen', listenParameters],
    ['/v2/listen', turnParameters],
  ])('lists each parameter of %s as its table describes it', (path, table) => {
    const described = Object.entries(table).map(([name, type]) => [name, type.meta()?.description]);
    expect(parametersOf(path)).toEqual(Object.fromEntries(described));
  });
});

/** Edits a recording as if an earlier version had offered less: the transfer has another fee, and another hash. */
function offerLess(lines: readonly Raw[]): void {
  const sent = lines.find(({ type }) => type === 'TransactionSent').data.attempt;
  const hash = `0x${'5e'.repeat(32)}`;
  for (const line of lines) {
    if (line.kind === 'http.answer') line.text = line.text?.replaceAll(sent.txHash, hash);
  }
  Object.assign(sent, { maxFee: '14385000000', txHash: hash });
}

const marks: PageOptions['marks'] = {
  'the client of the tour': ({ write }) => {
    const client = blocksOf(readPage('README.md')).find(({ language }) => language === 'js');
    write(client?.code ?? '');
  },
  'an earlier version offers a lower fee': ({ folder }) => {
    const file = join(folder, 'recordings/tour.jsonl');
    const lines = linesOf(file);
    offerLess(lines);
    writeSealed(file, lines);
  },
};

describe('a page', () => {
  const played = pages
    .filter((page) => blocksOf(readPage(page)).some(({ language }) => language === 'sh'))
    .filter((page) => !libraryPages().includes(page));

  const modules = temporaryFolder();
  beforeAll(() => {
    linkModules(modules);
  });

  it.each(played)('%s runs, and shows its real output', async (page) => {
    const text = await runPage(page, { modules, marks, inspect: inlineChecks[page] });
    await expect(text).toMatchFileSnapshot(join(root, page));
  });

  it('has commands only in blocks that run', () => {
    for (const page of pages) {
      const text = readPage(page);
      const languages = new Set(blocksOf(text).map(({ language }) => language));
      const known = ['sh', 'text', 'js', 'yaml', 'json', 'dockerfile', 'mermaid', 'mark'];
      if (page === 'README.md') known.push('console'); // test/package/payouts.test.ts compares it
      expect({ page, unknown: [...languages].filter((name) => !known.includes(name)) }).toEqual({
        page,
        unknown: [],
      });
      const isIndented = /\n\n {4}\S/.test(proseOf(text));
      expect({ page, isIndented }).toEqual({ page, isIndented: false });
    }
  });
});

/** Sends the control plane requests in lists to a fork of the page's world, with ids instead of names. */
async function sendInline(
  page: string,
  server: RunningServer,
  ids: Readonly<Record<string, string>>,
) {
  const inline = readPage(page).matchAll(/`control ([A-Z]+) (\S+?)(?: '(\{[^`]*\})')?`/g);
  let count = 0;
  for (const [whole, method = '', path = '', body] of inline) {
    if (path.includes('…')) continue;
    count += 1;
    const named = (text: string) => text.replace(/<[\w-]+>/g, (name) => ids[name] ?? name);
    const world = `/worlds/inline-${count}`;
    await server.server.control('POST', '/worlds/default/fork', { name: world.slice(8) });
    const sent = body === undefined ? undefined : JSON.parse(named(body));
    const { status } = await server.server.control(method, world + named(path), sent);
    // 409: the transaction is past that state. Any other error is a mistake of the page.
    expect({ whole, isFine: status < 300 || status === 409 }).toEqual({ whole, isFine: true });
  }
  expect(count).toBeGreaterThan(5);
}

const inlineChecks: Readonly<Record<string, PageOptions['inspect']>> = {
  async [walletPage](served) {
    const { request, control } = served.server;
    const { body } = await request('GET', '/v1/w3s/wallets');
    const [{ id, walletSetId }] = body.data.wallets;
    const made = await control('POST', '/worlds/default/wallet/wallets', {
      walletSetId,
      blockchains: ['APTOS-TESTNET'],
    });
    const ids = {
      '<wallet-id>': id,
      '<aptos-wallet-id>': made.body.wallets[0].id,
      '<address>': `0x${'ab'.repeat(20)}`,
    };
    await sendInline(walletPage, served, ids);
  },
  async [calendarPage](served) {
    const { request } = served.server;
    const { body } = await request('GET', '/calendar/events/v1/events/2');
    const parent = { title: 'Season', start_date: 'tomorrow', end_date: 'tomorrow' };
    const credentials = Buffer.from('ann:abcd EFGH ijkl MNOP qrst UVWX').toString('base64');
    const made = await request('POST', '/calendar/events/v1/events', parent, {
      Authorization: `Basic ${credentials}`,
    });
    const ids = { '<id>': '2', '<venue-id>': body.venue.id, '<parent-id>': made.body.id };
    await sendInline(calendarPage, served, ids);
  },
};

describe('commands in sentences', () => {
  let shell: Shell;
  beforeAll(() => (shell = openShell()));
  afterAll(() => shell.close());

  const helps = new Map<string, string>();
  async function helpOf(verb: string): Promise<string> {
    const known =
      helps.get(verb) ?? (await shell.run([...verb.split(' '), '--help'])).out.join('\n');
    helps.set(verb, known);
    return known;
  }
  const names = verbs.map(({ name }) => name).join('|');
  const command = new RegExp(`^(?:reprise )?(${names})((?: [^\`]*)?)$`);

  it.each(pages)('of %s name verbs and flags that exist', async (page) => {
    for (const [, code = ''] of proseOf(readPage(page)).matchAll(/`([^`\n]+)`/g)) {
      const [, verb, rest = ''] = command.exec(code) ?? [];
      if (verb === undefined) continue;
      const words = rest.split(' ').filter((word) => word !== '');
      const isGroup = (await helpOf(verb)).includes('\nCommands:');
      const [first = '-'] = words;
      const full = isGroup && /^[a-z]/.test(first) ? `${verb} ${first}` : verb;
      const help = await helpOf(full);
      expect({ code, help: help.slice(0, 40) }).toMatchObject({
        help: expect.stringContaining(`Usage: reprise ${full}`),
      });
      for (const flag of words.filter((word) => word.startsWith('--')))
        expect({ code, flag, help }).toMatchObject({ help: expect.stringContaining(flag) });
    }
  });
});

describe('lines', () => {
  it.each(pages)('of %s have 160 characters at most', (page) => {
    const long = readPage(page)
      .split('\n')
      .filter((line) => line.length > 160);
    expect(long).toEqual([]);
  });
});

describe.each(['README.md', 'core/README.md'])('%s', (page) => {
  it('is shorter than 8,192 bytes', () => {
    expect(Buffer.byteLength(readPage(page))).toBeLessThan(8_192);
  });
});

describe('the glossary of core/README.md', () => {
  const terms = [
    ...chapterOf(readPage('core/README.md'), 'Glossary').matchAll(
      /(?<=^- |, |\. )\*\*(.+?)\*\*(?=[:,])/gm,
    ),
  ].map(([, term]) => term);

  it('explains each word once', () => {
    expect(terms.length).toBeGreaterThan(40);
    expect(terms).toEqual([...new Set(terms)]);
  });
});

describe('links', () => {
  /** The anchor that GitHub creates for a heading. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');

  it.each(pages)('of %s lead to files and chapters', (page) => {
    for (const [, link = ''] of readPage(page).matchAll(/\]\(([^)]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      expect({ link, exists: existsSync(join(root, target)) }).toEqual({ link, exists: true });
      if (anchor === undefined) continue;
      const headings = [...readPage(target).matchAll(/^#+ (.+)$/gm)].map(([, text]) => text ?? '');
      expect({ link, anchors: headings.map(anchorOf) }).toMatchObject({
        anchors: expect.arrayContaining([anchor]),
      });
    }
  });
});

describe('npm run reprise', () => {
  it('builds the command line and runs it', async () => {
    const { scripts, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: { reprise: string };
      version: string;
    };
    expect(scripts.reprise).toBe('npm run --silent build && node dist/command/main.js');
    const line = ['run', '--silent', 'reprise', '--', '--version'];
    const { stdout } = await promisify(execFile)('npm', line, { cwd: root });
    expect(stdout).toBe(`${version}\n`);
  });
});
