import { describe, expect, it } from 'vitest';
import { conversationText } from '../../../../adapters/cli/recording/conversation-text.ts';
import type { ExplainedThought } from '../../../../adapters/client/index.ts';
import type { Entry } from '../../../../adapters/recording/format/entries.ts';

const epoch = '2026-01-01T00:00:00.000Z';

/** Events of one call, by the milliseconds at which they happen. */
const linesOf = (
  ...events: readonly (readonly [ms: number, type: string, data?: object])[]
): readonly string[] => {
  const print = conversationText(epoch);
  const opened = [0, 'SessionOpened', { path: '/v1/agent/converse' }] as const;
  return [opened, ...events].flatMap(([ms, type, data = {}]) => {
    const at = Date.parse(epoch) + ms;
    return print({
      kind: 'event',
      at,
      type,
      data: { sessionId: 'a', ...data },
    } as unknown as Entry);
  });
};

describe('a conversation in a recording', () => {
  it('has a line for each turn, with words, functions and the time to the first audio', () => {
    const lines = linesOf(
      [1_000, 'UserTextReceived', { text: 'Where is my transfer?', isInjected: true }],
      [1_200, 'FunctionsCalled', { calls: [{ id: 'f1', name: 'find', arguments: '{"id":1}' }] }],
      [
        1_300,
        'FunctionAnswered',
        { callId: 'f1', outcome: { kind: 'answered', content: 'STUCK' } },
      ],
      [1_700, 'ReplySpoken', { speech: { text: 'It is stuck.' } }],
      [1_750, 'ReplyAudioSent'],
      [1_950, 'ReplyAudioSent'],
      [2_000, 'ReplyEnded', { text: 'It is stuck.' }],
      [9_000, 'SessionEnded', { by: 'client', code: 1000 }],
    );
    expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      call 1  +00:00:01.000  user    'Where is my transfer?' (typed)
      call 1  +00:00:01.200  agent   'It is stuck.'; find({"id":1}) -> STUCK; first audio after 0.75 s
      call 1  +00:00:09.000  end     by the client, 1000
      "
    `);
  });

  it('says where the user has interrupted, what failed, and what the end of the call cut', () => {
    const lines = linesOf(
      [0, 'ReplySpoken', { speech: { text: 'Good morning.' } }],
      [10, 'ReplyAudioSent'],
      [500, 'ReplyInterrupted', { heard: 'Good' }],
      [900, 'UserTextReceived', { text: 'Stop.' }],
      [1_000, 'FunctionsCalled', { calls: [{ id: 'f', name: 'stop', arguments: '{}' }] }],
      [
        1_100,
        'FunctionAnswered',
        { callId: 'f', outcome: { kind: 'failed', reason: 'It hangs.' } },
      ],
      [1_200, 'AgentFailed', { code: 'FAILED_TO_THINK', description: 'All have failed.' }],
    );
    expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      call 1  +00:00:00.000  agent   'Good morning.'; interrupted after 'Good'
      call 1  +00:00:00.900  user    'Stop.'
      call 1  +00:00:01.000  agent   nothing said; stop({}) -> failed: It hangs.
      call 1  +00:00:01.200  error   FAILED_TO_THINK: All have failed.
      "
    `);
  });

  it('has the rule that answers below what the user said', () => {
    const thought = {
      session: 'a',
      kind: 'rule',
      after: [],
      rule: { index: 1, after: 'find', failed: true, captures: {}, rests: [] },
      nearMisses: [{ index: 0, distance: 1, reasons: ['once in a session, and was used before'] }],
    } as unknown as ExplainedThought;
    const print = conversationText(epoch, ({ kind }) => (kind === 'event' ? thought : undefined));
    const opened = { sessionId: 'a', path: '/v1/agent/converse' };
    const entry = { kind: 'event', at: Date.parse(epoch), type: 'SessionOpened', data: opened };
    expect(print(entry as unknown as Entry)).toEqual([
      'call 1  +00:00:00.000  rule    answer.1 after a failed find',
      'call 1  +00:00:00.000  near    answer.0, whatever is said: once in a session, and was used before',
    ]);
  });

  it('has no line for other sessions', () => {
    const print = conversationText(epoch);
    const data = { sessionId: 'b', path: '/v1/listen' };
    const entry = { kind: 'event', at: 0, type: 'SessionOpened', data } as unknown as Entry;
    expect(print(entry)).toEqual([]);
  });
});
