// A world with faults behind a host, and its answers to a client, in a form that is equal on all hosts.

import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise, type RepriseOptions } from '../../../adapters/reprise.ts';
import type { ClockMode } from '../../../core/index.ts';
import type { Host, StartHost } from '../server/hosts.ts';
import { testKey, token } from '../server/server.ts';

/** An answer, or the error of the fetch; `broken` is the error of a body that ends early. */
export type ObservedAnswer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly status: number; readonly broken: string }
  | { readonly failed: string };

export interface FaultyWorld {
  readonly reprise: Reprise;
  readonly host: Host;
  /** Adds a fault; returns it as the control plane prints it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly add: (fault: object, world?: string) => Promise<any>;
  /** Sends a client's request; a body is sent as JSON. */
  readonly send: (
    method: string,
    path: string,
    body?: object,
    signal?: AbortSignal,
  ) => Promise<ObservedAnswer>;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly control: (method: string, path: string, body?: object) => Promise<any>;
  readonly close: () => Promise<void>;
}

export async function openFaultyWorld(
  start: StartHost,
  {
    mode = 'frozen',
    ...options
  }: { readonly mode?: ClockMode } & Pick<RepriseOptions, 'post' | 'store'> = {},
): Promise<FaultyWorld> {
  const clock = { mode, rate: 1, ...(mode === 'skip' ? { idle: false } : {}) };
  const reprise = await openReprise({
    store: createMemoryStore(),
    token,
    version: '0',
    ...options,
    defaults: { clock },
  });
  const host = await start(reprise);
  const asJson = { 'Content-Type': 'application/json' };

  async function control(method: string, path: string, body?: object) {
    const response = await host.fetch(`/__reprise${path}`, {
      method,
      headers: { ...asJson, Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  return {
    reprise,
    host,
    control,
    add: async (fault, world = 'default') => {
      const added = await control('POST', `/worlds/${world}/faults`, fault);
      if (added.status !== 201) throw new Error(JSON.stringify(added.body));
      return added.body;
    },
    send: (method, path, body, signal) =>
      seen(
        host.fetch(path, {
          method,
          headers: { ...asJson, Authorization: `Bearer ${testKey}` },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(signal === undefined ? {} : { signal }),
        }),
        host.base,
      ),
    async close() {
      await host.close();
      await reprise.close();
    },
  };
}

/** Headers of the connection, not of the answer. */
const connectionHeaders = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

async function seen(fetched: Promise<Response>, base: string): Promise<ObservedAnswer> {
  let response: Response;
  try {
    response = await fetched;
  } catch (error) {
    return { failed: errorText(error) };
  }
  const { status, headers } = response;
  try {
    const body = (await response.text()).replaceAll(base, '');
    const shown = [...headers].filter(
      ([name]) => !connectionHeaders.includes(name) && name !== 'content-length',
    );
    const texts = shown.map(([name, value]) => [name, value.replaceAll(base, '')] as const);
    return { status, headers: Object.fromEntries(texts), body };
  } catch (error) {
    return { status, broken: errorText(error) };
  }
}

/** The message of an error, and the code of its cause. */
function errorText(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code === undefined ? message : `${message} (${cause.code})`;
}
