// The states of the calendar in a recording, at any position.

import {
  calendar,
  type Envelope,
  type PastMoment,
  type States,
  type WorldPast,
} from '../../../core/index.ts';
import { recordedEnvelopes } from '../recording/recorded-envelopes.ts';

export interface RecordedCalendar {
  readonly events: readonly Envelope[];
  readonly statesAt: (position: number) => States['calendar'];
  /** As the studio folds it. */
  readonly past: Pick<WorldPast, 'at'>;
}

/** `name`: such as `calendar/publishers-day`. */
export async function recordedCalendar(name: string): Promise<RecordedCalendar> {
  const events = await recordedEnvelopes(name);
  const { initialState, evolve } = calendar.domain.decider;
  const statesAt = (position: number) => {
    const state = initialState({} as never, {} as never);
    for (const { event, position: at, stream } of events) {
      if (at > position || !stream.startsWith('calendar/')) continue;
      evolve(state, event as calendar.CalendarEvent, 0);
    }
    return state;
  };
  const past: RecordedCalendar['past'] = {
    at: async (moment) => {
      const position = 'position' in moment ? moment.position : 0;
      return { position, states: { calendar: statesAt(position) } } as unknown as PastMoment;
    },
  };
  return { events, statesAt, past };
}
