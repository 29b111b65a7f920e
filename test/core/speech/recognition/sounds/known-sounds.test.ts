import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remember } from '../../../../../core/speech/recognition/evolve.ts';
import type { KnownSound } from '../../../../../core/speech/recognition/sounds/record.ts';
import {
  knownSounds,
  spokenSoundsMax,
} from '../../../../../core/speech/recognition/sounds/known-sounds.ts';
import { soundTable, type SoundTable } from '../../../../../core/speech/tables.ts';
import { runs } from '../../../../support/runner/runs.ts';
import { fakeSound } from '../../../../support/speech/known-sounds.ts';

const { sound } = fakeSound('Hello.');
const soundOf = (id: string, origin: KnownSound['origin'] = 'spoken') => ({ ...sound, id, origin });
const idsOf = (table: SoundTable) => knownSounds(table).map(({ id }) => id);

const change = fc.oneof(
  fc.record({
    kind: fc.constant('remember' as const),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    origin: fc.constantFrom('spoken' as const, 'fixture' as const),
  }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ kind: fc.constant('fork' as const) }),
);

describe('the known sounds of a world', () => {
  it('are those of its table, after any earlier reads, also in forks', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let table = soundTable();
        const forks: { readonly table: SoundTable; readonly ids: readonly string[] }[] = [];
        for (const each of changes) {
          if (each.kind === 'remember') remember(table, soundOf(each.id, each.origin));
          else if (each.kind === 'fork') {
            forks.push({ table, ids: idsOf(table) });
            table = table.fork();
          } else if (table.get(each.id) !== undefined) table.remove(each.id);
          const all = [...table.values()];
          const expected = [
            ...all.filter(({ origin }) => origin === 'fixture'),
            ...all.filter(({ origin }) => origin === 'spoken'),
          ];
          expect(knownSounds(table)).toEqual(expected);
        }
        for (const fork of forks) expect(idsOf(fork.table)).toEqual(fork.ids);
      }),
      runs(50),
    );
  });

  it('are listed once as long as they are the same', () => {
    const table = soundTable();
    for (let n = 0; n <= spokenSoundsMax; n += 1) remember(table, soundOf(`s${n}`));
    const before = knownSounds(table);
    expect(before).toHaveLength(spokenSoundsMax);
    expect(before[0]?.id).toBe('s1');
    expect(knownSounds(table)).toBe(before);
    remember(table, soundOf('s5'));
    expect(idsOf(table).at(-1)).toBe('s5');
    expect(before[4]?.id).toBe('s5');
  });
});
