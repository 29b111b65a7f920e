// Images attached by URL.

import { describe, it } from 'vitest';
import type { CalendarCommand } from '../../../../core/calendar/commands.ts';
import { calendar } from '../../../../core/calendar/index.ts';
import { byAdministrator, createEvent } from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

describe('attaching an image', () => {
  const source = 'https://pictures.example.org/fair.png';
  const attach = (url: string, origin = byAdministrator): CalendarCommand => ({
    type: 'AttachImage',
    ...origin,
    source: url,
  });

  it('happens once per URL', () => {
    given(calendar)
      .when(attach(source))
      .then({ type: 'ImageAttached', image: { id: 1, source, fileName: 'fair.png' } })
      .when(attach(source))
      .then();
  });

  it('is referred to by posts with the same URL', () => {
    given(calendar)
      .having(attach(source))
      .when(createEvent({ image: source }))
      .then({ type: 'EventCreated', post: { id: 2, imageId: 1 } });
  });

  it.each(['https://pictures.example.org/fair.html', '1'])('%j is refused', (url) => {
    const problem = 'must be the URL of a jpg, jpeg, png, gif, webp, avif or bmp file';
    given(calendar)
      .when(attach(url))
      .refused('PARAMETERS_INVALID', { problems: { url: problem } });
  });

  it('is refused without the permission to upload', () => {
    const problem = 'must be the id of an image: uploads need the role author or above';
    given(calendar)
      .when(attach(source, { ...byAdministrator, caller: { userId: 2, role: 'contributor' } }))
      .refused('PARAMETERS_INVALID', { problems: { url: problem } });
  });
});
