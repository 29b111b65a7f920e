// The search for a venue or organizer by name and details.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Namesakes } from '../../../../core/calendar/decide/namesakes.ts';
import type { OrganizerPost } from '../../../../core/calendar/records/organizer.ts';
import { foldCase } from '../../../../core/calendar/text/search.ts';

describe('organizers of one name', () => {
  it('are found as a linear search finds them', () => {
    const detail = fc.constantFrom('', 'a', 'B', 'c');
    const post = fc.record({ name: fc.constant('Guild'), phone: detail, email: detail });
    const asked = fc.dictionary(fc.constantFrom('phone', 'email'), fc.constantFrom('', 'a', 'b'));
    fc.assert(
      fc.property(fc.array(post, { maxLength: 20 }), fc.array(post), asked, (before, more, of) => {
        const named = before.map((each, id) => ({ ...each, id })) as unknown as OrganizerPost[];
        const namesakes = new Namesakes(named);
        const all = named.slice();
        for (const each of [undefined, ...more]) {
          if (each !== undefined) {
            all.push({ ...each, id: all.length } as unknown as OrganizerPost);
            namesakes.add(all.at(-1)!);
          }
          const details = Object.entries(of) as ['phone' | 'email', string][];
          expect(namesakes.first(details)?.id).toBe(
            all.find((other) => details.every(([name, text]) => foldCase(other[name]) === text))
              ?.id,
          );
        }
      }),
    );
  });

  it('are each read a few times, however many exist', () => {
    const count = 1_000;
    let reads = 0;
    const postWith = (index: number) =>
      ({
        name: 'Guild',
        get phone() {
          reads += 1;
          return String(index % 60);
        },
        email: String(index),
      }) as unknown as OrganizerPost;
    const namesakes = new Namesakes<OrganizerPost>([]);
    for (let index = 0; index < count; index += 1) {
      for (const details of [
        [
          ['phone', `${index % 60}`],
          ['email', `${index}`],
        ],
        [['phone', `new ${index}`]],
      ] as const) {
        expect(namesakes.first(details)).toBeUndefined();
      }
      namesakes.add(postWith(index));
    }
    expect(reads).toBeLessThan(5 * count);
  });
});
