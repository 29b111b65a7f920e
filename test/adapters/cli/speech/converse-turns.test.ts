import { describe, expect, it } from 'vitest';
import { CallTurns } from '../../../../adapters/cli/speech/converse-turns.ts';

const nothing = { agentMs: 0, userMs: 0 };

describe('the user of a call', () => {
  it('speaks half a second after both sides have finished', () => {
    const turns = new CallTurns({ hasGreeting: false });
    expect(turns.isOfUser(499, nothing)).toBe(false);
    expect(turns.isOfUser(500, nothing)).toBe(true);
    expect(turns.isOfUser(1_499, { agentMs: 400, userMs: 1_000 })).toBe(false);
    expect(turns.isOfUser(1_500, { agentMs: 1_000, userMs: 400 })).toBe(true);
  });

  it('waits for the greeting, and for each reply', () => {
    const turns = new CallTurns({ hasGreeting: true });
    expect(turns.isOfUser(5_000, nothing)).toBe(false);
    turns.messageComes('AgentAudioDone', 5_000);
    expect(turns.isOfUser(5_000, nothing)).toBe(true);
    turns.userBegins();
    turns.userEnds(6_000);
    expect(turns.isOfUser(9_000, nothing)).toBe(false);
    turns.messageComes('AgentAudioDone', 9_000);
    turns.messageComes('FunctionCallRequest', 9_000);
    expect(turns.isOfUser(9_500, nothing)).toBe(false);
  });

  it('waits 10 s for a silent agent', () => {
    const turns = new CallTurns({ hasGreeting: true });
    turns.messageComes('SettingsApplied', 1_000);
    expect(turns.isOfUser(10_999, nothing)).toBe(false);
    expect(turns.isOfUser(11_000, nothing)).toBe(true);
    expect(turns.isOfUser(11_000, { agentMs: 2_000, userMs: 0 })).toBe(false);
  });

  it('interrupts a reply after the given delay from its first audio', () => {
    const turns = new CallTurns({ hasGreeting: true });
    expect(turns.isOfUser(3_000, nothing, 300)).toBe(false);
    turns.audioComes(1_000, 2_000);
    turns.audioComes(1_100, 2_100);
    expect(turns.isOfUser(2_299, nothing, 300)).toBe(false);
    expect(turns.isOfUser(2_300, nothing, 300)).toBe(true);
    turns.messageComes('UserStartedSpeaking', 2_300);
    expect(turns.isOfUser(2_300, nothing, 300)).toBe(false);
  });
});
