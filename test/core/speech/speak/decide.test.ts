import { describe, expect, it } from 'vitest';
import { createContext } from '../../../../core/kernel/context.ts';
import { speech } from '../../../../core/speech/index.ts';
import { textCharsMax } from '../../../../core/speech/speak/limits.ts';
import { hash } from '../../../support/engine/pure-world.ts';
import { memorableWord, muteWord } from '../../../support/speech/fake-voice.ts';
import { fakeSound } from '../../../support/speech/known-sounds.ts';
import {
  clear,
  close,
  flush,
  openSession,
  text,
  type SpeechWorld,
} from '../../../support/speech/commands.ts';
import { given } from '../../../support/given.ts';

const session = (own?: Parameters<typeof openSession>[0]) => given(speech, openSession(own));

/** All events after the opening, of all inputs. */
const eventsOf = ({ entries }: SpeechWorld) =>
  entries.flatMap(({ events }) => events.map(({ event }) => event)).slice(1);

const audible = (world: SpeechWorld) =>
  eventsOf(world).filter(({ type }) => type !== 'TextAdded' && type !== 'TextFlushed');

/** Decides a command without the dues before it. */
function decideAlone(world: ReturnType<typeof session>, commandOf: typeof clear) {
  const { seed, epochMs, nowMs, settings } = world.state;
  const context = createContext({ seed, epochMs, ids: settings.ids }, hash, nowMs);
  return speech.decider.decide(commandOf(world), world.speech, context);
}

const spoken = (words: string) => ({ type: 'SentenceSpoken', speech: { text: words } }) as const;
const confirmed = (sequenceId: number) => ({ type: 'FlushConfirmed', sequenceId }) as const;

describe('text', () => {
  it('is spoken sentence by sentence, each after its end and one more character', () => {
    const world = session().having(text('Good morning. How are')).after(0);
    expect(world.events).toMatchObject([spoken('Good morning.')]);
    expect(world.having(text(' you?')).after(0).events).toEqual([]);
    expect(world.having(text(' Fine')).after(0).events).toMatchObject([spoken('How are you?')]);
  });

  it('is spoken in the voice, encoding and rate of the session', () => {
    const world = session({ parameters: { encoding: 'mulaw', sampleRate: 8_000 } });
    const { events } = world.having(text('Hello'), flush).after(0);
    expect(events[0]).toMatchObject({
      speech: { text: 'Hello', encoding: 'mulaw', sampleRate: 8_000 },
      samples: 2_400,
    });
  });

  it('has a known sound with an id by its text and its voice', () => {
    const soundOf = (words: string, model: string) => {
      const world = session({ parameters: { model } }).having(text(words), flush).after(0);
      const [event] = world.events;
      return event?.type === 'SentenceSpoken' ? event.sound : undefined;
    };
    const words = `A ${memorableWord} text.`;
    const sound = soundOf(words, 'aura-luna-en');
    expect(sound).toMatchObject({
      ...fakeSound(words).print,
      id: expect.stringMatching(/^.{16}$/),
    });
    expect(soundOf(words, 'aura-luna-en')?.id).toBe(sound?.id);
    expect(soundOf(words, 'aura-orion-en')?.id).not.toBe(sound?.id);
    expect(soundOf(`One ${memorableWord} text.`, 'aura-luna-en')?.id).not.toBe(sound?.id);
    expect(soundOf('Silence.', 'aura-luna-en')).toBeUndefined();
  });

  it('ends the session if one message is too long', () => {
    const fitting = '\u{1f600}'.repeat(textCharsMax / 2);
    session()
      .when(text(fitting))
      .accepted()
      .when(text(`${fitting}!`))
      .then({
        type: 'SessionEnded',
        by: 'service',
        code: 1009,
        reason: 'BIG-0001',
      });
  });

  it('is limited in characters per minute if the world has a limit', () => {
    const world = session({ limits: { charactersPerMinute: 10 } });
    world
      .having(text('sixsix'))
      .after('59s')
      .having(text('four'))
      .after('1s')
      .having(text('sixsix'))
      .when(text('x'))
      .then({ type: 'SessionEnded', code: 1008, reason: 'DATA-0001' });
  });

  it('that cannot be synthesised is skipped, and its flush is confirmed', () => {
    const world = session()
      .having(text(`${muteWord} now. Hello`), flush)
      .after(0);
    expect(audible(world)).toMatchObject([
      {
        type: 'SentenceSkipped',
        speech: { text: `${muteWord} now.` },
        reason: 'it is to be mute.',
      },
      spoken('Hello'),
      confirmed(0),
    ]);
  });
});

describe('a flush', () => {
  it('speaks the rest, then is confirmed', () => {
    const world = session().having(text('One. Two'), flush).after(0);
    expect(audible(world)).toMatchObject([spoken('One.'), spoken('Two'), confirmed(0)]);
  });

  it('of an empty buffer is confirmed at once', () => {
    session()
      .when(flush)
      .then('TextFlushed', confirmed(0))
      .having(text(' \n '))
      .when(flush)
      .then('TextFlushed', confirmed(1));
  });

  it('is confirmed in its place, also when several wait', () => {
    const world = session().having(text('One'), flush, flush, text('Two'), flush).after(0);
    expect(audible(world)).toMatchObject([
      spoken('One'),
      confirmed(0),
      confirmed(1),
      spoken('Two'),
      confirmed(2),
    ]);
  });

  it('is not carried out beyond twenty in a minute', () => {
    const world = session();
    for (let count = 0; count < 20; count += 1) world.having(flush);
    world
      .having(text('later'))
      .when(flush)
      .then({ type: 'SessionWarned', code: 'EXCESSIVE_FLUSH' })
      .after('59s')
      .having(text('.'))
      .after('1s')
      .when(flush)
      .then('TextFlushed');
  });
});

describe('a clear', () => {
  it('drops the buffer, and counts with the flushes', () => {
    const world = session().having(text('One. Two')).after(0);
    expect(world.events).toMatchObject([spoken('One.')]);
    world.when(clear).then({ type: 'TextCleared', sequenceId: 0 });
    expect(world.having(flush).events).toMatchObject([{ type: 'TextFlushed' }, confirmed(1)]);
  });

  it('drops sentences whose audio is not there yet, and confirms their flushes', () => {
    const waiting = session().having(text('One'), flush);
    expect(decideAlone(waiting, clear)).toMatchObject({
      value: [confirmed(0), { type: 'TextCleared', sequenceId: 1 }],
    });
  });
});

describe('a close', () => {
  it('speaks the rest, then ends the session', () => {
    const world = session().having(text('One. Two')).when(close).then('SessionClosing');
    expect(world.after(0).events).toMatchObject([
      spoken('Two'),
      { type: 'SessionEnded', by: 'service', code: 1000, reason: '' },
    ]);
  });

  it('is the last input of its session', () => {
    const closing = session().having(text('Two'), close);
    for (const command of [clear, close, flush, text('Three')]) {
      expect(decideAlone(closing, command)).toEqual({ ok: true, value: [] });
    }
  });

  it('ends a silent session at once', () => {
    session().when(close).then('SessionClosing', { type: 'SessionEnded', code: 1000 });
  });
});
