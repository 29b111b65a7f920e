// Titles and names of posts as a site sends them (reference/calendar.md section 2.6).

import { calendar } from '../../../../core/index.ts';
import type { Printing } from './addresses.ts';

/** How the titles of a site are to be printed. */
export type TitleSite = Pick<Printing['site'], 'titles'>;

export function printedTitle(title: string, { titles }: TitleSite): string {
  return titles === 'texturized' ? calendar.texturized(title) : title;
}
