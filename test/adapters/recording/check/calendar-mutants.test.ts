// Each rule of the calendar is broken by a change that breaks it alone.

import { expect, it } from 'vitest';
import { calendar } from '../../../../core/index.ts';
import { brokenBy, type Mutant } from '../../../support/recording/mutants.ts';

const mirror = 'calendar/importers-full-mirror';
const day = 'calendar/publishers-day';
const scheduled = 'calendar/scheduled-post-goes-live';
const events = /^GET .*\/events\?.*per_page=10/;
const createEvent = /^POST .*\/events$/;

const mutants: readonly Mutant[] = [
  {
    rule: 'status-by-date',
    of: scheduled,
    does: 'a post is published before its date',
    change(edit) {
      let isChanged = false;
      edit.answers(/^(GET|POST) .*\/events/, ({ body }) => {
        for (const post of [body, ...(body?.events ?? [])]) {
          if (post?.status !== 'future') continue;
          post.status = 'publish';
          isChanged = true;
        }
      });
      expect(isChanged).toBe(true);
    },
  },
  {
    rule: 'status-by-date',
    of: scheduled,
    does: 'a post stays scheduled after its date',
    change: (edit) =>
      edit.answers(/^GET .*\/events\/\d+/, ({ body }) => {
        if (body.status === 'publish') body.status = 'future';
      }),
  },
  {
    rule: 'collection-totals',
    of: mirror,
    does: 'there are fewer pages than the total needs',
    change: (edit) =>
      edit.answer(events, 0, (body, { answer }) => {
        body.total = 31;
        answer.headers['X-TEC-Total'] = '31';
      }),
  },
  {
    rule: 'collection-totals',
    of: mirror,
    does: 'the header has another total',
    change: (edit) =>
      edit.answer(events, 0, (_, { answer }) => {
        answer.headers['X-TEC-Total'] = '7';
      }),
  },
  {
    rule: 'collection-links',
    of: mirror,
    does: 'the first of three pages has no link to the next',
    change: (edit) =>
      edit.answer(events, 0, (body) => {
        delete body.next_rest_url;
      }),
  },
  {
    rule: 'collection-pages',
    of: mirror,
    does: 'an event is on two pages',
    change(edit) {
      let last: unknown;
      edit.answer(events, 0, (body) => {
        last = body.events.at(-1);
      });
      edit.answer(/^GET .*\/events\/\?per_page=10.*page=2/, 0, (body) => {
        body.events[0] = last;
      });
    },
  },
  {
    rule: 'list-statuses',
    of: mirror,
    does: 'a list of published events has a pending one',
    change: (edit) =>
      edit.answer(/^GET .*\/events\?.*status=draft/, 0, (body) => {
        body.events[0].status = 'pending';
      }),
  },
  {
    rule: 'list-statuses',
    of: mirror,
    does: 'a list has an event that is in the trash',
    change: (edit) =>
      edit.answer(events, 0, (body) => {
        body.events[0].status = 'trash';
      }),
  },
  {
    rule: 'event-order',
    of: mirror,
    does: 'the last event of a page comes first',
    change: (edit) =>
      edit.answer(events, 0, (body) => {
        body.events.reverse();
      }),
  },
  {
    rule: 'post-ids',
    of: mirror,
    does: 'a new event has the id of another',
    change: (edit) =>
      edit.answer(createEvent, 1, (body) => {
        body.id = 3;
        body.global_id = body.global_id.replace(/\d+$/, '3');
        body.global_id_lineage = [body.global_id];
      }),
  },
  {
    rule: 'post-ids',
    of: mirror,
    does: 'an event has the id of a venue',
    change: (edit) =>
      edit.answer(createEvent, 1, (body) => {
        body.id = body.venue.id ?? 1;
        body.venue = [];
        body.global_id = body.global_id.replace(/\d+$/, String(body.id));
        body.global_id_lineage = [body.global_id];
      }),
  },
  {
    rule: 'global-ids',
    of: day,
    does: 'a global id has another number',
    change: (edit) =>
      edit.answer(createEvent, 0, (body) => {
        body.global_id += '0';
      }),
  },
  {
    rule: 'event-form',
    of: day,
    does: 'an event without a venue has none, in place of a list',
    change: (edit) =>
      edit.answer(createEvent, 1, (body) => {
        body.venue = 'none';
      }),
  },
  {
    rule: 'event-dates',
    of: day,
    does: 'an event ends before it begins',
    change: (edit) =>
      edit.answer(createEvent, 0, (body) => {
        body.end_date = '2026-02-09 11:30:00';
        delete body.end_date_details;
      }),
  },
  {
    rule: 'event-dates',
    of: day,
    does: 'an event of whole days ends at noon',
    change: (edit) =>
      edit.answer(createEvent, 1, (body) => {
        body.end_date = '2026-02-10 12:00:00';
        delete body.end_date_details;
      }),
  },
  {
    rule: 'date-details',
    of: day,
    does: 'the details of a date are of another day',
    change: (edit) =>
      edit.answer(createEvent, 0, (body) => {
        body.start_date_details.day = '11';
      }),
  },
  {
    rule: 'utc-dates',
    of: day,
    does: 'the start in UTC is an hour off',
    change: (edit) =>
      edit.answer(createEvent, 0, (body) => {
        body.utc_start_date = '2026-02-10 15:00:00';
        delete body.utc_start_date_details;
      }),
  },
  {
    rule: 'trashed-events',
    of: day,
    does: 'an event is put into the trash twice',
    change: (edit) =>
      edit.answer(/^DELETE .*\/events\/5$/, 1, (_, edited) => {
        edited.answer.status = 200;
        edited.body = {};
      }),
  },
  {
    rule: 'calendar-error-form',
    of: day,
    does: 'a refusal has another status than its answer',
    change: (edit) =>
      edit.answer(/^DELETE .*\/events\/5$/, 1, (body) => {
        body.data.status = 404;
      }),
  },
];

it.each(mutants)('$rule is broken alone if $does', async (mutant) => {
  const broken = await brokenBy(mutant);
  expect([...broken.keys()]).toEqual([mutant.rule]);
});

it('has a mutant for each rule', () => {
  const broken = new Set(mutants.map(({ rule }) => rule));
  expect([...broken].sort()).toEqual(calendar.rules.map(({ name }) => name).sort());
});
