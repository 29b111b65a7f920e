import { expect, it } from 'vitest';
import { ServedSession } from '../../../../../adapters/services/speech/sessions/served-session.ts';
import type { SessionEvents } from '../../../../../adapters/services/speech/sessions/session-events.ts';
import type { speech, World } from '../../../../../core/index.ts';

class LoggedSession extends ServedSession {
  readonly log: string[];

  constructor(log: string[]) {
    const events = { add: () => undefined, remove: () => void log.push('detach') };
    const world = {
      send: async ({ prepare }: { prepare: (states: object) => { command: { code: number } } }) =>
        void log.push(`report ${prepare({}).command.code}`),
    };
    const peer = {
      send: () => undefined,
      close: (code?: number) => void log.push(`close ${code}`),
      drained: () => undefined,
    };
    super('s', {
      world: world as unknown as World,
      events: events as unknown as SessionEvents,
      peer,
    });
    this.log = log;
  }

  override hasUnsent = () => false;
  override release = () => void this.log.push('release');
  protected override handle = () => void this.log.push('handle');
  protected override deliver = () => void this.log.push(this.isOver ? 'deliver last' : 'deliver');
}

const drive = {
  frame: (session: ServedSession) => session.receive({ kind: 'text', text: '' }),
  closing: (session: ServedSession) =>
    session.onEvent({ type: 'SessionClosing', sessionId: 's' }, []),
  ended: (session: ServedSession) => session.onEvent(ended, []),
  worldEnded: (session: ServedSession) => session.onWorldEnded(),
  disconnected: (session: ServedSession) => session.closed(1000),
};
const ended = { type: 'SessionEnded' } as speech.SessionEvent;

type Happening = keyof typeof drive;

it.each<[Happening[], string[]]>([
  [
    ['frame', 'closing', 'frame'],
    ['handle', 'deliver'],
  ],
  [
    ['frame', 'ended', 'frame'],
    ['handle', 'deliver last'],
  ],
  [['disconnected'], ['release', 'detach', 'report 1000']],
  [
    ['closing', 'disconnected', 'frame'],
    ['deliver', 'release', 'detach', 'report 1000'],
  ],
  [
    ['ended', 'disconnected'],
    ['deliver last', 'release', 'detach'],
  ],
  [
    ['worldEnded', 'frame', 'disconnected'],
    ['release', 'close 1001', 'release', 'detach'],
  ],
  [
    ['ended', 'worldEnded'],
    ['deliver last', 'release', 'close 1001'],
  ],
])('after %j a session has done %j', async (happenings, log) => {
  const session = new LoggedSession([]);
  for (const happening of happenings) await drive[happening](session);
  expect(session.log).toEqual(log);
});
