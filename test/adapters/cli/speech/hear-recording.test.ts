// `reprise hear` of recordings: the script and the sounds that their world had before they began.

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fixture } from '../../../../adapters/contracts/world-spec.ts';
import { storedFixture } from '../../../../adapters/fixture/seed-commands.ts';
import { openFileWriter } from '../../../../adapters/recording/format/file-writer.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { token } from '../../../support/server/server.ts';
import { close, connectTo, flush, speak, connectToSpeak } from '../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../support/speech/hosts.ts';
import { openShell, type Shell } from '../shell.ts';

let shell: Shell;
let host: SpeechHost | undefined;
beforeEach(() => {
  shell = openShell();
});
afterEach(async () => {
  await host?.close();
  host = undefined;
  await shell.close();
});

const file = 'heard.jsonl';

async function open(speech?: object): Promise<SpeechHost> {
  const fixture = { version: 1, speech } as unknown as Fixture;
  const defaults = speech === undefined ? {} : { fixture: storedFixture(fixture) };
  const newRecordingFile = () => join(shell.cwd, file);
  return (host = await inProcess({ newRecordingFile, defaults }));
}

async function control(method: string, path: string, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await host!.fetch(`/__reprise/worlds/default/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
}

const record = () => control('POST', 'recording/start');
const setScript = (...utterances: string[]) =>
  control('PUT', 'speech/script', { hear: [{ utterances }] });

/** The audio of a sentence, as the world speaks it. */
async function spoken(text: string): Promise<Buffer> {
  const client = await connectToSpeak(host!);
  client.send(speak(text), flush, close);
  await client.closed;
  return Buffer.concat(client.audio);
}

/** What a session hears in samples. */
async function heard(audio: Buffer): Promise<string> {
  const client = await connectTo(host!, '/v1/listen', {
    query: '?encoding=linear16&sample_rate=24000&punctuate=true',
  });
  client.socket.send(audio);
  client.send({ type: 'CloseStream' });
  await client.closed;
  type Results = { channel?: { alternatives: { transcript: string }[] } };
  return (client.seen as readonly Results[])
    .flatMap(({ channel }) => channel?.alternatives[0]?.transcript ?? [])
    .join(' ')
    .trim();
}

async function hear(...flags: string[]) {
  await control('POST', 'recording/stop');
  const result = await shell.run(['hear', file, ...flags]);
  return { ...result, text: result.out.slice(1).map((line) => line.slice(15)) };
}

const sentence = 'Where is my transfer?';

describe('reprise hear of a recording', () => {
  it('knows the script of the fixture', async () => {
    await open({ hear: [{ utterances: ['Scripted words here.'] }] });
    const audio = await spoken(sentence);
    await record();
    expect(await heard(audio)).toBe('Scripted words here.');
    expect(await hear()).toMatchObject({ exitCode: 0, text: ['Scripted words here.'] });
  });

  it('knows what was spoken before the recording began', async () => {
    await open();
    const audio = await spoken(sentence);
    await record();
    expect(await heard(audio)).toBe(sentence);
    expect(await hear()).toMatchObject({ exitCode: 0, text: [sentence] });
  });

  it('knows the script that was set before the recording began, or after that', async () => {
    await open({ hear: [{ utterances: ['Of the fixture.'] }] });
    const audio = await spoken(sentence);
    await setScript('Set before.');
    await record();
    expect(await heard(audio)).toBe('Set before.');
    await setScript('Set after.');
    expect(await heard(audio)).toBe('Set after.');
    expect(await hear('--conn', '1')).toMatchObject({ text: ['Set before.'] });
    expect((await shell.run(['hear', file, '--conn', '2'])).out[1]).toContain('Set after.');
  });

  it('counts sessions as their world does', async () => {
    await open({ hear: [{ ordinal: 1, utterances: ['The first.'] }, { utterances: ['Other.'] }] });
    const audio = await spoken(sentence);
    expect(await heard(audio)).toBe('The first.');
    await record();
    expect(await heard(audio)).toBe('Other.');
    expect(await hear()).toMatchObject({ text: ['Other.'] });
  });

  it('refuses a base that no world accepts', async () => {
    await open();
    const audio = await spoken(sentence);
    await record();
    await heard(audio);
    await hear();
    const { header, entries } = await readRecording(join(shell.cwd, file));
    const { h: _seal, ...rest } = header;
    const writer = openFileWriter(join(shell.cwd, 'other.jsonl'), rest, () => undefined);
    for (const { n: _n, h: _h, ...entry } of entries) {
      writer.append(entry.kind === 'input' && entry.input === 2 ? { ...entry, at: 0 } : entry);
    }
    writer.end({ digest: '0'.repeat(64) });
    const { exitCode, errors } = await shell.run(['hear', 'other.jsonl']);
    expect({ exitCode, errors }).toEqual({
      exitCode: 3,
      errors: [
        expect.stringMatching(
          /other\.jsonl cannot be replayed: entry 2 has an input that no world accepts \(.*\)\.$/,
        ),
      ],
    });
  });
});
