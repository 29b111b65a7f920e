// Describes a request and its consequences in few words.

interface ShownRequest {
  readonly path: string;
  readonly query?: string;
  readonly route: string | null;
  readonly nearest?: string;
  readonly events: readonly { readonly type: string; readonly stream: string }[];
  readonly eventCount: number;
}

export function urlOf({ path, query }: Pick<ShownRequest, 'path' | 'query'>): string {
  return query === undefined ? path : `${path}?${query}`;
}

const idCharsShown = 8;
const eventsShown = 3;

/** The types of the first events, with the starts of the ids that they are about; of an unmatched request, what may be meant. */
export function outcomeOf({ route, nearest, events, eventCount }: ShownRequest): string {
  if (route === null) return nearest === undefined ? 'no route' : `no route; ${nearest}?`;
  const shown = events.slice(0, eventsShown).map(({ type, stream }) => {
    const id = stream.slice(stream.lastIndexOf('/') + 1);
    return `${type} ${id.slice(0, idCharsShown)}`;
  });
  const rest = eventCount - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}
