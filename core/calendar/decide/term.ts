// Making, changing and deleting categories and tags (reference/calendar.md section 8), and finding or making those that an
// event names (section 5.1).

import type { Context } from '../../kernel/context.ts';
import type { CreateTerm, DeleteTerm, TermFields, TermWish, UpdateTerm } from '../commands.ts';
import { categoryLevelsMax, type Taxonomy, type Term } from '../records/term.ts';
import { termKey, termWithSlug, type ReadonlyCalendarState } from '../state.ts';
import { shortenedSlug, slugLengthMax, slugOf, slugOrId, uniqueSlug } from '../text/slug.ts';
import {
  add,
  changesFrom,
  done,
  eachOnce,
  forbidden,
  judged,
  nextTermId,
  openDraft,
  reject,
  wrong,
  type Decision,
  type Draft,
} from './draft.ts';
import { mayManageTerms } from './rights.ts';

export function createTerm(
  command: CreateTerm,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const { taxonomy, fields } = command;
  const draft = openDraft(command, state, context);
  const parentId = judgeParent(draft, taxonomy, fields.parent) ?? 0;
  const refusal = judged(draft);
  if (refusal !== undefined) return refusal;
  if (!mayManageTerms(command.caller)) return forbidden(command);
  const { name = '', slug } = fields;
  const own = slug === undefined ? undefined : slugOf(slug);
  const isTwin = (term: Term) =>
    term.parentId === parentId && (own === undefined || own === term.slug);
  const twin = termCalled(draft, taxonomy, name, isTwin);
  if (twin !== undefined) return reject('TERM_EXISTS', { termId: twin.id });
  makeTerm(draft, taxonomy, { ...fields, name }, parentId);
  return done(draft);
}

export function updateTerm(
  command: UpdateTerm,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const { taxonomy, termId, fields } = command;
  const draft = openDraft(command, state, context);
  const former = termOf(state, taxonomy, termId);
  if (former === undefined) wrong(draft, 'id', `is no ${taxonomy}`);
  const parentId = judgeParent(draft, taxonomy, fields.parent);
  if (parentId !== undefined && former !== undefined) judgeMove(draft, former, parentId);
  const refusal = judged(draft);
  if (refusal !== undefined || former === undefined) return refusal ?? done(draft);
  if (!mayManageTerms(command.caller)) return forbidden(command);
  const slug = fields.slug === undefined ? former.slug : slugOf(fields.slug) || former.slug;
  const holder = withSlug(draft, taxonomy, slug);
  if (holder !== undefined && holder.id !== termId) return reject('TERM_SLUG_TAKEN');
  const next = {
    name: fields.name ?? former.name,
    slug,
    description: fields.description ?? former.description,
    parentId: parentId ?? former.parentId,
  };
  const { name, description } = former;
  const before = { name, slug: former.slug, description, parentId: former.parentId };
  const changes = changesFrom(before, next);
  if (Object.keys(changes).length > 0) add(draft, { type: 'TermUpdated', termId, changes });
  return done(draft);
}

export function deleteTerm(
  command: DeleteTerm,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const { taxonomy, termId } = command;
  const draft = openDraft(command, state, context);
  if (termOf(state, taxonomy, termId) === undefined) wrong(draft, 'id', `is no ${taxonomy}`);
  const refusal = judged(draft);
  if (refusal !== undefined) return refusal;
  if (!mayManageTerms(command.caller)) return forbidden(command);
  add(draft, { type: 'TermDeleted', termId });
  return done(draft);
}

/** The ids of the terms that an event names; what there is not is made, except for ids, which are passed over. */
export function takeTerms(
  draft: Draft,
  taxonomy: Taxonomy,
  wishes: readonly TermWish[],
): readonly number[] {
  const ids: number[] = [];
  for (const wish of wishes) {
    const id = takeTerm(draft, taxonomy, String(wish).trim());
    if (id !== undefined) ids.push(id);
  }
  return eachOnce(ids);
}

function takeTerm(draft: Draft, taxonomy: Taxonomy, text: string): number | undefined {
  if (text === '') return undefined;
  if (digits.test(text)) return termOf(draft.state, taxonomy, Number(text))?.id;
  const known = withSlug(draft, taxonomy, text) ?? termCalled(draft, taxonomy, text);
  return known?.id ?? makeTerm(draft, taxonomy, { name: text }, 0);
}

const digits = /^\d+$/;

/** The term of an id, if it is one of the taxonomy. */
function termOf(
  { terms }: Pick<ReadonlyCalendarState, 'terms'>,
  taxonomy: Taxonomy,
  id: number,
): Term | undefined {
  const term = terms.get(String(id));
  return term?.taxonomy === taxonomy ? term : undefined;
}

function makeTerm(
  draft: Draft,
  taxonomy: Taxonomy,
  { name, slug, description = '' }: TermFields & { readonly name: string },
  parentId: number,
): number {
  const id = nextTermId(draft);
  const term = { id, taxonomy, name, slug: freeSlug(draft, taxonomy, slug ?? name, parentId, id) };
  add(draft, { type: 'TermCreated', term: { ...term, description, parentId } });
  return id;
}

/** The slug of a text that no other term of the taxonomy has; a child's takes its parent's behind it first. */
function freeSlug(
  draft: Draft,
  taxonomy: Taxonomy,
  text: string,
  parentId: number,
  id: number,
): string {
  const { state, made } = draft;
  const isTaken = (slug: string) =>
    state.terms.count('slug', termKey(taxonomy, slug)) > 0 ||
    made.termWithSlug(taxonomy, slug) !== undefined;
  const base = slugOrId(text, id);
  if (!isTaken(base)) return base;
  const parent = termOf(state, taxonomy, parentId);
  const own = parent === undefined ? base : shortenedSlug(`${base}-${parent.slug}`, slugLengthMax);
  return uniqueSlug(own, isTaken, made.takenNumbers(taxonomy));
}

function judgeParent(
  draft: Draft,
  taxonomy: Taxonomy,
  parent: string | number | undefined,
): number | undefined {
  if (parent === undefined || taxonomy !== 'category') return undefined;
  const found = digits.test(String(parent))
    ? termOf(draft.state, taxonomy, Number(parent))
    : withSlug(draft, taxonomy, String(parent));
  if (found === undefined) return wrong(draft, 'parent', 'is no category');
  if (lineOf(draft.state, found.id).length >= categoryLevelsMax) return tooDeep(draft);
  return found.id;
}

/** Judges whether a category may be moved below another one, with all that is below it. */
function judgeMove(draft: Draft, { id }: Term, parentId: number): void {
  const line = lineOf(draft.state, parentId);
  if (line.includes(id)) wrong(draft, 'parent', 'is the category itself, or below it');
  else if (line.length + levelsOf(draft.state, id) > categoryLevelsMax) tooDeep(draft);
}

function tooDeep(draft: Draft): undefined {
  return wrong(draft, 'parent', `is in the last of ${categoryLevelsMax} levels, or too near it`);
}

/** The ids of a category and of those above it. */
function lineOf({ terms }: ReadonlyCalendarState, id: number): readonly number[] {
  const line: number[] = [];
  for (let at = id; at !== 0; at = terms.get(String(at))?.parentId ?? 0) line.push(at);
  return line;
}

/** How many levels a category and those below it have. */
function levelsOf({ terms }: Pick<ReadonlyCalendarState, 'terms'>, id: number): number {
  const by = { parent: termKey('category', String(id)) };
  const children = terms.list({ by, order: 'ascending', limit: terms.inserted });
  return children.reduce((most, child) => Math.max(most, 1 + levelsOf({ terms }, child.id)), 1);
}

function withSlug(draft: Draft, taxonomy: Taxonomy, slug: string): Term | undefined {
  return termWithSlug(draft.state, taxonomy, slug) ?? draft.made.termWithSlug(taxonomy, slug);
}

/** The first term of a name, in any case, for which something holds. */
function termCalled(
  { state, made }: Draft,
  taxonomy: Taxonomy,
  name: string,
  where?: (term: Term) => boolean,
): Term | undefined {
  const by = { name: termKey(taxonomy, name) };
  const [known] = state.terms.list({ by, where, order: 'ascending', limit: 1 });
  return known ?? made.termCalled(taxonomy, name);
}
