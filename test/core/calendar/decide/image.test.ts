// Images attached by URL.

import { describe, expect, it } from 'vitest';
import type { CalendarCommand } from '../../../../core/calendar/commands.ts';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';

describe('attaching an image', () => {
  const attach = (source: string): CalendarCommand => ({ type: 'AttachImage', ...asked, source });

  it('happens once per URL, and posts refer to it', () => {
    const world = calendarAt();
    const source = 'https://pictures.example.org/fair.png';
    expect(world.do(attach(source))).toMatchObject([
      { type: 'ImageAttached', image: { id: 1, source, fileName: 'fair.png' } },
    ]);
    expect(world.do(attach(source))).toEqual([]);
    const fields = { title: 'A', startDate: 'today', endDate: 'today', image: source };
    const events = world.do({ type: 'CreateEvent', ...asked, fields });
    expect(events).toMatchObject([{ type: 'EventCreated', post: { id: 2, imageId: 1 } }]);
  });

  it.each([
    [
      'https://pictures.example.org/fair.html',
      'must be the URL of a jpg, jpeg, png, gif, webp, avif or bmp file',
    ],
    ['1', 'must be the URL of a jpg, jpeg, png, gif, webp, avif or bmp file'],
  ])('%j is refused', (source, problem) => {
    expect(calendarAt().try(attach(source))).toEqual({
      ok: false,
      error: { code: 'PARAMETERS_INVALID', problems: { url: problem } },
    });
  });

  it('needs the permission to upload', () => {
    const caller = { userId: 2, role: 'contributor' } as const;
    const command = { ...attach('https://pictures.example.org/a.png'), caller };
    expect(calendarAt().try(command as CalendarCommand)).toMatchObject({
      error: {
        problems: { url: 'must be the id of an image: uploads need the role author or above' },
      },
    });
  });
});
