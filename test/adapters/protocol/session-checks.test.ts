import { expect, it } from 'vitest';
import type { Session } from '../../../adapters/protocol/channel.ts';
import { withListeners } from '../../../adapters/protocol/session-checks.ts';

const quiet = () => new Promise<void>((resolve) => void setImmediate(resolve));

it.each(['handled', 'failed'])('a session ends after its frame is %s', async (how) => {
  const seen: string[] = [];
  let end: (error?: Error) => void = () => undefined;
  const session: Session = {
    receive: () =>
      new Promise((resolve, reject) => {
        end = (error) => (error === undefined ? resolve() : reject(error));
      }),
    closed: (code) => void seen.push(`closed ${code}`),
  };
  const onClose = () => void seen.push('left');
  const watched = withListeners(session, { observer: undefined, onClose });
  const received = watched.receive({ kind: 'text', text: 'hello' });
  const closed = watched.closed(1001, '');
  await quiet();
  expect(seen).toEqual([]);
  if (how === 'failed') end(new Error('a bug'));
  else end();
  await Promise.allSettled([received, closed]);
  expect(seen).toEqual(['left', 'closed 1001']);
});

it('a session ends at once if it handles no frame, also in a world that has failed', async () => {
  const seen: number[] = [];
  const session: Session = {
    receive: () => Promise.resolve(),
    closed: async (code) => {
      seen.push(code);
      throw new Error('The world has failed.');
    },
  };
  const watched = withListeners(session, { observer: undefined, onClose: undefined });
  await watched.receive({ kind: 'text', text: 'hello' });
  const closed = watched.closed(1000, '');
  expect(seen).toEqual([1000]);
  await closed;
});
