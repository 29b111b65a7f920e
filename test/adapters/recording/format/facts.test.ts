import { describe, expect, it } from 'vitest';
import { invalidFact } from '../../../../adapters/recording/format/facts.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import {
  linesOf,
  recordingFolder,
  writeSealed,
  type Raw,
} from '../../../support/recording/recordings.ts';

const folder = recordingFolder();
let files = 0;

/** Replays a recording of the tree after an edit, with new hashes. */
async function replayed(name: string, change: (lines: Raw[]) => void) {
  const lines = linesOf(`recordings/v1/${name}.jsonl`);
  change(lines);
  const file = writeSealed(`${folder}/${(files += 1)}.jsonl`, lines);
  return replayRecording(file, await readRecording(file));
}

const withFact = (lines: Raw[], name: string): Raw =>
  lines.find(({ facts }) => facts?.[name] !== undefined).facts;

describe('a fact with an invalid value', () => {
  it.each<[string, string, (facts: Raw) => void]>([
    ['wallet/transfer', 'ciphertext.nonce', (facts) => (facts.ciphertext.nonce = ['a'])],
    ['wallet/transfer', 'ciphertext.fingerprint', (facts) => (facts.ciphertext.fingerprint = 7)],
    ['wallet/transfer', 'ciphertext.kind', (facts) => (facts.ciphertext = {})],
    ['wallet/transfer', 'key', (facts) => (facts.key = ['test'])],
    ['calendar/publishers-day', 'site', (facts) => (facts.site = ['x'])],
    ['calendar/publishers-day', 'site', (facts) => (facts.site = 'x')],
    ['calendar/publishers-day', 'site.currency', (facts) => delete facts.site.currency],
    ['calendar/publishers-day', 'caller', (facts) => (facts.caller = { userId: '1' })],
  ])('is refused in a replay of %s, with its name: %s', async (name, path, change) => {
    const fact = path.split('.')[0] ?? '';
    await expect(replayed(name, (lines) => change(withFact(lines, fact)))).rejects.toMatchObject({
      name: 'RecordingError',
      message: expect.stringMatching(
        new RegExp(`entry \\d+ has an invalid value in facts\\.${path}\\.$`),
      ),
    });
  });

  it('may have any value if the service or the fact is unknown', () => {
    for (const service of ['talk', 'constructor', '']) {
      expect(invalidFact(service, { key: 1, site: [], constructor: 1 })).toBeUndefined();
    }
    expect(
      invalidFact('wallet', { mood: { any: 1 }, constructor: 1, toString: 2 }),
    ).toBeUndefined();
  });
});

describe('the outcome of an unknown webhook', () => {
  it('is a difference, not a broken world', async () => {
    const { divergence } = await replayed('wallet/webhooks', (lines) => {
      const outcome = lines.find(({ kind }) => kind === 'webhook.outcome');
      outcome.notificationId = '00000000-0000-4000-8000-000000000000';
    });
    expect(divergence?.event).toBeDefined();
  });
});

describe('an instant before the present one', () => {
  it.each(['http.request', 'clock', 'webhook.outcome'])(
    'of %s is reported as a difference',
    async (kind) => {
      const { divergence } = await replayed('wallet/webhooks', (lines) => {
        lines.findLast((line) => line.kind === kind).at = 0;
      });
      expect(divergence?.place?.message).toMatch(
        /^Time is at \+00:\d\d:\d\d\.\d{3} now, after input \d+; recorded is -\d+d 00:00:00\.000\.$/,
      );
    },
  );
});
