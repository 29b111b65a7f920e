// The usage of a venue or organizer, recounted from its events.

import type { EventPost } from '../../../core/calendar/records/event.ts';
import type { Usage } from '../../../core/calendar/records/post.ts';

export function usageOf(events: readonly EventPost[]): Usage {
  const lastOf = (some: readonly EventPost[]) =>
    some.length === 0 ? null : Math.max(...some.map(({ startUtcSeconds }) => startUtcSeconds));
  return {
    hasEvents: events.some(({ status }) => status !== 'draft' && status !== 'pending'),
    lastStartUtcSeconds: lastOf(events.filter(({ status }) => status !== 'trash')),
    lastPublicStartUtcSeconds: lastOf(events.filter(({ status }) => status === 'publish')),
  };
}
