// `reprise replay --against` and `--simulate`: a session performed again, by a server or by a fresh world.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { recordSession, serve, type Session } from '../../../support/retell/retold.ts';
import { relayTo } from '../../../support/server/relay.ts';
import { waitUntil } from '../../../support/server/requests.ts';
import { startServer, testKey, token } from '../../../support/server/server.ts';
import { payment } from '../../../support/upstream/client-programs.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder } from '../../../support/upstream/recorded.ts';
import { root } from '../../../support/documents/page.ts';
import { linesOf, writeSealed } from '../../../support/recording/recordings.ts';
import { openShell, type CommandResult, type Shell } from '../shell.ts';

const events = '/wp-json/tribe/events/v1/events';
const jsonType = { 'Content-Type': 'application/json' };

/** Publishes two events, and reads what is there between them and after them. */
const publisher: Session = {
  defaults: { clock: 'frozen' },
  async program(url) {
    const headers = { Authorization: `Bearer ${testKey}` };
    await (await fetch(`${url}/v1/w3s/wallets`, { headers })).text();
    for (const title of ['Concert', 'Opera']) {
      const event = { title, start_date: '2026-03-01 20:00', end_date: '2026-03-01 22:00' };
      const body = JSON.stringify({ ...event, status: 'publish' });
      await (await fetch(url + events, { method: 'POST', headers: jsonType, body })).text();
      for (const page of [1, 2, 3]) {
        await (await fetch(`${url}${events}?per_page=1&page=${page}`)).text();
      }
    }
  },
};

/** The text of the recording of a session. */
async function textOfSession(session: Session): Promise<string> {
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    await recordSession(file, session);
    return readFileSync(file, 'utf8');
  });
}

let recorded: string;
beforeAll(async () => {
  recorded = await textOfSession(publisher);
});

let shell: Shell;
beforeEach(() => {
  shell = openShell();
  shell.write('real.jsonl', recorded);
});
afterEach(() => shell.close());

/** The URL of a Reprise that ends with the test; with an event of another client, if it is to differ. */
async function reprise({ isOther = false } = {}): Promise<string> {
  const { url, close } = await startServer();
  onTestFinished(close);
  if (isOther) {
    const event = { title: 'Ball', start_date: '2026-02-01 20:00', end_date: '2026-02-01 22:00' };
    const body = JSON.stringify({ ...event, status: 'publish' });
    await (await fetch(url + events, { method: 'POST', headers: jsonType, body })).text();
  }
  return url;
}

/** The URL of a server that is no Reprise. */
async function stub(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    return closed(server);
  });
  return listening(server);
}

/** The URL of a Reprise whose control plane answers so many requests, and how many have come. */
async function mute(answers: number) {
  const server = await reprise();
  let count = 0;
  const isMute = (path: string) => path.startsWith('/__reprise') && (count += 1) > answers;
  const url = await relayTo(server, { isMute });
  return { url, count: () => count };
}

/** The requests to the control plane with which a replay begins, after that whether it is a Reprise. */
const controlRequests = [
  'worlds/default',
  'worlds/default',
  'worlds/default/requests',
  'worlds/default/clock',
];

const known = { REPRISE_TOKEN: token };

function against(
  url: string,
  flags: readonly string[] = [],
  env: Record<string, string> = known,
): Promise<CommandResult> {
  return shell.run(['replay', '--against', url, '--wait', '2s', ...flags, 'real.jsonl'], env);
}

describe('replay --against', () => {
  it('ends with 0 if all is equal', async () => {
    const { exitCode, out, errors } = await against(await reprise());
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
    expect(out).toEqual([
      'equal      real.jsonl',
      expect.stringMatching(/^ {2}\d+ requests sent, \d+ messages received, all equal$/),
    ]);
  });

  it('ends with 2 if something differs, and says what', async () => {
    const { exitCode, out, errors } = await against(await reprise({ isOther: true }));
    expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: [] });
    expect(out[0]).toBe('different  real.jsonl');
    expect(out[1]).toMatch(/^ {2}\d+ differences \(/);
    expect(out.join('\n')).toContain('total');
  });

  it('prints JSON', async () => {
    const equal = await against(await reprise(), ['--json']);
    expect(JSON.parse(equal.out.join(''))).toMatchObject({
      equal: true,
      replays: [{ file: 'real.jsonl', result: 'equal', isEqual: true, requests: [] }],
    });
    const other = await against(await reprise({ isOther: true }), ['--json']);
    expect(other.exitCode).toBe(2);
    const { replays } = JSON.parse(other.out.join(''));
    expect(replays[0]).toMatchObject({ result: 'different', isEqual: false });
    expect(replays[0].consequences.length).toBeGreaterThan(0);
  });

  it('writes a report for CI', async () => {
    await against(await reprise(), ['--junit', 'equal.xml']);
    expect(shell.read('equal.xml')).toContain('failures="0"');
    await against(await reprise({ isOther: true }), ['--junit', 'other.xml']);
    expect(shell.read('other.xml')).toContain('failures="1"');
    expect(shell.read('other.xml')).toContain('name="real.jsonl"');
  });

  it('keeps the new session with -o, but overwrites no file', async () => {
    const url = await reprise();
    expect((await against(url, ['-o', 'new.jsonl'])).exitCode).toBe(0);
    const lines = shell.read('new.jsonl').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'end' });
    const again = await against(url, ['-o', 'new.jsonl']);
    expect(again).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        'new.jsonl exists already, and recordings are never overwritten. Set -o to another file, or remove this one.',
      ],
    });
    expect(shell.read('new.jsonl').trimEnd().split('\n')).toEqual(lines);
  });

  it('replaces a file that differs with --update, and leaves an equal one', async () => {
    expect((await against(await reprise(), ['--update'])).exitCode).toBe(0);
    expect(shell.read('real.jsonl')).toBe(recorded);
    const updated = await against(await reprise({ isOther: true }), ['--update']);
    expect(updated.exitCode).toBe(0);
    expect(updated.out[0]).toBe('updated    real.jsonl');
    const now = shell.read('real.jsonl');
    expect(now).not.toBe(recorded);
    expect(JSON.parse(now.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ kind: 'end' });
    expect(now).not.toContain('reprise:demo');
    expect((await against(await reprise({ isOther: true }))).exitCode).toBe(0);
  });

  it('leaves out what is ignored', async () => {
    const url = await reprise({ isOther: true });
    const before = await against(url, ['--json']);
    const fields = new Set<string>();
    for (const { fields: own } of JSON.parse(before.out.join('')).replays[0].consequences) {
      for (const { path } of own) fields.add(path.replace(/^answer\./, ''));
    }
    const flags = [...fields].flatMap((path) => ['--ignore', path]);
    const ignored = await against(await reprise({ isOther: true }), flags);
    expect(ignored).toMatchObject({ exitCode: 0, errors: [] });
  });
});

describe('keys', () => {
  const wrong = 'TEST_API_KEY:other:wrong';
  const strict = { config: { walletKeys: ['TEST_API_KEY:own:secret'] } };

  async function strictReprise(): Promise<string> {
    const { url, close } = await startServer({ defaults: strict });
    onTestFinished(close);
    return url;
  }

  it('come from a flag or the environment', async () => {
    const url = await strictReprise();
    const key = 'TEST_API_KEY:own:secret';
    expect(await against(url, ['--wallet-key', key])).toMatchObject({ exitCode: 0, errors: [] });
    const env = { ...known, REPRISE_WALLET_KEY: key };
    expect(await against(await strictReprise(), [], env)).toMatchObject({
      exitCode: 0,
      errors: [],
    });
  });

  it('that are wrong are one sentence', async () => {
    const url = await strictReprise();
    expect(await against(url, ['--wallet-key', wrong])).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        `${url} refuses the key of the wallet (401): set --wallet-key to one that it knows.`,
      ],
    });
  });

  it('that are missing are one sentence, where a server has no published ones', async () => {
    const url = await stub((_request, response) => response.end('{}'));
    expect(await against(url)).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        `Recordings have no secrets, and ${url} needs one of the wallet: set --wallet-key, or REPRISE_WALLET_KEY.`,
      ],
    });
  });
});

describe('keys that are missing for a later part', () => {
  const site: Session = {
    async program(url) {
      await (await fetch(url + events)).text();
    },
  };
  const wallets: Session = {
    async program(url) {
      await site.program(url);
      const headers = { Authorization: `Bearer ${testKey}` };
      await (await fetch(`${url}/v1/w3s/wallets`, { headers })).text();
    },
  };

  it.each([[['wallets.jsonl']], [['site.jsonl', 'wallets.jsonl']]])(
    'are one sentence before anything is sent: %j',
    async (files) => {
      shell.write('site.jsonl', await textOfSession(site));
      shell.write('wallets.jsonl', await textOfSession(wallets));
      const requested: string[] = [];
      const url = await stub(({ url: path = '' }, response) => {
        requested.push(path);
        response.end('{}');
      });
      expect(await shell.run(['replay', '--against', url, ...files])).toMatchObject({
        exitCode: 1,
        out: [],
        errors: [expect.stringContaining('needs one of the wallet: set --wallet-key')],
      });
      expect(requested).toEqual(['/__reprise/health']);
    },
  );
});

describe('passwords of several users', () => {
  const role = 'editor' as const;
  const users = ['ann', 'bob'].map((login, index) => ({
    id: index + 2,
    login,
    role,
    password: `${login}: hers, and nobody else's`,
  }));
  const [ann = '', bob = ''] = users.map(({ login, password }) => `${login}:${password}`);
  const defaults = {
    clock: 'frozen' as const,
    config: { calendar: { mode: 'wordpress', users } as const },
  };
  const nobody = 'eve:has no password here';
  const publishers: Session = {
    defaults,
    async program(url) {
      for (const [index, login] of [ann, bob, nobody, `${ann}?`, bob].entries()) {
        const event = { title: String(index), start_date: '2026-03-01', end_date: '2026-03-02' };
        const headers = { ...jsonType, Authorization: `Basic ${btoa(login)}` };
        const body = JSON.stringify(event);
        await (await fetch(url + events, { method: 'POST', headers, body })).text();
      }
    },
  };

  /** The URL of a site with these users, who are not those that a Reprise has by itself. */
  async function site(): Promise<string> {
    shell.write('real.jsonl', await textOfSession(publishers));
    const { url, close } = await startServer({ defaults });
    onTestFinished(close);
    return url;
  }

  it('come from repeated flags, or the lines of a variable', async () => {
    const flags = ['--calendar-login', ann, '--calendar-login', bob];
    expect(await against(await site(), flags)).toMatchObject({ exitCode: 0, errors: [] });
    const env = { ...known, REPRISE_CALENDAR_LOGIN: `${bob}\n${ann}` };
    expect(await against(await site(), [], env)).toMatchObject({ exitCode: 0, errors: [] });
  });

  it('that are missing or wrong are one sentence with the name of the user', async () => {
    const url = await site();
    const others = ['--calendar-login', ann, '--calendar-login', nobody];
    expect(await against(url, others)).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        `Recordings have no secrets, and ${url} needs one of the calendar for bob: set --calendar-login, or REPRISE_CALENDAR_LOGIN.`,
      ],
    });
    const wrong = ['--calendar-login', ann, '--calendar-login', 'bob:wrong'];
    expect(await against(await site(), wrong)).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining('refuses the key of the calendar for bob (401)')],
    });
  });
});

describe('a target', () => {
  it('whose token is unknown is used as any other server, and that is said', async () => {
    const url = await reprise();
    const { exitCode, errors } = await against(url, [], {});
    expect({ exitCode, errors }).toEqual({
      exitCode: 0,
      errors: [
        `The token of ${url} is unknown, so its clock goes by itself: set REPRISE_TOKEN to the one that the server printed at startup.`,
      ],
    });
  });

  it('that refuses the token is one sentence', async () => {
    const url = await reprise();
    const { exitCode, out, errors } = await against(url, [], { REPRISE_TOKEN: 'another' });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
    expect(errors).toEqual([expect.stringContaining(`Cannot use ${url} of --against: `)]);
  });

  it('without the world is one sentence', async () => {
    const url = `${await reprise()}/w/nowhere`;
    const { exitCode, out, errors } = await against(url);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
    expect(errors).toEqual([expect.stringContaining("'nowhere'")]);
  });

  it('that does not answer is one sentence', async () => {
    const server = createServer();
    const url = await listening(server);
    await closed(server);
    const { exitCode, out, errors } = await against(url);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
    expect(errors).toEqual([expect.stringContaining(`Cannot use ${url} of --against: `)]);
  });

  it('that stops answering in the middle is one sentence', async () => {
    let left = 2; // the question whether it is a Reprise, and the first request
    const url = await stub((request, response) => {
      if (left === 0) return void request.socket.destroy();
      left -= 1;
      response.end('{}');
    });
    const { exitCode, out, errors } = await against(url, ['--wallet-key', testKey]);
    expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: [] });
    expect(out).toEqual([
      'different  real.jsonl',
      expect.stringMatching(new RegExp(`^ {2}${url} stopped answering at entry \\d+ \\(.+\\)\\.$`)),
    ]);
  });

  it('that is silent from some request on is one sentence', async () => {
    let left = 2;
    const url = await stub((_request, response) => {
      if (left > 0) response.end('{}');
      left -= 1;
    });
    const flags = ['--wallet-key', testKey, '--wait', '1ms'];
    const { exitCode, out } = await against(url, flags);
    expect(exitCode).toBe(2);
    const [, n] =
      /stopped answering at entry (\d+) \(no answer in time\)\.$/.exec(out.at(-1) ?? '') ?? [];
    const entry = JSON.parse(recorded.split('\n')[Number(n)] ?? '');
    expect(entry).toMatchObject({ n: Number(n), kind: 'http.request' });
  });

  it.each(controlRequests.map((path, index) => [index + 1, path] as const))(
    'whose control plane answers %i requests is one sentence',
    async (answers, path) => {
      const { url } = await mute(answers);
      const { exitCode, out, errors } = await against(url, ['--wait', '1s']);
      const why = `${url} has not answered GET /__reprise/${path} within 1 s`;
      const isOpened = answers > 1;
      expect({ exitCode, errors }).toEqual(
        isOpened
          ? { exitCode: 2, errors: [] }
          : { exitCode: 1, errors: [`Cannot use ${url} of --against: ${why}.`] },
      );
      if (isOpened) expect(out.at(-1)).toBe(`  ${url} stopped answering (${why}).`);
    },
  );

  it('that is no URL is one sentence', async () => {
    const { exitCode, out, errors } = await against('nothing');
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
    expect(errors).toHaveLength(1);
  });
});

describe('several recordings', () => {
  const files = ['real.jsonl', 'second.jsonl', 'third.jsonl'];
  const againstAll = (
    url: string,
    flags: readonly string[] = [],
    env: Record<string, string> = known,
  ) => shell.run(['replay', '--against', url, '--wait', '2s', ...flags, ...files], env);

  beforeEach(() => {
    for (const file of files) shell.write(file, recorded);
  });

  it('begin with the same state of a Reprise, which stays as it is', async () => {
    const { url, close, control } = await startServer();
    onTestFinished(close);
    const { body: before } = await control('GET', '/worlds');
    const { exitCode, out, errors } = await againstAll(url);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
    expect(out.at(-1)).toBe('3 recordings: 3 equal');
    expect((await control('GET', '/worlds')).body).toEqual(before);
    expect(before.worlds).toHaveLength(1);
  });

  it('differ with their causes', async () => {
    const { exitCode, out } = await againstAll(await reprise({ isOther: true }), ['--json']);
    expect(exitCode).toBe(2);
    const { replays } = JSON.parse(out.join(''));
    for (const { consequences } of replays) {
      const outside = expect.objectContaining({
        title: expect.stringContaining('EventCreated of calendar/event/1 from outside the session'),
      });
      expect(consequences[0].right.causes).toContainEqual(outside);
    }
    expect(replays[1].consequences).toEqual(replays[0].consequences);
  });

  it('leave their traces at any other server, which is said once', async () => {
    const url = await reprise();
    const { exitCode, errors } = await againstAll(url, [], {});
    expect(exitCode).toBe(2);
    expect(errors).toEqual([
      expect.stringContaining('The token of '),
      `${url} keeps what each recording does: second.jsonl and later ones begin with it.`,
    ]);
  });
});

describe('a signal', () => {
  it('ends the replay with one line, and leaves nothing behind', async () => {
    const { url, close, control } = await startServer();
    onTestFinished(close);
    await control('POST', '/worlds/default/faults', { kind: 'hang', service: 'wallet' });
    vi.stubEnv('TMPDIR', shell.cwd);
    onTestFinished(() => void vi.unstubAllEnvs());
    shell.write('second.jsonl', recorded);
    let stop: (signal: string) => void = () => undefined;
    const stopped = new Promise<string>((resolve) => (stop = resolve));
    const files = ['real.jsonl', 'second.jsonl'];
    const args = ['replay', '--against', url, '--wait', '1h', ...files];
    const ended = shell.run(args, known, { stopped: () => stopped });
    const worlds = async () => (await control('GET', '/worlds')).body.worlds.length;
    await waitUntil('the session is performed', async () => (await worlds()) === 2);
    expect(temporary()).toHaveLength(1);
    stop('SIGINT');
    expect(await ended).toEqual({
      exitCode: 2,
      out: [],
      errors: ['Stopped while performing real.jsonl: nothing is written.'],
    });
    expect(temporary()).toEqual([]);
    expect(await worlds()).toBe(1);
  });

  it('ends a replay that keeps the new session, without it', async () => {
    const { url, close, control } = await startServer();
    onTestFinished(close);
    await control('POST', '/worlds/default/faults', { kind: 'hang', service: 'wallet' });
    let stop: (signal: string) => void = () => undefined;
    const stopped = new Promise<string>((resolve) => (stop = resolve));
    const args = ['replay', '--against', url, '--wait', '1h', '-o', 'new.jsonl', 'real.jsonl'];
    const ended = shell.run(args, known, { stopped: () => stopped });
    await waitUntil('it is recorded', () => existsSync(shell.path('new.jsonl')));
    stop('SIGINT');
    expect(await ended).toMatchObject({ exitCode: 2, out: [] });
    expect(existsSync(shell.path('new.jsonl'))).toBe(false);
  });

  it.each([0, 1, 2, 3, 4])(
    'ends it at once where the control plane answers %i requests',
    async (answers) => {
      const { url, count } = await mute(answers);
      let stop: (signal: string) => void = () => undefined;
      const stopped = new Promise<string>((resolve) => (stop = resolve));
      const args = ['replay', '--against', url, '--wait', '1h', 'real.jsonl'];
      const ended = shell.run(args, known, { stopped: () => stopped });
      await waitUntil('it is awaited', () => count() > answers);
      stop('SIGINT');
      expect(await ended).toEqual({
        exitCode: 2,
        out: [],
        errors: ['Stopped while performing real.jsonl: nothing is written.'],
      });
    },
  );

  it('ends a simulation, too', async () => {
    const stopped = () => Promise.resolve('SIGINT');
    expect(await shell.run(['replay', '--simulate', 'real.jsonl'], {}, { stopped })).toEqual({
      exitCode: 2,
      out: [],
      errors: ['Stopped while performing real.jsonl: nothing is written.'],
    });
  });

  const temporary = () => readdirSync(shell.cwd).filter((name) => name.startsWith('reprise-'));
});

describe('the progress', () => {
  it('is a line now and then without a terminal', async () => {
    let nowMs = Date.parse('2026-05-01T10:00:00Z');
    const now = () => new Date((nowMs += 1_000));
    const args = ['replay', '--against', await reprise(), 'real.jsonl'];
    const { exitCode, errors } = await shell.run(args, known, { now });
    expect(exitCode).toBe(0);
    expect(errors[0]).toMatch(/^(?:reading|replaying) real\.jsonl .* \d+ %$/);
    expect(errors.at(-1)).toMatch(/^replaying real\.jsonl {2}entry \d+, \d+ %$/);
    expect(errors.length).toBeLessThan(nowMs / 10_000);
    const shown = await shell.run(args, known, { now, showsProgress: true });
    expect(shown.errors).toEqual([]);
  });
});

describe('a file', () => {
  it('that was cut is performed with --allow-cut only', async () => {
    const whole = recorded.trimEnd().split('\n');
    shell.write('real.jsonl', `${whole.slice(0, 3).join('\n')}\n`);
    const url = await reprise();
    const refused = await against(url);
    expect(refused.exitCode).toBe(2);
    expect(refused.out.join('\n')).toContain('cut after entry 2');
    expect(await against(url, ['--allow-cut'])).toMatchObject({ exitCode: 0, errors: [] });
  });

  it('that is damaged, or no recording, is unreadable', async () => {
    const url = await reprise();
    shell.write('real.jsonl', recorded.replace('Concert', 'Concord'));
    const damaged = await against(url);
    expect(damaged).toMatchObject({ exitCode: 3, errors: [] });
    expect(damaged.out[0]).toBe('unreadable real.jsonl');
    shell.write('real.jsonl', 'No recording.\n');
    expect(await against(url)).toMatchObject({ exitCode: 3, errors: [] });
  });
});

describe('flags', () => {
  it.each([
    [['--against', 'http://127.0.0.1:1', '--simulate'], '--against is a server'],
    [['-o', 'new.jsonl'], '-o keeps what --against or --simulate has answered'],
    [['--simulate', '--synthesise'], '--synthesise is for replays of everything'],
    [['--simulate', '--update'], '--update accepts the answers of a server'],
    [['--against', 'http://127.0.0.1:1', '-o', 'new.jsonl', '--update'], '-o creates a file'],
    [['--simulate', '-o', 'new.jsonl', 'real.jsonl'], '-o is one file'],
    [['--against', 'http://127.0.0.1:1', '--speed', '0'], 'It must be a number above 0'],
    [['--against', 'http://127.0.0.1:1', '--entity-secret', 'ab'], 'It must have 64 hex digits'],
    [['--against', 'http://127.0.0.1:1', '--calendar-login', 'ann'], 'It must be user:password'],
  ])('that contradict each other are refused: %j', async (flags, sentence) => {
    shell.write('other.jsonl', recorded);
    expect(await shell.refuses('replay', ...flags, 'other.jsonl')).toContain(sentence);
  });
});

describe('replay --simulate', () => {
  const simulate = (...flags: string[]) =>
    shell.run(['replay', '--simulate', ...flags, 'real.jsonl']);

  it('prints a table by operation, and ends with 0 if all is equal', async () => {
    const { exitCode, out, errors } = await simulate();
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
    expect(out[1]).toMatch(/^ {2}(\d+) of \1 answers equal$/);
    expect(out.join('\n')).toMatch(/operation +answers +equal/);
  });

  it('prints JSON and a report, and keeps the session', async () => {
    const { exitCode, out } = await simulate('--json', '--junit', 'report.xml', '-o', 'new.jsonl');
    expect(exitCode).toBe(0);
    const { replays } = JSON.parse(out.join(''));
    expect(replays[0]).toMatchObject({ result: 'equal', operations: expect.any(Array) });
    expect(shell.read('report.xml')).toContain('failures="0"');
    expect(shell.read('new.jsonl')).toContain('"kind":"end"');
    expect((await simulate('-o', 'new.jsonl')).exitCode).toBe(1);
  });

  it('agrees with replay for the recording of a world, also where only an event differs', async () => {
    const whole = join(root, 'recordings/v1/wallet/transfer.jsonl');
    expect((await shell.run(['replay', '--simulate', whole])).exitCode).toBe(0);
    const lines = linesOf(whole);
    const sent = lines.find(({ type }) => type === 'TransactionQueued');
    sent.data.nonce += 1;
    const edited = writeSealed(shell.path('edited.jsonl'), lines);
    const replayed = await shell.run(['replay', edited]);
    expect(replayed.exitCode).toBe(2);
    const { exitCode, out } = await shell.run(['replay', '--simulate', edited]);
    expect(exitCode).toBe(2);
    expect(out[1]).toMatch(/answers equal; a replay differs: .*TransactionQueued/);
    const json = await shell.run(['replay', '--simulate', '--json', edited]);
    const [{ result, divergence }] = JSON.parse(json.out.join('')).replays;
    expect({ result, divergence }).toEqual({
      result: 'different',
      divergence: expect.stringContaining('TransactionQueued'),
    });
    // Of what is ignored, the answers alone count.
    const ignoring = ['replay', '--simulate', '--ignore', 'body.data.x', edited];
    expect((await shell.run(ignoring)).exitCode).toBe(0);
  });
});

describe('causes', () => {
  const payer: Session = { program: payment('LOW') };

  it('are printed for a Reprise: the event, what led to it, and what was planted', async () => {
    shell.write('real.jsonl', await textOfSession(payer));
    const server = await serve(payer);
    onTestFinished(server.close);
    await server.control('PATCH', '/worlds/default/wallet/chains/AVAX-FUJI', { congestion: 2 });
    const { exitCode, out } = await against(server.url, ['--wait', '10s']);
    expect(exitCode).toBe(2);
    const because = out.flatMap((line) => {
      const [, cause] = /^ +because of (?:event \d+, )?(.*?)(?:, at \S+)?$/.exec(line) ?? [];
      return cause === undefined ? [] : [cause];
    });
    const chain = ['Stuck', 'Sent', 'Queued', 'Cleared'].map((name) => `Transaction${name}`);
    const request = 'POST /v1/w3s/developer/transactions/transfer';
    expect(because.slice(0, 7)).toEqual([
      ...chain,
      'TransferInitiated',
      expect.stringMatching(new RegExp(`^${request} \\(entry \\d+ in the second\\)$`)),
      'ChainChanged of wallet/chain/AVAX-FUJI from outside the session',
    ]);
  });

  it('are in the JSON output, and absent where the token is unknown', async () => {
    const causesOf = async (env: Record<string, string>) => {
      const { out } = await against(await otherTitle(), ['--json'], env);
      const { replays } = JSON.parse(out.join(''));
      expect(replays[0].consequences).toHaveLength(1);
      return replays[0].consequences[0].right.causes;
    };
    expect(await causesOf(known)).toEqual([
      expect.objectContaining({ title: expect.stringContaining('from outside the session') }),
    ]);
    expect(await causesOf({})).toBeUndefined();
  });

  /** A Reprise in which an event that the session reads has another title. */
  async function otherTitle(): Promise<string> {
    const session: Session = {
      defaults: { clock: 'frozen' },
      async program(url) {
        await (await fetch(`${url}${events}`)).text();
      },
    };
    const publish = async (url: string, title: string) => {
      const event = { title, start_date: '2026-03-01 20:00', end_date: '2026-03-01 22:00' };
      const body = JSON.stringify({ ...event, status: 'publish', slug: 'one' });
      await (await fetch(url + events, { method: 'POST', headers: jsonType, body })).text();
    };
    const real = {
      ...session,
      prepare: ({ url }: { readonly url: string }) => publish(url, 'Ball'),
    };
    shell.write('real.jsonl', await textOfSession(real));
    const { url, close } = await startServer();
    onTestFinished(close);
    await publish(url, 'Fair');
    return url;
  }
});
