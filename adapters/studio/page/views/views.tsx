// The views of a world, in the order of their tabs.

import type { View } from './view.ts';
import { CalendarView } from './calendar/calendar-view.tsx';
import { CallsView } from './calls/calls-view.tsx';
import { ExchangesView } from './exchanges/exchanges-view.tsx';
import { CompareView } from './compare/compare-view.tsx';
import { StateView } from './state/state-view.tsx';
import { TimelineView } from './timeline/timeline-view.tsx';
import { TransactionsView } from './transactions/transactions-view.tsx';

export const views: readonly View[] = [
  { name: 'timeline', title: 'Timeline', View: TimelineView },
  { name: 'transactions', title: 'Transactions', View: TransactionsView },
  { name: 'exchanges', title: 'Exchanges', View: ExchangesView },
  { name: 'calls', title: 'Calls', View: CallsView },
  { name: 'calendar', title: 'Calendar', View: CalendarView },
  { name: 'state', title: 'State', View: StateView },
  {
    name: 'compare',
    title: 'Compare',
    View: CompareView,
    isShown: ({ source }) => source.worlds.value.length > 1,
  },
];
