// One recorded exchange that is had again: it goes its own way through the routes, but looks at the world, and acts on it,
// only when it is let.

import type { Json, Place, World } from '../../core/index.ts';
import type { App } from '../http/app.ts';
import type { HttpResponse } from '../http/table.ts';
import type { Exchange } from '../http/tap.ts';
import type { RecordedExchange } from './plan.ts';

export interface Runner {
  /** Lets it touch the world once; gives where that was, or nothing if it has ended without. */
  readonly touch: () => Promise<Place | undefined>;
  /** What it has come to in the end. */
  readonly answer: () => Promise<HttpResponse>;
}

/** `enter` is told of the exchange in the moment in which its request comes in. */
export function createRunner(
  { request, touches }: RecordedExchange,
  {
    app,
    world,
    authorization,
    enter,
  }: {
    readonly app: App;
    readonly world: World;
    /** In place of the one that the recording does not tell. */
    readonly authorization: string | undefined;
    readonly enter: (exchange: Exchange) => void;
  },
): Runner {
  const { facts = {}, idFrom } = request;
  let left = touches.length;
  const arrived = createSignal<void>();
  const done = createSignal<Place>();
  let grant: () => void = () => undefined;

  const exchange: Exchange = {
    world: world.through({
      async before() {
        if (left === 0) return; // it does more than it did; what comes of that will be seen
        left -= 1;
        const granted = new Promise<void>((resolve) => (grant = resolve));
        arrived.give();
        await granted;
      },
      after: done.give,
      identified: (taken) => idFrom ?? taken,
    }),
    facts: {
      // What was not asked for then is found out from what the recording has in place of the secret.
      find: <Fact extends Json>(name: string, find: () => Fact) =>
        Object.hasOwn(facts, name) ? (facts[name] as Fact) : find(),
    },
    answered: () => undefined,
  };

  let answering: Promise<HttpResponse> | undefined;
  const answer = () => (answering ??= start());

  function start(): Promise<HttpResponse> {
    enter(exchange);
    const { method, url, origin, headers, text, base64 } = request;
    const body = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
    const shown = authorization === undefined ? headers : { ...headers, authorization };
    return app.handle({ method, url, origin, headers: shown, body });
  }

  return {
    answer,
    async touch() {
      const ended = answer().then(() => undefined);
      const arrival = arrived.next();
      const isThere = await Promise.race([arrival.then(() => true), ended.then(() => false)]);
      if (!isThere) return undefined;
      const touched = done.next();
      grant();
      return Promise.race([touched, ended]);
    },
  };
}

/** Something that happens again and again, and is waited for once each time; it may have happened already. */
function createSignal<Value>(): {
  readonly give: (value: Value) => void;
  readonly next: () => Promise<Value>;
} {
  const given: Value[] = [];
  let waiting: ((value: Value) => void) | undefined;
  return {
    give: (value) => {
      if (waiting === undefined) given.push(value);
      else waiting(value);
      waiting = undefined;
    },
    next: () => {
      if (given.length > 0) return Promise.resolve(given.shift() as Value);
      return new Promise((resolve) => (waiting = resolve));
    },
  };
}
