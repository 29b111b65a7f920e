// Every recording in the tree replays equal, here and in other environments, and is what its scenario records today.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { recordingFiles } from '../../adapters/cli/recording/recording-files.ts';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { recordingsFolder, scenarios } from '../recordings/scenarios.ts';
import { storyOf } from '../recordings/story.ts';
import { expectRewrittenEqual } from '../support/recording/recordings.ts';
import { isSoak } from '../support/runner/soak.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { shareVoice } from '../support/speech/shared-voice.ts';
import { builtMain } from '../support/server/serve-process.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });
shareVoice();

const run = promisify(execFile);

interface Ended {
  readonly stdout: string;
  /** Undefined on success. */
  readonly code?: number | null;
  readonly signal?: string | null;
}
const root = fileURLToPath(new URL('../../', import.meta.url));
const files = recordingFiles(root, ['recordings']);
/** Replays of the files in this process, each only once. */
const replays = new Map<string, ReturnType<typeof replay>>();

function replayed(file: string): ReturnType<typeof replay> {
  const found = replays.get(file) ?? replay(file);
  replays.set(file, found);
  return found;
}

async function replay(file: string) {
  const recording = await readRecording(join(root, file));
  return { recording, outcome: await expectRewrittenEqual(join(root, file), recording) };
}

describe('a recording in the tree', () => {
  it.each(files)(
    '%s replays equal, to its end, and is the same when it is rewritten',
    async (file) => {
      const { recording, outcome } = await replayed(file);
      expect(outcome.divergence).toBeUndefined();
      expect(recording.header.behaviour).toBe(0);
      const { ending, entries } = recording;
      expect(ending.kind === 'whole' && ending.end.digest).toBe(outcome.digest);
      const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
      expect(outcome.compared.answers).toBe(count('http.answer'));
      expect(outcome.compared.events).toBe(count('event'));
      expect(outcome.compared.events).toBeGreaterThan(0);
    },
  );

  it('with speech replays equal with newly synthesized audio', async () => {
    const file = 'recordings/v1/speech/spoken-paragraph.jsonl';
    const recording = await readRecording(join(root, file));
    const spoken = await replayRecording(join(root, file), recording, { isAudioComputed: true });
    expect(spoken.divergence).toBeUndefined();
    expect(spoken.compared.frames).toBe((await replayed(file)).outcome.compared.frames);
  });

  it('exists for each scenario', () => {
    const missing = scenarios.filter(({ name }) => !files.includes(`recordings/v1/${name}.jsonl`));
    expect(missing).toEqual([]);
  });
});

describe('the recordings in a process', () => {
  const environments = [
    {
      name: 'in another time zone',
      env: { TZ: 'Asia/Kolkata' },
      flags: [],
      sign: 'new Date(0).getHours() === 5',
    },
    {
      name: 'in another language',
      env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      flags: [],
      sign: 'Intl.NumberFormat().resolvedOptions().locale.startsWith("tr")',
    },
    {
      name: 'with another stack',
      env: {},
      flags: ['--stack-size=500'],
      sign: 'process.execArgv[0] === "--stack-size=500"',
    },
  ];
  const allAtOnce = {
    name: 'in another time zone and language, with another stack,',
    env: Object.assign({}, ...environments.map(({ env }) => env)) as Record<string, string>,
    flags: environments.flatMap(({ flags }) => flags),
    sign: environments.map(({ sign }) => sign).join(' && '),
  };

  it.each(isSoak ? environments : [allAtOnce])('$name replay equal', async (environment) => {
    const options = { cwd: root, env: { ...process.env, ...environment.env } };
    const node = (...args: readonly string[]) =>
      run(process.execPath, [...environment.flags, ...args], options);
    expect((await node('--print', environment.sign)).stdout).toBe('true\n');
    const replaying = node(builtMain, 'replay', '--json', 'recordings');
    // A replay with a divergence exits with another code, and prints the divergence.
    const { stdout, signal, code }: Ended = await replaying.catch((ended: Ended) => ended);
    expect(signal ?? 'none').toBe('none');
    const printed = JSON.parse(stdout) as {
      replays: readonly { file: string; result: string; digest: string }[];
    };
    expect(printed.replays.filter(({ result }) => result !== 'equal')).toEqual([]);
    expect(code ?? 0).toBe(0);
    const here = files.map(async (file) => ({
      file,
      digest: (await replayed(file)).outcome.digest,
    }));
    expect(printed.replays.map(({ file, digest }) => ({ file, digest }))).toEqual(
      await Promise.all(here),
    );
  });
});

describe('a scenario', () => {
  const folder = temporaryFolder();

  it.each(scenarios)('$name is in the tree as it is recorded today', async ({ name, record }) => {
    const file = join(folder, name.replace('/', '-'));
    await record(file);
    const today = storyOf(await readRecording(file));
    expect(storyOf(await readRecording(join(recordingsFolder, `${name}.jsonl`)))).toEqual(today);
  });
});
