// The setting `unknownMembers` in the three services: by default each does what it did, else members are refused or named.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../support/speech/hosts.ts';
import { token } from '../../support/server/server.ts';

let host: SpeechHost;

const control = (method: string, path: string, body: object) =>
  host.fetch(`/__reprise${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  host = await inProcess();
  for (const name of ['plain', 'refuse', 'warn']) {
    const config = name === 'plain' ? {} : { unknownMembers: name };
    expect((await control('POST', '/worlds', { name, config })).status).toBe(201);
  }
});
afterAll(() => host.close());

const warning = (headers: Headers) => headers.get('x-reprise-warning');

async function wallet(world: string) {
  const answer = await host.fetch(`/w/${world}/v1/w3s/walletSets?pageSize=2&color=red`, {
    headers: { Authorization: 'Bearer TEST_API_KEY:reprise:demo' },
  });
  return { status: answer.status, warning: warning(answer.headers), body: await answer.text() };
}

async function calendar(world: string) {
  const answer = await host.fetch(`/w/${world}/calendar/events/v1/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'T', start_date: '2026-02-01', end_date: '2026-02-01', hue: 1 }),
  });
  return { status: answer.status, warning: warning(answer.headers), body: await answer.text() };
}

/** Whether a session opens, by the path of its channel. */
async function opens(world: string, path: string, query: string): Promise<boolean> {
  const { socket } = await connectTo(host, path, { prefix: `/w/${world}`, query });
  const isOpened = socket.readyState === 1; // OPEN
  socket.close();
  return isOpened;
}

describe('members that a service does not know', () => {
  it('are ignored by the wallet and the calendar, as before', async () => {
    expect(await wallet('plain')).toMatchObject({ status: 200, warning: null });
    expect(await calendar('plain')).toMatchObject({ status: 201, warning: null });
  });

  it('are refused by the wallet and the calendar in their own forms', async () => {
    const ofWallet = await wallet('refuse');
    expect(ofWallet.status).toBe(400);
    expect(ofWallet.body).toContain('is unknown');
    const ofCalendar = await calendar('refuse');
    expect(ofCalendar.status).toBe(400);
    expect(JSON.parse(ofCalendar.body)).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { hue: 'Unknown parameter.' } },
    });
  });

  it('are named in a header', async () => {
    expect(await wallet('warn')).toMatchObject({
      status: 200,
      warning: 'ignored unknown members: color',
    });
    expect(await calendar('warn')).toMatchObject({
      status: 201,
      warning: 'ignored unknown members: hue',
    });
  });

  it.each([
    ['/v1/listen', '?filler_words=true', { plain: true, refuse: false, warn: true }],
    ['/v1/speak', '?filler_words=true', { plain: false, refuse: false, warn: true }],
    [
      '/v2/listen',
      '?model=flux-general-en&filler_words=true',
      { plain: false, refuse: false, warn: true },
    ],
  ])('of %s open a session or not', async (path, query, expected) => {
    for (const [world, isOpened] of Object.entries(expected)) {
      expect([world, await opens(world, path, query)]).toEqual([world, isOpened]);
    }
  });

  it('are kept by a change of other settings, and shown', async () => {
    await control('PATCH', '/worlds/warn/config', { speech: { idleMs: false } });
    expect(await wallet('warn')).toMatchObject({ status: 200, warning: expect.any(String) });
    const { status } = await control('PATCH', '/worlds/warn/config', { unknownMembers: 'other' });
    expect(status).toBe(400);
  });
});
