import { expect, it } from 'vitest';
import { conditionText, struckText, targetText } from '../../../adapters/faults/fault-text.ts';
import { faultsStory } from '../../../adapters/faults/story.ts';

it('names the target of a fault, and when it strikes', () => {
  expect(targetText({})).toBe('all');
  expect(targetText({ service: 'speech', conn: 2 })).toBe('speech connection 2');
  expect(conditionText({})).toBe('');
  expect(conditionText({ count: 1, json: { refId: 'R-7' } })).toBe('count 1, json {"refId":"R-7"}');
});

it('names a request, a webhook, a frame', () => {
  expect(struckText({ service: 'wallet', method: 'GET', path: '/v1/w3s/wallets' })).toBe(
    'GET /v1/w3s/wallets',
  );
  expect(struckText({ service: 'wallet', notificationId: 'n-1', attempt: 2 })).toBe(
    'notification n-1, attempt 2',
  );
  const frame = { service: 'speech', path: '/v1/listen', direction: 'in', frame: 3 } as const;
  expect(struckText(frame)).toBe('frame 3 from the client, /v1/listen');
  expect(struckText({ ...frame, conn: 2, direction: 'out' })).toBe(
    'frame 3 to the client of connection 2, /v1/listen',
  );
});

it('prints instants of faults in a readable form', () => {
  const when = { fromMs: 0, untilMs: 60_000 };
  const effect = { kind: 'slow', delayMs: 5 };
  const added = { faultId: 'f', rule: { when, effect } };
  expect(faultsStory.eventText({ type: 'FaultAdded', stream: 'faults', data: added })).toBe(
    'slow of all, between 1970-01-01T00:00:00.000Z and 1970-01-01T00:01:00.000Z',
  );
  const request = { service: 'wallet', method: 'GET', path: '/ping' };
  const struck = { faultId: 'f', effect, request, delay: { id: '1', untilMs: 5 } };
  expect(faultsStory.eventText({ type: 'FaultStruck', stream: 'faults', data: struck })).toBe(
    'slow on GET /ping, until 1970-01-01T00:00:00.005Z',
  );
});
