// What a live replay prints about differences.

import { expect, it } from 'vitest';
import { liveReplayLines } from '../../../../adapters/cli/retell/live-replay-text.ts';
import type { ClientDifference } from '../../../../adapters/recording/diff/client-difference.ts';

/** Entries that the new session does not have. */
function missing(direction: '>' | '<', ...entries: readonly number[]): readonly ClientDifference[] {
  const title = `${direction} audio`;
  const causes = [{ n: undefined, channel: '', title: 'event 20, FaultStruck' }];
  return entries.map((n) => ({ kind: 'only-left', left: { n, channel: '', title }, causes }));
}

const more = Array.from({ length: 25 }, (_, index) => index + 1);

function linesOf(isAll: boolean): readonly string[] {
  const diff = {
    isEqual: false,
    counts: { sent: 1, requests: 1, received: 3 },
    notes: [],
    operator: [],
    requests: missing('>', 30),
    consequences: missing('<', ...more),
  };
  return liveReplayLines(diff, isAll);
}

it('begins with the consequences and their causes, though a frame of the client could not be sent', () => {
  const lines = linesOf(false);
  expect(lines.slice(0, 5)).toEqual([
    '26 differences (< audio is missing, > audio is missing); 3 messages equal',
    '',
    'Consequences:',
    '- < audio (entry 1) is only in the first recording',
    '    because of event 20, FaultStruck',
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^\.\.\. and \d+ more: --all shows them$/));
  expect(lines.slice(-4, -1)).toEqual([
    '',
    'Requests:',
    '- > audio (entry 30) is only in the first recording',
  ]);
});

it('lists all differences on demand', () => {
  const lines = linesOf(true);
  expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(26);
  expect(lines.join('\n')).not.toContain('--all');
});

it.each([
  [3, '3 requests sent, 1 message received, all equal'],
  [2, '3 messages sent, 1 message received, all equal'],
])('says how much was sent, of which %i over HTTP', (requests, line) => {
  const counts = { sent: 3, requests, received: 1 };
  const none = { notes: [], operator: [], requests: [], consequences: [] };
  expect(liveReplayLines({ isEqual: true, counts, ...none }, false)).toEqual([line]);
});
