// `reprise record` and `reprise play`: a session with a service, and the same session without it.

import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShell, type RunningVerb, type Shell } from '../shell.ts';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
});
afterEach(() => shell.close());

async function recordOf(upstream: string, ...flags: string[]): Promise<RunningVerb> {
  const services = ['--wallet', upstream, '--calendar', upstream, '--speech', upstream];
  return shell.start([
    'record',
    '--port',
    '0',
    '--json',
    ...services,
    '-o',
    'real.jsonl',
    ...flags,
  ]);
}

async function textAt(url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  return `${response.status} ${await response.text()}`;
}

const key = { Authorization: 'Bearer TEST_API_KEY:reprise:demo' };
const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** What a calendar's client does: it writes between two reads. */
async function publish(url: string): Promise<readonly string[]> {
  const events = `${url}/wp-json/tribe/events/v1/events`;
  const event = { title: 'Concert', start_date: '2026-03-01 20:00', end_date: '2026-03-01 22:00' };
  return [
    await textAt(events),
    await textAt(events),
    await textAt(events, post({ ...event, status: 'publish' })),
    await textAt(`${events}?per_page=1`),
    await textAt(`${url}/v1/w3s/wallets`, { headers: key }),
  ];
}

const without = (texts: readonly string[], url: string) =>
  texts.map((text) => text.replaceAll(url, '').replaceAll(url.replaceAll('/', '\\/'), ''));

describe('a session that was recorded', () => {
  it('is played when the service is gone', async () => {
    const { ready, stop } = await shell.serve(['--memory', '--clock', 'frozen']);
    const recording = await recordOf(ready.url);
    const real = await publish(recording.url);
    expect(real[2]).toMatch(/^201 /);
    expect(real.join()).not.toContain(ready.url);
    expect(await recording.stop()).toBe(0);
    await stop();
    const text = readFileSync(join(shell.cwd, 'real.jsonl'), 'utf8');
    expect(text).not.toContain('reprise:demo');
    expect(text).toContain('{origin}/wp-json');

    const playing = await shell.start([
      'play',
      '--port',
      '0',
      '--json',
      '--all-used',
      'real.jsonl',
    ]);
    expect(without(await publish(playing.url), playing.url)).toEqual(without(real, recording.url));
    expect(playing.errors).toEqual([]);
    expect(await playing.stop()).toBe(0);
  });

  it('is at another place for each client', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'frozen']);
    const recording = await recordOf(ready.url);
    await publish(recording.url);
    await recording.stop();
    const playing = await shell.start(['play', '--port', '0', '--json', 'real.jsonl']);
    const [ann, bob] = [`${playing.url}/w/ann`, `${playing.url}/w/bob`];
    const both = await Promise.all([publish(ann), publish(bob)]);
    expect(without(both[0], ann)).toEqual(without(both[1], bob));
    expect(await playing.stop()).toBe(0);
  });

  it('tells a client that does something else what it has', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'frozen']);
    const recording = await recordOf(ready.url);
    await publish(recording.url);
    await recording.stop();
    const playing = await shell.start(['play', '--port', '0', '--json', 'real.jsonl']);
    const events = `${playing.url}/wp-json/tribe/events/v1/events`;
    const event = { title: 'Opera', start_date: '2026-03-01 20:00', end_date: '2026-03-01 22:00' };
    const missed = await textAt(events, post({ ...event, status: 'publish' }));
    expect(missed).toMatch(/^501 .*body\.title \\"Concert\\" in place of \\"Opera\\"/);
    expect(playing.errors).toEqual([
      expect.stringContaining('is not in the recording. Nearest is entry 5'),
    ]);
    expect(await playing.stop()).toBe(2);
    expect(playing.out.join('\n')).not.toContain('Opera');
  });

  it('plays up to a cut, and says so', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'frozen']);
    const recording = await recordOf(ready.url);
    await publish(recording.url);
    await recording.stop();
    const file = join(shell.cwd, 'real.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.slice(0, 4).join('\n').slice(0, -20));
    const refused = await shell.run(['play', '--port', '0', 'real.jsonl']);
    expect(refused.exitCode).toBe(2);
    expect(refused.errors).toEqual([
      'real.jsonl was cut after entry 2: play the part that exists with --allow-cut.',
    ]);
    const playing = await shell.start([
      'play',
      '--port',
      '0',
      '--json',
      '--allow-cut',
      'real.jsonl',
    ]);
    expect(playing.errors).toEqual(['real.jsonl was cut after entry 2; it plays up to there.']);
    expect(await textAt(`${playing.url}/wp-json/tribe/events/v1/events`)).toMatch(/^200 /);
    expect(await playing.stop()).toBe(0);
  });
});

describe('secrets', () => {
  it('that are named are not in the file, and do not count when it is played', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'frozen']);
    const recording = await recordOf(
      ready.url,
      '--redact',
      'query:tenant',
      '--redact',
      'header:x-tenant',
    );
    const path = '/wp-json/tribe/events/v1/events?tenant=';
    const real = await textAt(`${recording.url}${path}the-tenant-of-acme`, {
      headers: { 'X-Tenant': 'the-tenant-of-acme', 'X-Other': 'sk_live_4eC39HqLyjWDarjtT1zdp7dc' },
    });
    expect(real).toMatch(/^(200|400) /);
    expect(await recording.stop()).toBe(0);
    expect(recording.errors).toEqual([
      'These values look like secrets. If one is, record again with --redact:',
      '  entry 1  headers.x-other',
    ]);
    expect(readFileSync(join(shell.cwd, 'real.jsonl'), 'utf8')).not.toContain('acme');

    const playing = await shell.start(['play', '--port', '0', '--json', 'real.jsonl']);
    expect(await textAt(`${playing.url}${path}the-tenant-of-another`)).toMatch(/^(200|400) /);
    expect(await textAt(`${playing.url}${path}`)).toMatch(/^501 /);
    expect(await playing.stop()).toBe(2);
  });
});

describe('a mistake of the operator', () => {
  const refusal = async (...args: string[]) => {
    const { exitCode, out, errors } = await shell.run(args);
    expect({ out, lines: errors.length }).toEqual({ out: [], lines: 1 });
    return `${exitCode}: ${errors[0]?.replaceAll(shell.cwd, '.')}`;
  };

  it('is said in one sentence', async () => {
    const { ready } = await shell.serve(['--memory']);
    writeFileSync(join(shell.cwd, 'old.jsonl'), '');
    writeFileSync(join(shell.cwd, 'no.pem'), 'no certificate');
    const tls = ready.url.replace('http:', 'https:');
    expect(await refusal('record', '-o', 'a.jsonl')).toMatch(/^1: Nothing to record: set the URL/);
    expect(
      await refusal('record', '-o', 'a.jsonl', '--port', '0', '--wallet', 'http://127.0.0.1:9'),
    ).toBe('1: Cannot use http://127.0.0.1:9 of --wallet: nothing listens there.');
    expect(await refusal('record', '-o', 'a.jsonl', '--port', '0', '--wallet', tls)).toBe(
      `1: Cannot use ${tls} of --wallet: it does not speak TLS: use http://.`,
    );
    expect(
      await refusal('record', '-o', 'old.jsonl', '--port', '0', '--wallet', ready.url),
    ).toMatch(/^1: .*old.jsonl exists already/);
    expect(
      await refusal('record', '-o', 'a.jsonl', '--wallet', ready.url, '--ca', 'no.pem'),
    ).toMatch(/^1: Cannot read a certificate from no.pem/);
    expect(
      await refusal('record', '-o', 'a.jsonl', '--wallet', ready.url, '--wallet', ready.url),
    ).toMatch(/^1: .*It is given twice/);
    expect(await refusal('play', 'absent.jsonl')).toMatch(/^3: There is no file/);
    expect(await refusal('play', 'no.pem')).toMatch(/^3: .*is not a recording/);
    expect(existsSync(join(shell.cwd, 'a.jsonl'))).toBe(false);
  });

  it('refuses recordings of one service twice', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'frozen']);
    const recording = await recordOf(ready.url);
    await publish(recording.url);
    await recording.stop();
    copyFileSync(join(shell.cwd, 'real.jsonl'), join(shell.cwd, 'again.jsonl'));
    expect(await refusal('play', 'real.jsonl', 'again.jsonl')).toBe(
      '1: real.jsonl and again.jsonl both have the service calendar: play one of them.',
    );
  });

  it('refuses the recording of real services where that of a world is needed', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'frozen']);
    const recording = await recordOf(ready.url);
    await publish(recording.url);
    await recording.stop();
    const sentence =
      'real.jsonl is a recording of real services, not of a world: perform it with reprise replay --simulate or --against, or serve it with reprise play.';
    expect(await refusal('diff', 'real.jsonl', 'real.jsonl')).toBe(`3: ./${sentence}`);
    expect(await refusal('inspect', 'real.jsonl', '--conversation')).toMatch(
      /^1: The recording is of real services/,
    );
    const { exitCode, out } = await shell.run(['replay', 'real.jsonl']);
    expect(exitCode).toBe(3);
    expect(out).toEqual(['unreadable real.jsonl', `  ${shell.cwd}/${sentence}`]);
  });
});
