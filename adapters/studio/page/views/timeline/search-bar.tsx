// The search: words in the address, matches counted, and the way from one to the next.

import type { JSX } from 'preact';
import { address, go } from '../../model/address.ts';
import type { EventSearch } from '../../model/event-search.ts';
import type { Viewpoint } from '../../model/viewpoint.ts';
import { selectedEvent, selectEvent } from '../../model/selected-event.ts';
import type { WorldHistory } from '../../model/world-history.ts';

interface SearchBarProps {
  readonly viewpoint: Viewpoint;
  readonly history: WorldHistory;
  readonly search: EventSearch;
}

export function SearchBar({ viewpoint, history, search }: SearchBarProps): JSX.Element {
  const { q = '' } = address.value;
  const move = (by: 1 | -1) => {
    const from = selectedEvent(history) ?? viewpoint.position.peek();
    const match = search.next(from, by);
    if (match !== undefined) selectEvent(history, match);
  };
  return (
    <form
      class="search-bar"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        move(1);
      }}
    >
      <label class="hidden" for="event-search">
        Search events
      </label>
      <input
        id="event-search"
        type="search"
        placeholder="Search: words, type:…, id:…, #position"
        autocomplete="off"
        spellcheck={false}
        value={q}
        onInput={(event) => go({ q: event.currentTarget.value || null }, false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') go({ q: null }, false);
          if (event.key !== 'Enter') return;
          event.preventDefault();
          move(event.shiftKey ? -1 : 1);
        }}
      />
      <button type="button" disabled={search.count.value === 0} onClick={() => move(-1)}>
        <span aria-hidden="true">↑</span>
        <span class="hidden">Previous match</span>
      </button>
      <button type="submit" disabled={search.count.value === 0}>
        <span aria-hidden="true">↓</span>
        <span class="hidden">Next match</span>
      </button>
      <output class="matches" role="status">
        <MatchCount history={history} search={search} />
      </output>
    </form>
  );
}

function MatchCount({ history, search }: Omit<SearchBarProps, 'viewpoint'>): JSX.Element | null {
  if (!search.isActive) return null;
  const count = search.count.value;
  const selected = selectedEvent(history);
  const ordinal =
    selected !== undefined && search.has(selected) ? search.ordinalOf(selected) : undefined;
  const isSearching = search.searched.value < history.position.value;
  const found = ordinal === undefined ? `${count} found` : `${ordinal} of ${count}`;
  return <>{isSearching ? `${found}, searching…` : found}</>;
}
