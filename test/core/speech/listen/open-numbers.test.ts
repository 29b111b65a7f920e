import { describe, expect, it } from 'vitest';
import { speech } from '../../../../core/speech/index.ts';
import type { ListenChannelEvent } from '../../../../core/speech/events.ts';
import type { ListenParameters } from '../../../../core/speech/listen/parameters.ts';
import { plainText, type TextOptions } from '../../../../core/speech/text/options.ts';
import { listenMessage, sessionById, type ListenView } from '../../../../core/speech/views.ts';
import { given } from '../../../support/given.ts';
import { close } from '../../../support/speech/commands.ts';
import { quietHops, speechHops as voice } from '../../../support/speech/hearing.ts';
import { audio, finalizeAudio, listeningSession } from '../../../support/speech/listening.ts';

/** A session that hears these utterances, with a second of silence between them, and redacts card and security numbers. */
function session(
  utterances: readonly { readonly text: string; readonly speaker?: string }[],
  own: Partial<ListenParameters> = {},
  text: Partial<TextOptions> = { redact: ['ssn', 'pci'] },
) {
  const script = { parts: [{ select: {}, utterances }] };
  const world = given(speech, listeningSession({ ...own, text: { ...plainText, ...text } }));
  const view = sessionById(world.speech, world.sessionId) as ListenView;
  return { world: world.having({ type: 'SetScript', script }), view };
}

/** The texts of results, without empty ones; interims end in "~". */
function texts({ world, view }: ReturnType<typeof session>): readonly string[] {
  return world.entries
    .flatMap(({ events }) =>
      events.map(({ event }) => listenMessage(event as ListenChannelEvent, view)),
    )
    .flatMap((message) => {
      if (message?.kind !== 'results' || message.alternative.transcript === '') return [];
      return `${message.alternative.transcript}${message.isFinal ? '' : '~'}`;
    });
}

describe('a number that finals cut', () => {
  it('is hidden in all of its parts when pauses cut it', () => {
    const utterances = [
      { text: 'my card is 4111' },
      { text: '1111' },
      { text: '1111 1111 till June' },
    ];
    const spoken = [...voice(1.5), ...quietHops(1)];
    const heard = session(utterances);
    heard.world.having(audio([[...spoken, ...spoken, ...spoken]]));
    expect(texts(heard)).toEqual(['my card is [REDACTED]', '[REDACTED]', '[REDACTED] till june']);
  });

  it('is hidden in all of its parts, and in interims, when it is long', () => {
    const text = `it is ${'one two three four '.repeat(4)}today`;
    const heard = session([{ text }], { interimResults: true });
    heard.world.having(audio([[...voice(7), ...quietHops(1)]]), close);
    expect(texts(heard)).toEqual([
      'it is [REDACTED]~',
      'it is [REDACTED]~',
      'it is [REDACTED]~',
      'it is [REDACTED]',
      '[REDACTED]~',
      '[REDACTED]~',
      '[REDACTED] today~',
      '[REDACTED] today',
    ]);
  });

  it('is hidden in all of its parts when the client cuts it', () => {
    const heard = session([{ text: 'one two three forty five six seven eight nine' }]);
    const speaking = voice(4);
    heard.world.having(audio([speaking.slice(0, 150)]), finalizeAudio(), finalizeAudio());
    heard.world.having(audio([speaking.slice(150)]), close);
    expect(texts(heard)).toEqual(['[REDACTED]', '[REDACTED]']);
  });

  it('is whole where the stream ends', () => {
    const heard = session([{ text: 'give me 5' }]);
    heard.world.having(audio([voice(1.5)]), close);
    expect(texts(heard)).toEqual(['give me 5']);
  });

  it('ends at a change of speaker', () => {
    const heard = session([
      { text: 'give me 5', speaker: 'Ann' },
      { text: '6 I have', speaker: 'Bob' },
    ]);
    const spoken = [...voice(1.5), ...quietHops(1)];
    heard.world.having(audio([[...spoken, ...spoken]]));
    expect(texts(heard)).toEqual(['give me [REDACTED]', '6 i have']);
  });

  it('is not tracked in sessions without redaction', () => {
    const utterances = [{ text: 'give me 5' }, { text: '6 I have' }];
    const spoken = [...voice(1.5), ...quietHops(1)];
    const heard = session(utterances, {}, {});
    const world = heard.world.having(audio([[...spoken, ...spoken]]));
    expect(texts(heard)).toEqual(['give me 5', '6 i have']);
    expect(JSON.stringify([world.entries, world.speech.sessions.get(world.sessionId)])).not.toMatch(
      /continuesNumber|openNumber/,
    );
  });
});
