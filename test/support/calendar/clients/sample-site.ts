// The users of a small town's site, and its events.

import type { Login } from './site.ts';
import type { Notice } from './publisher.ts';

/** One user of each role; passwords are in groups, as WordPress prints them. */
export const sampleUsers = [
  { id: 1, login: 'mayor', password: 'Fr3m Hq8z Lw2c Xy7b Nk4v Tj6d', role: 'administrator' },
  { id: 2, login: 'edith', password: 'Pz5k Vb9n Gm3x Rt8w Cy2h Sq7f', role: 'editor' },
  { id: 3, login: 'arthur', password: 'Jd4s Kx7p Bn2m Wv9c Zt6g Hr3y', role: 'author' },
  { id: 4, login: 'connie', password: 'Ly8t Mf3q Xc5r Dk9w Vz2b Gp6n', role: 'contributor' },
  { id: 5, login: 'susan', password: 'Qw7e Rt2y Ui9o Pa4s Df6g Hj3k', role: 'subscriber' },
] as const;

export type SampleRole = (typeof sampleUsers)[number]['role'];

/** The calendar settings of the world. */
export const sampleCalendar = {
  mode: 'wordpress',
  users: [...sampleUsers],
  zone: 'America/New_York',
} as const;

export function loginOf(role: SampleRole): Login {
  const user = sampleUsers.find((one) => one.role === role);
  if (user === undefined) throw new Error(`There is no ${role}.`);
  return { username: user.login, password: user.password };
}

const themes = ['Market', 'Concert', 'Story hour', 'Council & coffee', 'Run'] as const;

/** A number of events, one a day from 1 February 2026. */
export function noticesOf(count: number): readonly Notice[] {
  return Array.from({ length: count }, (_none, index) => {
    const day = new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10);
    const theme = themes[index % themes.length] ?? 'Market';
    return {
      title: `${theme} ${index + 1}`,
      start_date: `${day} 18:00:00`,
      end_date: `${day} 20:00:00`,
      timezone: 'America/New_York',
      categories: [theme],
      tags: index % 3 === 0 ? ['free', 'outdoors'] : ['indoors'],
      featured: index % 10 === 0,
    };
  });
}
