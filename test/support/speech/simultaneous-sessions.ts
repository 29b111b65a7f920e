// Clients of several sessions at once against one world. They do not wait for anything, so that sessions are interrupted anywhere.

import type { WebSocket } from 'ws';
import {
  sessionPaths,
  type SessionChannel,
  type SimultaneousStep,
} from '../arbitraries/simultaneous-sessions.ts';
import { sessionKeys } from '../session-requests/session.ts';
import { token } from '../server/server.ts';
import { flush, speak, clear, close, speechKey } from './client.ts';
import type { SpeechHost } from './hosts.ts';
import { tone } from './tones.ts';

const settings = {
  type: 'Settings',
  audio: {
    input: { encoding: 'linear16', sample_rate: 8_000 },
    output: { encoding: 'mulaw', sample_rate: 8_000, container: 'none' },
  },
  agent: {
    think: { provider: { type: 'open_ai', model: 'gpt-4o-mini' }, prompt: 'Be brief.' },
    speak: { provider: { type: 'deepgram', model: 'aura-2-thalia-en' } },
    greeting: 'Good evening. How are you?',
  },
};
const voice = tone(0.6);
const silence = Buffer.alloc(24_000);
const inject = (content: string) => ({ type: 'InjectUserMessage', content });
const tell = (message: string) => ({ type: 'InjectAgentMessage', message });

const frames: Readonly<Record<SessionChannel, readonly (object | Buffer)[]>> = {
  speak: [
    speak('One. Two.'),
    flush,
    speak('Good bye.'),
    flush,
    clear,
    speak('Three'),
    flush,
    close,
  ],
  listen: [
    voice,
    silence,
    voice,
    Buffer.concat([voice, silence, voice]),
    silence,
    { type: 'Finalize' },
    { type: 'KeepAlive' },
    { type: 'CloseStream' },
  ],
  turns: [voice, silence, voice, silence, voice, Buffer.concat([voice, silence, voice]), silence],
  agent: [
    settings,
    inject('Hello.'),
    tell('Well then.'),
    voice,
    silence,
    inject('And then?'),
    { type: 'UpdatePrompt', prompt: 'Be silent.' },
    { type: 'KeepAlive' },
  ],
};

export const loopTurns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
};

export interface SimultaneousOptions {
  /** Lets time pass in the world. */
  readonly tick: (ms: number) => Promise<void>;
  readonly wait: (turns: number) => Promise<void>;
}

/** Runs all steps; returns what is still under way. */
export async function runSimultaneously(
  host: Pick<SpeechHost, 'url' | 'WebSocket' | 'fetch'>,
  steps: readonly SimultaneousStep[],
  { tick, wait }: SimultaneousOptions,
): Promise<readonly Promise<unknown>[]> {
  const sessions: { readonly channel: SessionChannel; readonly socket: WebSocket }[] = [];
  const running: Promise<unknown>[] = [];
  const begin = (work: Promise<unknown>) => {
    running.push(work.catch(() => undefined)); // it may be refused at the end of the world
  };
  const request = (path: string, init?: RequestInit) => begin(host.fetch(path, init));
  const control = (path: string, method = 'GET', body?: object) =>
    request(`/__reprise/worlds/default${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  for (const step of steps) {
    switch (step.kind) {
      case 'open': {
        const { channel } = step;
        const url = `${host.url.replace('http', 'ws')}${sessionPaths[channel]}`;
        const headers = { authorization: `Token ${speechKey}` };
        const socket = new host.WebSocket(url, [], { headers });
        socket.addEventListener('error', () => undefined); // the server may end first
        sessions.push({ channel, socket });
        break;
      }
      case 'frame': {
        const session = sessions[step.session];
        if (session?.socket.readyState !== 1) break;
        const all = frames[session.channel];
        const frame = all[step.frame % all.length] ?? silence;
        session.socket.send(Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
        break;
      }
      case 'leave':
        sessions[step.session]?.socket.close(1000);
        break;
      case 'request': {
        const { ms } = step;
        const authorization = `Bearer ${sessionKeys.test}`;
        if (step.request === 'read') request('/v1/w3s/wallets', { headers: { authorization } });
        else if (step.request === 'state') control('/events?limit=3');
        else if (step.request === 'advance') control('/clock/advance', 'POST', { by: ms });
        else if (step.request === 'clock') control('/clock', 'PATCH', { rate: 1 + ms });
        else request('/calendar/events/v1/venues', { method: 'POST', body: `venue=V${ms}` });
        break;
      }
      case 'tick':
        begin(tick(step.ms));
        break;
      case 'wait':
        await wait(step.turns);
    }
  }
  return running;
}
