// A name lock allows one operation at a time for each name.

import { expect, it } from 'vitest';
import { NameLocks } from '../../../core/engine/name-locks.ts';

it('a name lock refuses a name while it is locked, and no other name', async () => {
  const locks = new NameLocks();
  let finish: () => void = () => undefined;
  const held = locks.withLock('a', () => new Promise<void>((resolve) => (finish = resolve)));
  expect(locks.refusalOf('a')).toMatchObject({ code: 'name-taken' });
  await expect(locks.withLock('a', async () => 'second')).rejects.toMatchObject({
    code: 'name-taken',
  });
  expect(await locks.withLock('b', async () => locks.refusalOf('b')?.code)).toBe('name-taken');
  finish();
  await held;
  expect([locks.refusalOf('a'), locks.refusalOf('b')]).toEqual([undefined, undefined]);
});

it('a name lock frees the name of a task that fails', async () => {
  const locks = new NameLocks();
  const failing = locks.withLock('a', () => Promise.reject(new Error('disk full')));
  await expect(failing).rejects.toThrow('disk full');
  expect(await locks.withLock('a', async () => 'again')).toBe('again');
});

it('closed name locks refuse every name', async () => {
  const locks = new NameLocks();
  locks.close();
  await expect(locks.withLock('a', async () => 'late')).rejects.toMatchObject({
    code: 'unavailable',
  });
});
