import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TakenNumbers } from '../../../../core/calendar/text/free-number.ts';
import {
  isReservedSlug,
  slugLengthMax,
  slugOf,
  slugOrId,
  trashedSlug,
  uniqueSlug,
  untrashedSlug,
} from '../../../../core/calendar/text/slug.ts';
import {
  anyText,
  growthMax,
  growthOf,
  hostileText,
} from '../../../support/arbitraries/hostile-text.ts';

describe('slugOf', () => {
  it.each([
    ['Winter Fair', 'winter-fair'],
    ['  Winter   Fair  ', 'winter-fair'],
    ['Café Zürich & Co.', 'cafe-zurich-co'],
    ['Straße Þór Łódź', 'strase-thor-lodz'],
    ['İstanbul', 'istanbul'],
    ['Cafe\u0301', 'cafe'],
    ['Phở Sài Gòn', 'pho-sai-gon'],
    ['it’s “on”', 'its-on'],
    ["Rock'n'Roll!", 'rocknroll'],
    ['v1.2/3', 'v1-2-3'],
    ['a—b – c', 'a-b-c'],
    ['a\u00a0b&nbsp;c', 'a-b-c'],
    ['AT&amp;T <b>Rocks</b>', 'att-rocks'],
    ['before <!-- hidden --> after', 'before-after'],
    ['3×4', '3x4'],
    ['20% off', '20-off'],
    ['price €5', 'price-e5'],
    ['a_b--c', 'a_b-c'],
    ['Музей', '%d0%bc%d1%83%d0%b7%d0%b5%d0%b9'],
    ['東京', '%e6%9d%b1%e4%ba%ac'],
    ['%C3%A9tude', '%c3%a9tude'],
    ['🎉 Party', '%f0%9f%8e%89-party'],
  ])('turns %j into %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each(['', '   ', '!!!', '<b></b>', '&amp;', '…', '-'])('is empty for %j', (title) => {
    expect(slugOf(title)).toBe('');
    expect(slugOrId(title, 57)).toBe('57');
  });

  it('cuts long titles between characters', () => {
    expect(slugOf('a'.repeat(300))).toBe('a'.repeat(slugLengthMax));
    expect(slugOf('я'.repeat(300))).toBe('%d1%8f'.repeat(33));
    expect(slugOf('🎉'.repeat(300))).toBe('%f0%9f%8e%89'.repeat(16));
  });

  it('has allowed characters only, no dashes at its ends, and is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, anyText), (title) => {
        const slug = slugOf(title);
        expect(slug).toMatch(/^(?:[a-z0-9_-]|%[0-9a-f]{2})*$/);
        expect(slug).not.toMatch(/^-|-$|--/);
        expect(slug.length).toBeLessThanOrEqual(slugLengthMax);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });

  it('does not change if an empty tag precedes the title', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 2 * slugLengthMax });
    const words = fc.string({
      unit: fc.constantFrom(...Array.from("aZ9_-./ \t!'é")),
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.oneof(ascii, words, anyText), (text) => {
        const title = text.replaceAll('<', '');
        expect(slugOf(title)).toBe(slugOf(`<b></b>${title}`));
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not depend on case or on how accents are composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('aZéÉçñßøŁ ũ-')) }), (title) => {
        expect(slugOf(title.normalize('NFD'))).toBe(slugOf(title));
        expect(slugOf(title.toLowerCase())).toBe(slugOf(title));
      }),
    );
  });

  it.each(['<', '<a "', "<'", '&', '%', 'é', '<!--', '\u0301'])(
    'takes linear time for titles of %j',
    (unit) => {
      expect(growthOf(slugOf, unit)).toBeLessThan(growthMax);
    },
  );
});

describe('uniqueSlug', () => {
  it('keeps a free slug, and else appends the first free number from 2', () => {
    const taken = new Set(['fair', 'fair-2', 'fair-4']);
    expect(uniqueSlug('gala', (slug) => taken.has(slug))).toBe('gala');
    expect(uniqueSlug('fair', (slug) => taken.has(slug))).toBe('fair-3');
  });

  it('shortens a slug of full length between characters', () => {
    const long = slugOf('я'.repeat(100));
    const slug = uniqueSlug(`${long}-x`, (other) => other === `${long}-x`);
    expect(slug).toBe(`${long}-2`);
    expect(uniqueSlug(long, (other) => other === long)).toBe(`${long}-2`);
    expect(uniqueSlug('a'.repeat(200), (other) => other.endsWith('a'))).toBe(
      `${'a'.repeat(198)}-2`,
    );
  });

  it('returns distinct slugs for many posts of one title', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'A', 'a 2', 'я'.repeat(40), 'b'.repeat(250))),
        (titles) => {
          const taken = new Set<string>();
          for (const title of titles) {
            const slug = uniqueSlug(slugOf(title), (other) => taken.has(other));
            expect(taken.has(slug)).toBe(false);
            expect(slug.length).toBeLessThanOrEqual(slugLengthMax);
            taken.add(slug);
          }
        },
      ),
    );
  });

  it('checks few slugs however many posts have one title', () => {
    const taken = new Set<string>();
    let askedMax = 0;
    for (let count = 1; count <= 3_000; count += 1) {
      let asked = 0;
      const slug = uniqueSlug('fair', (other) => {
        asked += 1;
        return taken.has(other);
      });
      expect(slug).toBe(count === 1 ? 'fair' : `fair-${count}`);
      taken.add(slug);
      askedMax = Math.max(askedMax, asked);
    }
    expect(askedMax).toBeLessThan(130);
  });

  it('checks few slugs if one request creates many, long ones too', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `${'t'.repeat(900)}${index}`);
    // Half of the titles share 195 characters with all others, and the whole slug with one.
    const pairs = Array.from({ length: 1_000 }, (_, index) => `${'p'.repeat(196)}${index >> 1}`);
    for (const titles of [names, pairs, pairs.map((title) => `x${title.slice(1)}`)]) {
      const slugs = new Set<string>();
      const taken: TakenNumbers = new Map();
      let asked = 0;
      const isIncluded = (slug: string) => {
        asked += 1;
        return slugs.has(slug);
      };
      for (const title of titles) slugs.add(uniqueSlug(slugOf(title), isIncluded, () => taken));
      expect(slugs.size).toBe(1_000);
      expect(asked).toBeLessThan(25 * 1_000);
    }
  });

  it('returns the same slugs with and without known taken numbers', () => {
    const tail = fc.constantFrom('', '1', '12', '123', '1234', 'яя');
    const title = fc.tuple(fc.constantFrom('a', 'a'.repeat(196), 'я'.repeat(33)), tail);
    fc.assert(
      fc.property(
        fc.array(title, { maxLength: 150 }),
        fc.array(fc.integer({ min: 2, max: 250 })),
        (titles, numbers) => {
          const before = numbers.map((number) => `a-${number}`);
          const [told, untold] = [new Set(before), new Set(before)];
          const taken: TakenNumbers = new Map();
          for (const parts of titles) {
            const slug = slugOf(parts.join(''));
            told.add(
              uniqueSlug(
                slug,
                (other) => told.has(other),
                () => taken,
              ),
            );
            untold.add(uniqueSlug(slug, (other) => untold.has(other)));
          }
          expect([...told]).toEqual([...untold]);
        },
      ),
    );
  });

  it('finds a free slug among any taken ones', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2_000 })), fc.nat({ max: 500 }), (numbers, run) => {
        const taken = new Set(numbers.map((number) => `fair-${number}`).concat('fair'));
        for (let number = 2; number <= run; number += 1) taken.add(`fair-${number}`);
        expect(taken).not.toContain(uniqueSlug('fair', (slug) => taken.has(slug)));
      }),
    );
  });

  it('isReservedSlug: words that URLs of posts reserve', () => {
    expect(uniqueSlug('feed', isReservedSlug)).toBe('feed-2');
    expect(isReservedSlug('fair')).toBe(false);
  });
});

describe('trashedSlug', () => {
  it('marks a slug once, and untrashedSlug removes the mark', () => {
    expect(trashedSlug('fair')).toBe('fair__trashed');
    expect(trashedSlug('fair__trashed')).toBe('fair__trashed');
    expect(untrashedSlug('fair__trashed')).toBe('fair');
    expect(untrashedSlug('fair__trashed-2')).toBe('fair');
    expect(untrashedSlug('fair')).toBe('fair');
  });

  it('stays within the length of slugs', () => {
    expect(trashedSlug('a'.repeat(200))).toBe(`${'a'.repeat(191)}__trashed`);
    expect(trashedSlug('%d1%8f'.repeat(33))).toBe(`${'%d1%8f'.repeat(31)}__trashed`);
  });

  it('is undone for all slugs that leave room for the mark', () => {
    fc.assert(
      fc.property(fc.string().map(slugOf), (slug) => {
        fc.pre(slug.length <= 191);
        expect(untrashedSlug(trashedSlug(slug))).toBe(slug);
      }),
    );
  });
});
