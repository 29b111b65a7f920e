// Creates, updates and deletes categories and tags (reference/calendar.md section 8), and resolves those that an event
// refers to (section 5.1).

import type { Context } from '../../kernel/context.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import { err } from '../../kernel/result.ts';
import type { CreateTerm, DeleteTerm, TermFields, TermReference, UpdateTerm } from '../commands.ts';
import { notA, validationError } from '../problems.ts';
import { categoryLevelsMax, type Taxonomy, type TaxonomyTerm } from '../records/term.ts';
import { termWithSlug, type ReadonlyCalendarState } from '../state.ts';
import { termKey } from '../tables.ts';
import { shortenSlug, slugLengthMax, slugOf, slugOrId, uniqueSlug } from '../text/slug.ts';
import {
  planDomainEvent,
  changesFrom,
  toDecision,
  unique,
  forbidden,
  nextTermId,
  startPlan,
  reject,
  addProblem,
  type CalendarDecision,
  type RequestPlan,
} from './plan.ts';
import { mayManageTerms } from '../permissions.ts';

export function createTerm(
  command: CreateTerm,
  state: ReadonlyCalendarState,
  context: Context,
): CalendarDecision {
  const { taxonomy, fields } = command;
  const plan = startPlan(command, state, context);
  const parentId = validateParent(plan, taxonomy, fields.parent) ?? 0;
  const refusal = validationError(plan.problems);
  if (refusal !== undefined) return refusal;
  if (!mayManageTerms(command.caller)) return forbidden(command);
  const { name = '', slug } = fields;
  const ownSlug = slug === undefined ? undefined : slugOf(slug);
  const isMatch = (term: TaxonomyTerm) =>
    term.parentId === parentId && (ownSlug === undefined || ownSlug === term.slug);
  const existingMatch = findByName(plan, taxonomy, name, isMatch);
  if (existingMatch !== undefined) return err({ code: 'TERM_EXISTS', termId: existingMatch.id });
  planTerm(plan, taxonomy, { ...fields, name }, parentId);
  return toDecision(plan);
}

export function updateTerm(
  command: UpdateTerm,
  state: ReadonlyCalendarState,
  context: Context,
): CalendarDecision {
  const { taxonomy, termId, fields } = command;
  const plan = startPlan(command, state, context);
  const former = findById(state, taxonomy, termId);
  if (former === undefined) addProblem(plan, 'id', notA(taxonomy));
  const parentId = validateParent(plan, taxonomy, fields.parent);
  if (parentId !== undefined && former !== undefined) validateMove(plan, former, parentId);
  const refusal = validationError(plan.problems);
  if (refusal !== undefined || former === undefined) return refusal ?? toDecision(plan);
  if (!mayManageTerms(command.caller)) return forbidden(command);
  const slug = fields.slug === undefined ? former.slug : slugOf(fields.slug) || former.slug;
  const holder = findBySlug(plan, taxonomy, slug);
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
  if (Object.keys(changes).length > 0)
    planDomainEvent(plan, { type: 'TermUpdated', termId, changes });
  return toDecision(plan);
}

export function deleteTerm(
  command: DeleteTerm,
  state: ReadonlyCalendarState,
  context: Context,
): CalendarDecision {
  const { taxonomy, termId } = command;
  const plan = startPlan(command, state, context);
  if (findById(state, taxonomy, termId) === undefined) addProblem(plan, 'id', notA(taxonomy));
  const refusal = validationError(plan.problems);
  if (refusal !== undefined) return refusal;
  if (!mayManageTerms(command.caller)) return forbidden(command);
  planDomainEvent(plan, { type: 'TermDeleted', termId });
  return toDecision(plan);
}

/** The ids of the terms that an event refers to. Creates unknown terms by name; unknown ids are ignored. */
export function* resolveTerms(
  plan: RequestPlan,
  taxonomy: Taxonomy,
  references: readonly TermReference[],
): InPieces<readonly number[]> {
  const ids: number[] = [];
  for (const reference of references) {
    const id = resolveTerm(plan, taxonomy, String(reference).trim());
    if (id !== undefined) ids.push(id);
    yield;
  }
  return unique(ids);
}

function resolveTerm(plan: RequestPlan, taxonomy: Taxonomy, text: string): number | undefined {
  if (text === '') return undefined;
  if (digits.test(text)) return findById(plan.state, taxonomy, Number(text))?.id;
  const known = findBySlug(plan, taxonomy, text) ?? findByName(plan, taxonomy, text);
  return known?.id ?? planTerm(plan, taxonomy, { name: text }, 0);
}

const digits = /^\d+$/;

function findById(
  { terms }: Pick<ReadonlyCalendarState, 'terms'>,
  taxonomy: Taxonomy,
  id: number,
): TaxonomyTerm | undefined {
  const term = terms.get(String(id));
  return term?.taxonomy === taxonomy ? term : undefined;
}

function planTerm(
  plan: RequestPlan,
  taxonomy: Taxonomy,
  { name, slug, description = '' }: TermFields & { readonly name: string },
  parentId: number,
): number {
  const id = nextTermId(plan);
  const term = { id, taxonomy, name, slug: freeSlug(plan, taxonomy, slug ?? name, parentId, id) };
  planDomainEvent(plan, { type: 'TermCreated', term: { ...term, description, parentId } });
  return id;
}

/** A slug that is unique in the taxonomy; a child first tries its parent's slug as suffix. */
function freeSlug(
  plan: RequestPlan,
  taxonomy: Taxonomy,
  text: string,
  parentId: number,
  id: number,
): string {
  const { state, planned } = plan;
  const isTaken = (slug: string) =>
    state.terms.count('slug', termKey(taxonomy, slug)) > 0 ||
    planned.termWithSlug(taxonomy, slug) !== undefined;
  const base = slugOrId(text, id);
  if (!isTaken(base)) return base;
  const parent = findById(state, taxonomy, parentId);
  const own = parent === undefined ? base : shortenSlug(`${base}-${parent.slug}`, slugLengthMax);
  return uniqueSlug(own, isTaken, () => planned.takenNumbers(taxonomy));
}

function validateParent(
  plan: RequestPlan,
  taxonomy: Taxonomy,
  parent: string | number | undefined,
): number | undefined {
  if (parent === undefined || taxonomy !== 'category') return undefined;
  const found = digits.test(String(parent))
    ? findById(plan.state, taxonomy, Number(parent))
    : findBySlug(plan, taxonomy, String(parent));
  if (found === undefined) return addProblem(plan, 'parent', notA('category'));
  if (lineage(plan.state, found.id).length >= categoryLevelsMax) return addDepthProblem(plan);
  return found.id;
}

/** Whether a category, with its whole subtree, may be moved below another one. */
function validateMove(plan: RequestPlan, { id }: TaxonomyTerm, parentId: number): void {
  const line = lineage(plan.state, parentId);
  if (line.includes(id))
    addProblem(plan, 'parent', 'must not be the category itself or one below it');
  else if (line.length + depthOf(plan.state, id) > categoryLevelsMax) addDepthProblem(plan);
}

function addDepthProblem(plan: RequestPlan): undefined {
  return addProblem(plan, 'parent', `must leave the tree at most ${categoryLevelsMax} levels deep`);
}

/** The ids of a category and of its ancestors. */
function lineage({ terms }: ReadonlyCalendarState, id: number): readonly number[] {
  const line: number[] = [];
  for (let at = id; at !== 0; at = terms.get(String(at))?.parentId ?? 0) line.push(at);
  return line;
}

/** The number of levels of a category's subtree. */
function depthOf({ terms }: Pick<ReadonlyCalendarState, 'terms'>, id: number): number {
  const by = { parent: termKey('category', String(id)) };
  const children = terms.list({ by, order: 'ascending', limit: terms.insertedCount });
  return children.reduce((most, child) => Math.max(most, 1 + depthOf({ terms }, child.id)), 1);
}

function findBySlug(plan: RequestPlan, taxonomy: Taxonomy, slug: string): TaxonomyTerm | undefined {
  return termWithSlug(plan.state, taxonomy, slug) ?? plan.planned.termWithSlug(taxonomy, slug);
}

/** The first term with a name, in any case, that satisfies a condition. */
function findByName(
  { state, planned }: RequestPlan,
  taxonomy: Taxonomy,
  name: string,
  where?: (term: TaxonomyTerm) => boolean,
): TaxonomyTerm | undefined {
  const by = { name: termKey(taxonomy, name) };
  const [known] = state.terms.list({ by, where, order: 'ascending', limit: 1 });
  return known ?? planned.termWithName(taxonomy, name);
}
