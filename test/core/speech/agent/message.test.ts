import { describe, expect, it } from 'vitest';
import { agentMessages } from '../../../../core/speech/agent/message.ts';

describe('the messages of an event', () => {
  it.each(['Well.', ''])('of a reply that ends with %j say that its audio is done', (text) => {
    const ended = { type: 'ReplyEnded', sessionId: 'some', text } as const;
    expect(agentMessages(ended, null)).toEqual([{ kind: 'agentAudioDone' }]);
  });
});
