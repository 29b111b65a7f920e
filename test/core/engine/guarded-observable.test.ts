// Observers that throw are reported and unsubscribed, also behind operators.

import {
  filter,
  finalize,
  firstValueFrom,
  identity,
  map,
  merge,
  NEVER,
  Subject,
  Subscriber,
} from 'rxjs';
import type * as Rxjs from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { GuardedObservable } from '../../../core/engine/guarded-observable.ts';

let source: Subject<number>;
let guarded: GuardedObservable<number>;
let log: string[];

beforeEach(() => {
  source = new Subject();
  log = [];
  guarded = new GuardedObservable(source, (error) => log.push(`failed: ${String(error)}`));
});

const broken = () => {
  throw new Error('broken');
};

describe('an observer that throws', () => {
  it('is reported and unsubscribed; the others continue', () => {
    guarded.subscribe((value) => log.push(`before ${value}`));
    guarded.subscribe(broken);
    guarded.subscribe({ next: (value) => log.push(`after ${value}`) });
    source.next(1);
    source.next(2);
    expect(log).toEqual(['before 1', 'failed: Error: broken', 'after 1', 'before 2', 'after 2']);
  });

  it('is reported behind operators, too', () => {
    guarded
      .pipe(
        map((value) => value * 2),
        filter(Boolean),
      )
      .subscribe({ next: broken });
    source.next(1);
    expect([log, source.observed]).toEqual([['failed: Error: broken'], false]);
  });

  it('is reported when it throws at the end', () => {
    guarded.subscribe({ complete: broken });
    source.complete();
    guarded = new GuardedObservable(NEVER, () => log.push('never'));
    expect(log).toEqual(['failed: Error: broken']);
  });

  it('is reported when it throws on an error', () => {
    guarded.subscribe({ error: broken });
    source.error(new Error('lost'));
    expect(log).toEqual(['failed: Error: broken']);
  });
});

describe('an asynchronous observer that rejects', () => {
  it('is reported and unsubscribed; the others continue', async () => {
    const rejecting: (value: number) => unknown = async () => broken();
    guarded.subscribe(rejecting);
    guarded.subscribe((value) => log.push(`after ${value}`));
    source.next(1);
    await Promise.resolve();
    await Promise.resolve();
    source.next(2);
    expect(log).toEqual(['after 1', 'failed: Error: broken', 'after 2']);
  });
});

describe('operators of another copy of rxjs', () => {
  it('leave no observer subscribed, and are guarded', async () => {
    const copy = new URL('../../../node_modules/rxjs/dist/esm/index.js', import.meta.url);
    const other = (await import(copy.href)) as typeof Rxjs;
    expect(other.Subscriber).not.toBe(Subscriber);
    const first = other.firstValueFrom(guarded.pipe(other.map(String), other.take(1)));
    const following = guarded.pipe(other.map((value) => value * 2)).subscribe((value) => {
      log.push(`twice ${value}`);
    });
    guarded.pipe(other.map(Number)).subscribe(broken);
    source.next(1);
    expect(await first).toBe('1');
    following.unsubscribe();
    expect([log, source.observed]).toEqual([['twice 2', 'failed: Error: broken'], false]);
  });
});

describe('a teardown that throws', () => {
  const operators = [
    ['last', map((value: number) => value), finalize<number>(broken)],
    ['behind which others stand', finalize<number>(broken), map((value: number) => value)],
    ['alone', finalize<number>(broken), identity],
  ] as const;

  it.each(operators)('%s is reported; the others continue to the end', (_place, first, second) => {
    guarded.pipe(first, second).subscribe();
    guarded.subscribe({
      next: (value) => log.push(`after ${value}`),
      complete: () => log.push('end'),
    });
    source.next(1);
    source.complete();
    expect(log).toEqual(['after 1', expect.stringContaining('failed: UnsubscriptionError'), 'end']);
  });

  it.each(operators)('%s is reported behind an observer that throws', (_place, first, second) => {
    guarded.pipe(first, second).subscribe(broken);
    guarded.subscribe((value) => log.push(`after ${value}`));
    source.next(1);
    source.next(2);
    expect(log).toEqual([
      'failed: Error: broken',
      expect.stringContaining('failed: UnsubscriptionError'),
      'after 1',
      'after 2',
    ]);
  });
});

describe('an error of a stream', () => {
  it('is passed to its observer', () => {
    guarded.pipe(map(broken)).subscribe({ error: (error: unknown) => log.push(String(error)) });
    source.next(1);
    expect(log).toEqual(['Error: broken']);
  });

  it('is reported if no observer handles errors', () => {
    guarded.pipe(map(broken)).subscribe();
    source.next(1);
    expect([log, source.observed]).toEqual([['failed: Error: broken'], false]);
  });

  it('rejects a promise', async () => {
    const first = firstValueFrom(guarded.pipe(map(broken)));
    source.next(1);
    await expect(first).rejects.toThrow('broken');
    expect(log).toEqual([]);
  });
});

it('is an ordinary observable to other streams', () => {
  const seen: unknown[] = [];
  const subscription = merge(guarded, NEVER).subscribe((value) => seen.push(value));
  guarded.subscribe(
    (value) => seen.push(value),
    undefined,
    () => seen.push('end'),
  );
  source.next(1);
  subscription.unsubscribe();
  source.complete();
  expect(seen).toEqual([1, 1, 'end']);
});
