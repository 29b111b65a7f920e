// The built command synthesizes the same bytes as the sources, in another process, time zone and locale.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readWav } from '../../adapters/audio/wav.ts';
import { openSynthesiser } from '../../adapters/voice/synthesiser.ts';
import { speech } from '../../core/index.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

const program = fileURLToPath(new URL('../../dist/command/main.js', import.meta.url));

it('speaks the same bytes in another process, time zone and locale', async () => {
  const folder = testFolder();
  const text = 'The meeting on 3/4 costs $1,234.50.';
  await promisify(execFile)(process.execPath, [program, 'say', text, '-o', 'a.wav'], {
    cwd: folder,
    env: { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  });
  const wav = readWav(readFileSync(join(folder, 'a.wav')));

  const synthesiser = openSynthesiser();
  const voice = speech.voiceOf(speech.speakModelDefault);
  const manner = { encoding: 'linear16', sampleRate: 24_000 } as const;
  const audio = await synthesiser.audioOf({ voice, text, ...manner });
  await synthesiser.close();
  expect(audio.equals(wav?.audio ?? new Uint8Array())).toBe(true);
});
