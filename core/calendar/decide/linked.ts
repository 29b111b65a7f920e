// Making and changing what events are linked to, on their own and inside events: venues and organizers, which differ in
// their details only (reference/calendar.md sections 6.1, 6.2, 7.1, 7.2).

import type { Context } from '../../kernel/context.ts';
import type { Caller, Link, LinkedFields, PostName, Site } from '../commands.ts';
import type { CalendarEvent } from '../events.ts';
import type { LinkedPost } from '../records/post.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { foldedText } from '../text/search.ts';
import {
  add,
  changesFrom,
  done,
  forbidden,
  judged,
  openDraft,
  wrong,
  type Decision,
  type Draft,
} from './draft.ts';
import type { Detail, Namesakes } from './namesakes.ts';
import { changedPost, judgePost, newPost, touched, type PostWish } from './post.ts';
import { mayCreate, mayEdit } from './rights.ts';

/** What tells one kind of linked post from the other. */
export interface LinkedKind<P extends LinkedPost, Fields extends LinkedFields> {
  readonly kind: 'venue' | 'organizer';
  readonly named: (state: ReadonlyCalendarState, name: PostName) => P | undefined;
  /** The posts of a name, which is folded. */
  readonly called: (state: ReadonlyCalendarState, name: string) => readonly P[];
  readonly created: (post: P) => CalendarEvent;
  readonly updated: (id: number, changes: Partial<P>) => CalendarEvent;
  /** What is written down of the fields that were sent, apart from the name. */
  readonly written: (fields: Fields) => Partial<P>;
  /** The rest of a new one that was sent nothing but a name. */
  readonly blank: Omit<P, keyof LinkedPost>;
  /** What was sent and tells two of one name apart, by detail; empty texts tell nothing. */
  readonly telling: (fields: Fields) => Partial<Record<keyof P, string>>;
  /** What an update without them means where the site resets. */
  readonly resetFields: Partial<Fields>;
}

interface Asked {
  readonly caller: Caller;
  readonly site: Site;
}

export function createLinked<P extends LinkedPost, Fields extends LinkedFields>(
  kind: LinkedKind<P, Fields>,
  asked: Asked,
  fields: Fields,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const draft = openDraft(asked, state, context);
  const wish = judgePost(draft, fields);
  const refusal = judged(draft);
  if (refusal !== undefined) return refusal;
  if (!mayCreate(asked.caller)) return forbidden(asked);
  take(kind, draft, fields, wish);
  return done(draft);
}

export function updateLinked<P extends LinkedPost, Fields extends LinkedFields>(
  kind: LinkedKind<P, Fields>,
  asked: Asked,
  target: PostName,
  sent: Fields,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const draft = openDraft(asked, state, context);
  const former = kind.named(state, target);
  if (former === undefined) wrong(draft, 'id' in target ? 'id' : 'slug', `is no ${kind.kind}`);
  const fields = asked.site.resetsOnUpdate ? { ...kind.resetFields, ...sent } : sent;
  const wish = judgePost(draft, fields);
  const refusal = judged(draft);
  if (refusal !== undefined || former === undefined) return refusal ?? done(draft);
  if (!mayEdit(asked.caller, former)) return forbidden(asked);
  const { name = former.name } = fields;
  const post = changedPost(draft, kind.kind, former, wish, { title: name });
  const next = { ...post, ...kind.written(fields), name };
  add(draft, kind.updated(former.id, changesFrom(former, next)));
  return done(draft);
}

/** Judges what an event links, all of it under the event's parameter. Nothing is made yet. */
export function judgeLinks<P extends LinkedPost, Fields extends LinkedFields>(
  kind: LinkedKind<P, Fields>,
  draft: Draft,
  links: readonly Link<Fields>[] | undefined,
): readonly Wish<Fields>[] | undefined {
  return links?.map((link) => {
    if ('id' in link) {
      const post = kind.named(draft.state, link);
      if (post === undefined) wrong(draft, kind.kind, `names no ${kind.kind} that there is`);
      return link;
    }
    const inner = { ...draft, problems: {} };
    const wish = judgePost(inner, link.fields);
    if (link.fields.name === undefined) wrong(draft, kind.kind, 'has no name');
    for (const [name, problem] of Object.entries(inner.problems)) {
      wrong(draft, kind.kind, `${name} ${String(problem)}`);
    }
    return { fields: link.fields, wish };
  });
}

/** A link that was found sound. */
export type Wish<Fields> =
  { readonly id: number } | { readonly fields: Fields; readonly wish: PostWish };

/** The id of what a link is to, made where it is not there yet. */
export function takeLink<P extends LinkedPost, Fields extends LinkedFields>(
  kind: LinkedKind<P, Fields>,
  draft: Draft,
  link: Wish<Fields>,
): number {
  return 'id' in link ? link.id : take(kind, draft, link.fields, link.wish);
}

/** One of these fields: one that is there and does not differ, onto which they are written, or a new one. Gives its id. */
function take<P extends LinkedPost, Fields extends LinkedFields>(
  kind: LinkedKind<P, Fields>,
  draft: Draft,
  fields: Fields,
  wish: PostWish,
): number {
  const { name = '' } = fields;
  const namesakes = namesakesOf(kind, draft, name);
  const twin = namesakes.first(detailsOf(kind, fields));
  if (twin !== undefined) {
    const next = { ...touched(draft, twin, wish), ...kind.written(fields) };
    add(draft, kind.updated(twin.id, changesFrom(twin, next)));
    return twin.id;
  }
  const post = newPost(draft, kind.kind, wish, { title: name });
  const texts = { name, description: '', excerpt: '' };
  const made = { ...post, ...texts, ...kind.blank, ...kind.written(fields) } as unknown as P;
  add(draft, kind.created(made));
  namesakes.add(made);
  return made.id;
}

function namesakesOf<P extends LinkedPost, Fields extends LinkedFields>(
  { kind, called }: LinkedKind<P, Fields>,
  { state, made }: Draft,
  name: string,
): Namesakes<P> {
  const folded = foldedText(name);
  return made.namesakes(kind, folded, () => called(state, folded));
}

/** The details in a request by which posts of one name differ, folded. */
function detailsOf<P extends LinkedPost, Fields extends LinkedFields>(
  { telling }: LinkedKind<P, Fields>,
  fields: Fields,
): readonly Detail<P>[] {
  const { description } = fields;
  const sent = { ...telling(fields), ...(description === undefined ? {} : { description }) };
  const details = Object.entries(sent) as [keyof P & string, string][];
  return details
    .filter(([name, text]) => text !== '' || name === 'description')
    .map(([name, text]) => [name, foldedText(text)] as const);
}
