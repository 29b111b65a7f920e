// `reprise hear` of recordings: the script and the sounds that their world had before they began.

import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Fixture } from '../../../../adapters/contracts/world-spec.ts';
import { storedFixture } from '../../../../adapters/fixture/seed-commands.ts';
import { openFileWriter } from '../../../../adapters/recording/format/file-writer.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { connectTo, spokenBy } from '../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../support/speech/hosts.ts';

const file = 'heard.jsonl';

/** A world with this section of speech in its fixture, which has spoken a sentence. */
const it = shellTest().extend('open', async ({ shell }, { onCleanup }) => {
  const hosts: SpeechHost[] = [];
  onCleanup(async () => {
    for (const host of hosts) await host.close();
  });
  return async (speech?: object) => {
    const fixture = { version: 1, speech } as unknown as Fixture;
    const defaults = speech === undefined ? {} : { fixture: storedFixture(fixture) };
    const newRecordingFile = () => join(shell.cwd, file);
    const host = await inProcess({ newRecordingFile, defaults });
    hosts.push(host);
    const audio = await spokenBy(host, sentence, '');
    const control = (method: string, path: string, body?: object) =>
      host.control(method, `/worlds/default/${path}`, body);
    return {
      record: () => control('POST', 'recording/start'),
      setScript: (...utterances: string[]) =>
        control('PUT', 'speech/script', { hear: [{ utterances }] }),
      /** What a session hears in the sentence. */
      heard: async () => {
        const query = '?encoding=linear16&sample_rate=24000&punctuate=true';
        const client = await connectTo(host, '/v1/listen', { query });
        client.socket.send(audio);
        client.send({ type: 'CloseStream' });
        await client.closed;
        type Results = { channel?: { alternatives: { transcript: string }[] } };
        return (client.seen as readonly Results[])
          .flatMap(({ channel }) => channel?.alternatives[0]?.transcript ?? [])
          .join(' ')
          .trim();
      },
      hear: async (...flags: string[]) => {
        await control('POST', 'recording/stop');
        const result = await shell.run(['hear', file, ...flags]);
        return { ...result, text: result.out.slice(1).map((line) => line.slice(15)) };
      },
    };
  };
});

const sentence = 'Where is my transfer?';

describe('reprise hear of a recording', () => {
  it('knows the script of the fixture', async ({ open }) => {
    const { record, heard, hear } = await open({
      hear: [{ utterances: ['Scripted words here.'] }],
    });
    await record();
    expect(await heard()).toBe('Scripted words here.');
    expect(await hear()).toMatchObject({ exitCode: 0, text: ['Scripted words here.'] });
  });

  it('knows what was spoken before the recording began', async ({ open }) => {
    const { record, heard, hear } = await open();
    await record();
    expect(await heard()).toBe(sentence);
    expect(await hear()).toMatchObject({ exitCode: 0, text: [sentence] });
  });

  it('knows the script that was set before the recording began, or after that', async ({
    shell,
    open,
  }) => {
    const { record, setScript, heard, hear } = await open({
      hear: [{ utterances: ['Of the fixture.'] }],
    });
    await setScript('Set before.');
    await record();
    expect(await heard()).toBe('Set before.');
    await setScript('Set after.');
    expect(await heard()).toBe('Set after.');
    expect(await hear('--conn', '1')).toMatchObject({ text: ['Set before.'] });
    expect((await shell.run(['hear', file, '--conn', '2'])).out[1]).toContain('Set after.');
  });

  it('counts sessions as their world does', async ({ open }) => {
    const { record, heard, hear } = await open({
      hear: [{ ordinal: 1, utterances: ['The first.'] }, { utterances: ['Other.'] }],
    });
    expect(await heard()).toBe('The first.');
    await record();
    expect(await heard()).toBe('Other.');
    expect(await hear()).toMatchObject({ text: ['Other.'] });
  });

  it('refuses a base that no world accepts', async ({ shell, open }) => {
    const { record, heard, hear } = await open();
    await record();
    await heard();
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
