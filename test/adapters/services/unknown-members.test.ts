// The setting `unknownMembers` in the three services: by default each does what it did, else members are refused or named.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEqual, recordingFolder } from '../../support/recording/recordings.ts';
import { connectTo, flush, speak } from '../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../support/speech/hosts.ts';

let host: SpeechHost;
const folder = recordingFolder();

beforeAll(async () => {
  host = await inProcess();
  for (const name of ['plain', 'refuse', 'warn']) {
    const config = name === 'plain' ? {} : { unknownMembers: name };
    await host.control('POST', '/worlds', { name, config });
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

interface Message {
  readonly type: string;
}

/** By setting: the types of messages that come, the close code, and `noted` if the log has a warning. */
interface Outcomes {
  readonly plain: readonly string[];
  readonly refuse: readonly string[];
  readonly warn: readonly string[];
}

interface ChannelCase {
  readonly path: string;
  readonly query: string;
  readonly messages: readonly Message[];
  /** Ends the session. */
  readonly end: Message;
  readonly outcomes: (type: string) => Outcomes;
}

const agentSettings = {
  type: 'Settings',
  audio: {},
  agent: { think: { provider: { type: 'open_ai', model: 'gpt-4o' } } },
};

const channels: readonly ChannelCase[] = [
  {
    path: '/v1/speak',
    query: '',
    messages: [speak(''), flush, { type: 'Clear' }, { type: 'Close' }],
    end: { type: 'Close' },
    outcomes(type) {
      const answer = { Flush: ['Flushed'], Clear: ['Cleared'] }[type] ?? [];
      return {
        plain: ['Metadata', ...answer, '1000'],
        refuse: ['Metadata', 'Warning DATA-0000', '1000', 'noted'],
        warn: ['Metadata', 'Warning UNKNOWN_MEMBER', ...answer, '1000', 'noted'],
      };
    },
  },
  {
    path: '/v1/listen',
    query: '?encoding=linear16&sample_rate=16000',
    messages: [{ type: 'Finalize' }, { type: 'CloseStream' }, { type: 'KeepAlive' }],
    end: { type: 'CloseStream' },
    outcomes(type) {
      const answer = type === 'Finalize' ? ['Results'] : [];
      return {
        plain: [...answer, 'Results', 'Metadata', '1000'],
        refuse: ['Results', 'Metadata', '1008 DATA-0000'],
        warn: [...answer, 'Results', 'Metadata', '1000', 'noted'],
      };
    },
  },
  {
    path: '/v2/listen',
    query: '?model=flux-general-en&encoding=linear16&sample_rate=16000',
    messages: ['CloseStream', 'Configure', 'ForceEndTurn', 'KeepAlive', 'Finalize'].map((type) => ({
      type,
    })),
    end: { type: 'CloseStream' },
    outcomes(type) {
      const isConfigure = type === 'Configure';
      const answer = isConfigure ? ['ConfigureSuccess'] : [];
      return {
        plain: ['Connected', ...answer, '1005'],
        refuse: isConfigure
          ? ['Connected', 'ConfigureFailure', '1005']
          : ['Connected', 'Error UNPARSABLE_CLIENT_MESSAGE', '1011'],
        warn: ['Connected', ...answer, '1005', 'noted'],
      };
    },
  },
  {
    path: '/v1/agent/converse',
    query: '',
    messages: [agentSettings],
    end: { type: 'Hello' },
    outcomes: () => ({
      plain: ['Welcome', 'Error UNPARSABLE_CLIENT_MESSAGE', '1000'],
      refuse: ['Welcome', 'Error UNPARSABLE_CLIENT_MESSAGE', '1000'],
      warn: [
        'Welcome',
        'SettingsApplied',
        'Warning UNKNOWN_MEMBER',
        'Error UNPARSABLE_CLIENT_MESSAGE',
        '1000',
        'noted',
      ],
    }),
  },
];

/** What a session does that is sent the message with a further member, and then the one that ends it. */
async function messageTo(
  world: string,
  path: string,
  query: string,
  message: Message,
  end: Message,
  sent: object = { ...message, hue: 1 },
): Promise<readonly string[]> {
  const notesBefore = await notesIn(world);
  const client = await connectTo(host, path, { prefix: `/w/${world}`, query });
  client.send(sent, end);
  const closed = await client.closed;
  const seen = client.seen.flatMap((item) => {
    if ('audio' in item) return [];
    const { type, code } = item as { readonly type: string; readonly code?: string };
    return code === undefined || type === 'ConfigureFailure' ? [type] : [`${type} ${code}`];
  });
  const isNoted = (await notesIn(world)) > notesBefore;
  return [...seen, closed, ...(isNoted ? ['noted'] : [])];
}

async function notesIn(world: string): Promise<number> {
  const path = `/worlds/${world}/events?type=SessionWarned&limit=1000`;
  return (await host.control('GET', path)).events.length;
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

  describe.each(channels)('of messages to $path', ({ path, query, messages, end, outcomes }) => {
    it.each(messages)('as %j', async (message) => {
      const own = outcomes(message.type);
      expect(await messageTo('plain', path, query, message, end)).toEqual(own.plain);
      expect(await messageTo('refuse', path, query, message, end)).toEqual(own.refuse);
      expect(await messageTo('warn', path, query, message, end)).toEqual(own.warn);
    });
  });

  it('inside of a message are refused or ignored, too', async () => {
    const query = '?model=flux-general-en&encoding=linear16&sample_rate=16000';
    const message = { type: 'Configure', thresholds: { eot_threshold: 0.8, eot: 0.9 } };
    const sent = (world: string) =>
      messageTo(world, '/v2/listen', query, message, { type: 'CloseStream' }, message);
    const rejected = ['Connected', 'ConfigureFailure', '1005'];
    expect(await sent('plain')).toEqual(rejected);
    expect(await sent('refuse')).toEqual(rejected);
    expect(await sent('warn')).toEqual(['Connected', 'ConfigureSuccess', '1005', 'noted']);
  });

  it('are the same in a replay, also where the setting changes', async () => {
    const name = 'recorded';
    await host.control('POST', '/worlds', { name, config: { unknownMembers: 'warn' } });
    const file = join(folder, 'session.jsonl');
    await host.reprise.recordings.start(host.world(name), { file });
    const all = async () => {
      const closings: string[] = [];
      for (const { path, query, messages, end } of channels) {
        const [message = end] = messages;
        closings.push((await messageTo(name, path, query, message, end)).join());
      }
      return closings;
    };
    const warned = await all();
    await host.control('PATCH', `/worlds/${name}/config`, { unknownMembers: 'refuse' });
    expect(await all()).not.toEqual(warned);
    await host.reprise.recordings.stop(name);
    await expectEqual(file);
  });

  it('are kept by a change of other settings, and shown', async () => {
    await host.control('PATCH', '/worlds/warn/config', { speech: { idleMs: false } });
    expect(await wallet('warn')).toMatchObject({ status: 200, warning: expect.any(String) });
    const changed = host.control('PATCH', '/worlds/warn/config', { unknownMembers: 'other' });
    await expect(changed).rejects.toThrow(': 400 ');
  });
});
