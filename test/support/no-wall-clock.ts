// A run-time trap: while core tests run, whatever the core reads of the host's clock or chance throws. Callers outside
// the core (the test runner, fast-check) are let through.

const coreFrame = /[/\\]core[/\\](?!.*\.test\.ts)/;

function trap<T extends object>(name: string, real: T): T {
  const check = () => {
    const frames = (new Error().stack ?? '').split('\n').slice(3);
    const caller = frames.find((frame) => !frame.includes('no-wall-clock'));
    if (caller !== undefined && coreFrame.test(caller) && !caller.includes('node_modules')) {
      throw new Error(`The core used ${name}: ${caller.trim()}`);
    }
  };
  return new Proxy(real, {
    apply: (target, self, args) => {
      check();
      return Reflect.apply(target as never, self, args);
    },
    construct: (target, args, newTarget) => {
      check();
      return Reflect.construct(target as never, args, newTarget) as object;
    },
    get: (target, property, receiver) => {
      if (property === 'now') check();
      return Reflect.get(target, property, receiver) as unknown;
    },
  });
}

globalThis.Date = trap('Date', Date);
Math.random = trap('Math.random', Math.random);
performance.now = trap('performance.now', performance.now.bind(performance));
