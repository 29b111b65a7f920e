import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../../core/speech/events.ts';
import { speech } from '../../../../core/speech/index.ts';
import { sessionById, sessionList } from '../../../../core/speech/views.ts';
import { close, open, openSession, text } from '../../../support/speech/commands.ts';
import { given } from '../../../support/given.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

describe('a session', () => {
  it('has an id of its own, and the same id for the same model', () => {
    const world = given(speech, (empty) => {
      const opened = [open(), open(), open({ parameters: { model: 'aura-zeus-en' } })].flatMap(
        (command) => empty.having(command).events as readonly SessionEvent[],
      );
      return { opened };
    });
    const ids = world.opened.map(({ sessionId }) => sessionId);
    expect(new Set(ids).size).toBe(3);
    expect(sessionList(world.speech).map(({ id }) => id)).toEqual(ids);
    const models = world.opened.map((event) => 'modelUuid' in event && event.modelUuid);
    expect(models[0]).toBe(models[1]);
    expect(models[0]).not.toBe(models[2]);
  });

  it('ends after a minute without a frame, and an unreadable frame counts', () => {
    const world = given(speech, openSession());
    const reject = { type: 'RejectFrame', sessionId: world.sessionId, description: 'No.' } as const;
    expect(world.having(text('Hello')).after('59s').events).toEqual([]);
    world.when(reject).then({ type: 'SessionWarned', code: 'DATA-0000', description: 'No.' });
    expect(world.after('59.9s').events).toEqual([]);
    expect(world.after('0.1s').events).toMatchObject([
      { type: 'SessionEnded', by: 'service', code: 1011, reason: 'NET-0001' },
    ]);
    expect(sessionById(world.speech, world.sessionId)).toBeUndefined();
    world.when(reject).refused('SESSION_UNKNOWN');
  });

  it('without a limit of silence ends after an hour', () => {
    const world = given(speech, openSession({ limits: { idleMs: null } }));
    expect(world.after('59m').events).toEqual([]);
    expect(world.after('1m').events).toMatchObject([{ code: 1011, reason: 'NET-0003' }]);
    expect(world.after('2h').events).toEqual([]);
  });

  it('ends with its client, and none of its text is spoken after that', () => {
    const world = given(speech, openSession()).having(text('One. Two'));
    const { sessionId } = world;
    world
      .when({ type: 'EndSession', sessionId, code: 1006 })
      .then({ type: 'SessionEnded', by: 'client', code: 1006 });
    expect(world.after('2h').events).toEqual([]);
    world.when(close).refused('SESSION_UNKNOWN');
    world.when({ type: 'AddText', sessionId: unknown, text: '' }).refused('SESSION_UNKNOWN');
  });
});
