// What the parts of the calendar view show.

import type { PastMoment } from '../../../../../core/index.ts';
import type { PostList } from './calendar-posts.ts';
import type { Viewer } from './seen-as.ts';
import type { SiteSettings } from './site-settings.ts';

export interface ShownCalendar {
  readonly moment: PastMoment;
  readonly settings: SiteSettings;
  readonly viewer: Viewer;
  readonly list: PostList;
}
