// Titles and names of posts (reference/calendar.md section 2.6).

import { calendar } from '../../../../core/index.ts';
import type { Printing } from './addresses.ts';

/** The setting that determines how titles are printed. */
export type TitleSite = Pick<Printing['site'], 'titles'>;

export function printTitle(title: string, { titles }: TitleSite): string {
  return titles === 'texturized' ? calendar.texturize(title) : title;
}
