// The conversations of the packaged fixtures, as `reprise converse` plays them, on a telephone line.

import { strict as assert } from 'node:assert';
import { Conversation, type CallMessage } from '../../../adapters/cli/speech/conversation.ts';
import { scriptedTurns } from '../../../adapters/cli/speech/converse-user.ts';
import { callTargetOf, worldOptions } from '../../../adapters/cli/speech/converse-world.ts';
import { readFixture } from '../../../adapters/fixture/files.ts';
import { openReprise } from '../../../adapters/reprise.ts';
import type { SpeechSection } from '../../../adapters/services/speech/fixture/section.ts';

const form = { encoding: 'mulaw', sampleRate: 8_000 } as const;

export interface RecordedConversation {
  /** The name of a packaged fixture. */
  readonly fixture: string;
  readonly seed: string;
  readonly version: string;
  /** The heard and spoken texts, and the called functions, in order. */
  readonly goes: readonly string[];
}

export async function recordConversation(
  { fixture: name, seed, version, goes }: RecordedConversation,
  file: string,
): Promise<void> {
  const { fixture } = readFixture(name);
  const reprise = await openReprise({ ...worldOptions({ fixture, seed }), version });
  const exchange = callTargetOf(reprise, () => reprise.close());
  try {
    const world = reprise.engine.world('default');
    assert.ok(world);
    await reprise.recordings.start(world, { file });
    const section: SpeechSection = fixture['speech'] ?? {};
    const agent = section.agents?.[0]?.agent;
    const messages: CallMessage[] = [];
    const call = new Conversation(exchange, {
      agent,
      hasGreeting: true,
      form,
      functions: section.converse?.functions ?? {},
      isMuted: true,
      onMessage: (message) => messages.push(message),
    });
    await call.begin();
    for await (const turn of scriptedTurns(exchange, section.converse ?? {}, form)) {
      await call.say(turn);
    }
    await call.end();
    await reprise.recordings.stop('default');
    assert.equal(call.ending, undefined);
    assert.deepEqual(messages.flatMap(textOf), goes);
  } finally {
    await exchange.close();
  }
}

function textOf({ from, message }: CallMessage): readonly string[] {
  if (from === 'user') return [];
  switch (message.type) {
    case 'ConversationText':
      return [`${String(message['role'])}: ${String(message['content'])}`];
    case 'FunctionCallRequest':
      return (message['functions'] as readonly { name: string }[]).map(({ name }) => `${name}()`);
    case 'Warning':
      return [String(message['code'])];
    default:
      return [];
  }
}

export const booking = [
  'assistant: Osteria Gallo, good evening.',
  'assistant: How can I help you?',
  'user: A table for four people at seven, please.',
  'check_availability()',
  'assistant: I have table 7 for four at seven.',
  'assistant: Shall I book it?',
  'user: Sorry, make that eight thirty, please.',
  'check_availability()',
  'assistant: I have table 3 for four at eight thirty.',
  'assistant: Shall I book it?',
  'user: Yes, please.',
  'assistant: One moment.',
  'book_table()',
  'assistant: Done.',
  'assistant: Your table is number 3, at eight thirty.',
  'assistant: Bye!',
];

/** The caller interrupts the agent before the opening hours. */
export const support = [
  'assistant: Parcel support.',
  'assistant: What can I do for you?',
  'user: Hello, where is my parcel?',
  'assistant: I am sorry to hear that.',
  'assistant: Before we begin, let me tell you about our opening hours.',
  'user: Please stop, the number is five five one.',
  'assistant: Thank you.',
  'assistant: Parcel five five one arrives tomorrow.',
];

export const fallback = [
  'assistant: Hello, the weather line.',
  'user: How is the weather in Lisbon?',
  'THINK_REQUEST_FAILED',
  'assistant: It is sunny in Lisbon.',
  'user: And tomorrow?',
  'SPEAK_REQUEST_FAILED',
  'assistant: It will rain tomorrow.',
];
