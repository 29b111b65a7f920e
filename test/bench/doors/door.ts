// A door: one way for input to come in, with the worst that it takes.

import { importBuilt } from '../built.ts';

export interface Door {
  readonly name: string;
  /** In a server of its own, whose requests and sessions are measured. */
  readonly run: (server: MeasuredServer) => Promise<void>;
}

/** A server in this process, with a world `default` whose clock stands still. */
export interface MeasuredServer {
  /** With a path, as that of a browser; rejects an answer of 500 and more. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** A request to the control plane below /__reprise, with a body as JSON. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** Opens a socket, sends these frames at once, and resolves with what was received once it is closed. */
  readonly session: (path: string, frames: readonly (string | Uint8Array)[]) => Promise<Received>;
  readonly close: () => Promise<void>;
}

export interface Received {
  readonly code: number;
  readonly texts: readonly string[];
}

const token = 'a-token-for-benches';
const key = { Authorization: 'Token reprise-demo' };

/** `measured` runs each request and session. */
export async function openServer(
  measured: <Result>(task: () => Promise<Result>) => Promise<Result>,
): Promise<MeasuredServer> {
  const { openReprise } = await importBuilt('adapters/reprise.js');
  const { createTwin } = await importBuilt('adapters/hosts/in-process/twin.js');
  const { wallet, atOnce } = await importBuilt('core/index.js');
  atOnce(wallet.prepareCurves()); // as the server does
  const defaults = { clock: { mode: 'frozen' } } as const;
  const { app, close } = await openReprise({ token, defaults, isPaced: false });
  const { fetch, WebSocket } = createTwin(app);
  const request: MeasuredServer['request'] = async (path, init) => {
    const response = await measured(() => fetch(path, init));
    if (response.status >= 500) throw new Error(`${path} was answered with ${response.status}.`);
    return response;
  };
  return {
    request,
    control: (method, path, body) =>
      request(`/__reprise${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    session: (path, frames) =>
      measured(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(path, [], { headers: key });
            const texts: string[] = [];
            socket.addEventListener('open', () => frames.forEach((frame) => socket.send(frame)));
            socket.addEventListener('message', ({ data }) => {
              if (typeof data === 'string') texts.push(data);
            });
            socket.addEventListener('error', ({ error }) => reject(error));
            socket.addEventListener('close', ({ code }) => resolve({ code, texts }));
          }),
      ),
    close,
  };
}
